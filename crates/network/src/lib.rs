//! The pod network of a node: an address per pod, a routed link, ways to the pods of other nodes, host ports; and CNI both ways.
//!
//! `Network` implements `node::PodNetwork`; the runtimes call it, the binary starts it. It learns of nodes from the API and talks to
//! nobody else. Services are not its business (`proxy`), names neither (`dns`).
//!
//! | module | what it holds |
//! |---|---|
//! | `network` | the flow: a pod comes, a pod goes, a node changes |
//! | `pool`, `state` | which addresses are whose (pure), kept on disk |
//! | `topology`, `routes` | the nodes, and the ways to them (pure) |
//! | `rules`, `filter` | masquerade and host ports as text (pure), put into the kernel |
//! | `links` | pods' links, VXLAN devices and routes, made and removed |
//! | `cni` | the agent as a CNI plugin, for runtimes that bring their own idea of pods (containerd) |
//! | `foreign` | other people's CNI plugins as our pod network |
//! | `cleanup` | removes all that was ever made |

mod cleanup;
pub mod cni;
mod config;
mod error;
mod filter;
mod follow;
pub mod foreign;
mod links;
mod names;
mod network;
mod pool;
mod routes;
mod rules;
mod state;
mod topology;

pub use cleanup::cleanup;
pub use config::{Config, Mode};
pub use error::Error;
pub use network::Network;
pub use topology::{Peer, Topology};
