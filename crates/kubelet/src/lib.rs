//! The kubelet: runs the pods that are bound to this node, and tells the API how they and the node are.
//!
//! ```text
//!  API · directory · URL ─► manager ─► one actor per pod ─► step (pure) ─► hands ─► container runtime
//!                                          ▲    │                                       │
//!                         probes, outcomes ┘    └─► status (pure) ─► status writer      │
//!                                          ▲                                            │
//!                                          └──────────── what happened ◄────────────────┘
//! ```
//!
//! It knows no runtime but the contract of `node`, and no API server but a `client`. Stopping it leaves containers running; the next one
//! takes them over.
//!
//! | module | what it holds |
//! |---|---|
//! | `run`, `config`, `shared` | the start: parts in order |
//! | `sources`, `manager` | which pods there are: static and mirror pods, admission, orphans |
//! | `pod` | one pod: state, the pure `step`, the actor |
//! | `hands` | effects performed: volumes, sandboxes, images, containers, hooks |
//! | `make`, `environment`, `resources`, `images` | pure: from a pod to what the runtime is asked for |
//! | `resize` | what pods are promised of the node, and how that changes while they run |
//! | `status`, `status_writer` | pure: what the API is told; and telling it |
//! | `probes`, `http` | asking containers how they are |
//! | `objects`, `references` | config maps, secrets and tokens, watched one by one |
//! | `registration`, `node_status`, `machine` | the node itself |
//! | `server`, `logs` | the kubelet's own API |
//! | `garbage`, `cgroups` | what must not pile up; limits of pods |
//! | `bootstrap` | certificates by a token |

mod backoff;
pub mod bootstrap;
mod cgroups;
mod config;
mod environment;
mod garbage;
mod hands;
mod http;
mod images;
mod logs;
mod machine;
mod make;
mod manager;
mod names;
mod node_status;
mod objects;
mod observe;
mod pod;
mod probes;
mod references;
mod registration;
mod resize;
mod resources;
mod run;
mod server;
mod shared;
mod sources;
mod status;
mod status_writer;

pub use cgroups::PodCgroups;
pub use config::Config;
pub use run::{Parts, Ready, RunError, ServerTls, run};
