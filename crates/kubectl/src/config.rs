//! Kubeconfig: which files, merged how (`load`), changed and written back (`edit`), and what of it counts for this run (`connect`).
//!
//! The trees are as written; `client` makes a connection of the one entry that is chosen.

mod connect;
mod edit;
mod load;

pub use edit::{Part, default_file, write};
pub use load::{Loaded, entry, entry_mut, read_file};
