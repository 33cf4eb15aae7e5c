//! What tests of several crates share. For `[dev-dependencies]` only, so it panics where a test would.
//!
//! | module | what it holds |
//! |---|---|
//! | `api_server` | a real API server in the process, on a directory of its own (feature `server`, on unless switched off) |
//! | `patience` | waiting for a condition without sleeping |
//! | `lab` | a cluster's machines as namespaces: switch, nodes, processes on them, images, checks that nothing leaks |

#[cfg(feature = "server")]
mod api_server;
pub mod lab;
mod patience;

#[cfg(feature = "server")]
pub use api_server::ApiServer;
pub use patience::{PATIENCE, eventually, until};
