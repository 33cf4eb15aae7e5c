//! What is done to the kernel: pods' links, and ways to other nodes. The thin edge below `plan`s; decides nothing.

pub(crate) mod between;
pub(crate) mod host;
pub(crate) mod pod;
