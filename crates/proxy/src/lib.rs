//! The node's service proxy: what it means on this node that a Service has an address.
//!
//! ```text
//! Services, EndpointSlices, Node ─► tracker ─► view (all policy resolved) ─► back end: nftables | iptables
//! ```
//!
//! [`view`] and [`tracker`] decide and do no I/O; each back end ([`backend`]) renders what was decided in its own dialect and puts it into
//! the kernel. It moves no packets itself, and knows neither pods' networks nor DNS. [`run()`] is the whole of it.

pub mod backend;
mod config;
mod conntrack;
pub mod file;
mod health;
mod inputs;
pub mod iptables;
mod metrics;
pub mod nftables;
mod run;
mod server;
pub mod sync;
pub mod tracker;
pub mod view;

pub use config::Config;
pub use run::{Error, run};

/// Takes away every rule of every mode, and nothing else.
pub fn cleanup(settings: &backend::Settings) -> Result<(), backend::Error> {
    backend::MODES.iter().try_for_each(|mode| (mode.cleanup)(settings))
}
