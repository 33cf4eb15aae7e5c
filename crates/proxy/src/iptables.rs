//! Services in iptables, with the chains that every tutorial shows: `KUBE-SERVICES` → `KUBE-SVC-…` → `KUBE-SEP-…`.
//!
//! Names, order and meaning of the chains are upstream's, so that what people know and tools look for is there. A change rewrites the
//! chains of the services that changed, and the lists that all services are in.

pub mod apply;
pub mod cleanup;
pub mod names;
pub mod probe;
pub mod render;
mod service;

use crate::backend::Mode;

/// This mode's line in the table.
pub const MODE: Mode =
    Mode { name: "iptables", probe: probe::probe, open: apply::open, cleanup: cleanup::cleanup };
