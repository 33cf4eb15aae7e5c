//! What tests of several crates share. For `[dev-dependencies]` only, so it panics where a test would.
//!
//! | module | what it holds |
//! |---|---|
//! | `api_server` | a real API server in the process, on a directory of its own |
//! | `patience` | waiting for a condition without sleeping |

mod api_server;
mod patience;

pub use api_server::ApiServer;
pub use patience::{PATIENCE, eventually, until};
