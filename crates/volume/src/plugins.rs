//! The kinds of volumes, one file each; `table.rs` lists them.

pub(crate) mod config_map;
pub(crate) mod downward_api;
pub(crate) mod empty_dir;
pub(crate) mod host_path;
pub(crate) mod image;
pub(crate) mod projected;
pub(crate) mod secret;
