//! The node's service proxy: what it means on this node that a Service has an address.
//!
//! ```text
//! Services, EndpointSlices, Node ─► tracker ─► view (all policy resolved) ─► back end: nftables | iptables
//! ```
//!
//! [`view`] and [`tracker`] decide and do no I/O; each back end renders what was decided in its own dialect and puts it into the kernel.
//! It moves no packets itself, and knows neither pods' networks nor DNS.

pub mod backend;
pub mod iptables;
pub mod nftables;
pub mod tracker;
pub mod view;
