//! The cluster's DNS: names of services, endpoints and pods as the Kubernetes DNS specification has them, the rest from upstream.
//!
//! One per node, started by the binary. It knows the cluster only by Service and EndpointSlice, watched through `informer`. How its
//! service address reaches it is in record 0016: the proxy leads the `kube-dns` service to the nodes' own addresses.
//!
//! | module | what it holds |
//! |---|---|
//! | `run` | the flow: watch, build, listen |
//! | `zone` | all names of the cluster at one moment (pure, immutable), how it is built and asked |
//! | `answer` | a question and a zone become an answer, or something to be asked upstream (pure) |
//! | `server` | sockets: UDP and TCP |
//! | `forward`, `cache` | asking upstream, and remembering for a while |
//! | `resolv` | `/etc/resolv.conf` |

mod answer;
mod cache;
mod config;
mod forward;
mod resolv;
mod run;
mod server;
pub mod zone;

pub use config::Config;
pub use run::{Error, run, run_on, serve};
