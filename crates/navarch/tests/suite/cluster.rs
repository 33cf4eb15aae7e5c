//! A whole cluster as a person uses it: in the lab, with real containers and packets, through kubectl.
//!
//! | file | what it proves |
//! |---|---|
//! | `machine` | (what the others share: a machine that runs navarch, and its kubectl) |
//! | `start` | up, up again, in the background, down, isolated, reset |
//! | `service` | a deployment answers by address, port and name |
//! | `verbs` | kubectl's verbs, as a person types them |
//! | `life` | probes, restarts, hooks, init containers, limits |
//! | `volumes` | what pods mount |
//! | `workloads` | static pods, jobs |
//! | `registry` | images are pulled |
//! | `nodes` | a second node: joins, is silent, comes back, dies |
//! | `crash` | kill -9 at several moments |
//! | `containerd` | the same on a runtime behind CRI |
//! | `servers` | two servers on one etcd |

mod machine;

mod containerd;
mod crash;
mod life;
mod nodes;
mod registry;
mod servers;
mod service;
mod start;
mod verbs;
mod volumes;
mod workloads;
