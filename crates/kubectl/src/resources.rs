//! Which objects a command line means: by files, by type and name, by selector. Mirrors upstream's `cli-runtime/pkg/resource`.

mod files;
mod info;
mod select;
mod words;

pub use files::{documents, read_paths};
pub use info::Info;
pub use select::{Select, Selected};
pub use words::What;
