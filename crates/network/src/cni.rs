//! The agent as a CNI plugin, for container runtimes that call CNI themselves (containerd, CRI-O).
//!
//! The runtime executes a small program per pod, which is this binary under another name. It decides nothing: it hands what it was given
//! to the agent over a unix socket and prints the answer. The agent calls the same `PodNetwork` that its own runtime would.
//!
//! | module | what it holds |
//! |---|---|
//! | `plugin` | the program: environment and input to a request, the answer to output and exit code |
//! | `server` | the agent's side of the socket |
//! | `message` | what goes over the socket, and the specification's results and errors |
//! | `install` | the configuration and the program in the places where runtimes look |

mod install;
mod message;
mod plugin;
mod server;

pub use install::{PROGRAM, install, uninstall};
pub use message::{CniError, Request, VERSIONS};
pub use plugin::main;
pub use server::serve;
