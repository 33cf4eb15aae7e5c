//! The wire of `exec`, `attach` and `port-forward`: WebSocket and SPDY/3.1, as server and as client, on anything that reads and writes.
//!
//! No process is started and no port dialled here: the kubelet serves with it, `cri` asks a runtime with it, the API server passes on with
//! it. The life of a session on the server's side:
//!
//! ```text
//!  request head ─► server::exec ─► response 101 + Pending ─► (the connection is upgraded) ─► Pending::start ─► ExecStreams ─► run
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | `server`, `client` | both ends of a session |
//! | `session` | the streams of a command, and copying between them and a process |
//! | `protocol`, `negotiate`, `status` | names and abilities of the protocols; which one is spoken; how a command ended |
//! | `websocket`, `spdy` | the two wires |
//! | `pipe`, `duplex` | halves of a stream, with back pressure |

pub mod client;
mod duplex;
mod error;
mod negotiate;
mod pipe;
mod protocol;
pub mod server;
mod session;
pub mod spdy;
mod status;
pub mod websocket;

pub use duplex::Duplex;
pub use error::Error;
pub use negotiate::{Refusal, is_upgrade, is_websocket};
pub use pipe::{Reader, Writer};
pub use protocol::Version;
pub use session::{Ended, ExecStreams, Forward, Process, Size, Wanted, run};
pub use status::Outcome;
