//! Logs of containers, in the format of CRI: `<time> <stream> <P|F> <text>` per line.
//!
//! | module | what it holds |
//! |---|---|
//! | `line` | one line, read and shown |
//! | `read` | what a client asks for, and what it is sent, following if it wants |
//! | `rotate` | files that have grown too long are moved away |

mod line;
mod read;
mod rotate;

pub use line::last_lines;
pub use read::{LogOptions, stream};
pub use rotate::run as run_rotation;
