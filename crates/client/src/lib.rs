//! A client of the Kubernetes API: typed verbs and watches, over HTTPS or within the process.
//!
//! kube-rs is the transport only (kubeconfig, exec plugins, TLS, upgrades), and this is the only crate that names it. Objects are
//! encoded and decoded through `api::Typed`, so that serialisers are compiled once. Not here: caches and queues (`informer`).
//!
//! | module | what it holds |
//! |---|---|
//! | `client` | the handle: any request, or an [`Api`] of one kind |
//! | `connect` | from a kubeconfig or plain parts to a handle |
//! | `transport` | over the network by kube-rs, or within the process by a function |
//! | `api`, `endpoint` | the verbs of a kind; below them what does not depend on the kind |
//! | `select`, `options` | what a list, a write or a delete asks for |
//! | `watch` | the events of a watch |
//! | `error` | what can go wrong, and questions to ask of it |

mod api;
mod client;
mod connect;
mod endpoint;
mod error;
mod options;
mod select;
mod transport;
mod watch;

pub use crate::api::{Api, List};
pub use crate::client::Client;
pub use connect::{Auth, ConfigError, Endpoint};
pub use error::Error;
pub use options::{DeleteOptions, Patch, Propagation};
pub use select::Select;
pub use transport::{BodyStream, Upgraded};
pub use watch::{Watch, WatchEvent};
