//! Flags as upstream's commands take them (pflag's rules): what a flag is, sets that verbs share, parsing, and what was given.
//!
//! A verb lists its flags as tables; help and errors are derived from them.

mod given;
mod parse;
mod sets;
mod spec;

pub use given::Flags;
pub use parse::parse;
pub use sets::*;
pub use spec::{Flag, Kind};
