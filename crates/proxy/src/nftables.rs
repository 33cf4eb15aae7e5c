//! Services in nftables, the default: one table per family, and nothing in it grows with services but the elements of a few maps.
//!
//! ```text
//! prerouting, output ─► services ─► @services [address . protocol . port]  ─► a plan ─► @endpoints [… . random index] ─► dnat
//!                                └► @node-ports [protocol . port]          ─►   "   ─► @node-port-endpoints
//! ```
//!
//! A *plan* is a chain for "internal traffic, three endpoints" or "from outside, local policy, five endpoints, two of them here": services
//! of the same shape share it. So a new service is a handful of elements in one transaction, a changed endpoint is one, and no chain, rule
//! or set exists per service (docs/adr/0017-services-in-nftables.md says why). Everything happens in nat chains, which only
//! the first packet of a connection sees.

pub mod apply;
pub mod cleanup;
pub mod ledger;
pub mod names;
pub mod plan;
pub mod probe;
pub mod render;

use crate::backend::Mode;

/// This mode's line in the table.
pub const MODE: Mode =
    Mode { name: "nftables", probe: probe::probe, open: apply::open, cleanup: cleanup::cleanup };
