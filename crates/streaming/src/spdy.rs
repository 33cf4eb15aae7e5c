//! SPDY/3.1 as Kubernetes speaks it: the frames of the specification, with the habits of the library that everybody else uses.
//!
//! Those habits: stream windows are not used in either direction (updates are neither sent nor waited for, so a slow reader slows the
//! connection); bytes that arrive before a stream was answered are lost, so whoever opens a stream waits for the answer; a
//! goodbye ends the connection at once.
//!
//! | module | what it holds |
//! |---|---|
//! | `frame` | what can be said |
//! | `decode`, `encode`, `headers`, `dictionary` | frames from and to bytes; pure |
//! | `connection`, `reading`, `writing` | streams over a socket |

mod connection;
mod decode;
mod dictionary;
mod encode;
mod frame;
mod headers;
mod reading;
mod writing;

pub use connection::{Connection, Opener, Side, Stream};
pub use decode::{Decoder, FrameError};
pub use encode::Encoder;
pub use frame::{Frame, Headers, reset};
