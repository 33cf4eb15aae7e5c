//! How components become a cluster: which run together, in which order they start, and what they are handed. No flags here
//! (`commands/`), and nothing that a component decides.
//!
//! | module | what it holds |
//! |---|---|
//! | `control_plane` | API server, controllers, scheduler |
//! | `agent` | a node: network, runtime, kubelet, proxy, DNS |
//! | `election` | which of several servers works |
//! | `dns_addon` | the `kube-dns` service |
//! | `join` | how a node gets its certificates |
//! | `address` | which address a node has |
//! | `places` | where things lie below the data directory |
//! | `isolation` | a network of its own for a trial, without a way out |
//! | `teardown` | taking it all down again |
//! | `daemon` | in the background; who runs in a data directory |

pub mod address;
pub mod agent;
pub mod control_plane;
pub mod daemon;
pub mod dns_addon;
pub mod election;
pub mod isolation;
pub mod join;
pub mod places;
pub mod teardown;
