//! Kinds of the core group, which has no name: `v1`.

pub mod config_map;
pub mod namespace;
