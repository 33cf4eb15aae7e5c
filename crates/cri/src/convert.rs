//! The contract's data to and from messages. Pure, one file for each subject.

mod container;
mod container_status;
mod image;
mod sandbox;
mod signal;
mod stats;

pub(crate) use container::{container_config, container_filter, container_of, resources};
pub(crate) use container_status::container_status;
pub(crate) use image::{auth_config, filesystem, image_of, image_spec};
pub(crate) use sandbox::{sandbox_config, sandbox_filter, sandbox_of, sandbox_status};
pub(crate) use stats::{stats_filter, stats_of};
