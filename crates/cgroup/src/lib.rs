//! Control groups of Linux, v1 (also in hybrid set-ups) and v2, behind one handle: make, limit, read, kill, remove.
//!
//! Called by the container runtime for containers and by the kubelet for its tree of quality classes. Paths are those of the kubelet:
//! absolute from the controllers' root, such as `/kubepods/burstable/pod…`. What is written where is decided by pure functions
//! (`v1`, `v2`); `Cgroups` does the writing. No systemd: whoever uses this owns the tree below the path it picks.
//!
//! | module | what it holds |
//! |---|---|
//! | `limits`, `stats` | the data |
//! | `layout` | which hierarchies are mounted where |
//! | `v1`, `v2` | limits to file contents, file contents to figures; no I/O |
//! | `cgroups` | the handle |

mod cgroups;
mod layout;
mod limits;
mod stats;
mod v1;
mod v2;

pub use cgroups::{Cgroups, Error};
pub use layout::Version;
pub use limits::Limits;
pub use stats::Stats;
