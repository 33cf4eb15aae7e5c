//! What an operator sees of a running Navarch: logs, metrics and health, each handed around instead of global.
//!
//! It speaks no HTTP: whoever serves `/metrics` or `/livez` asks for a text and a status code, and sends them. It measures nothing
//! itself but the process it runs in; components register what they count with the [`metrics::Registry`] they are handed.

pub mod health;
pub mod logs;
pub mod metrics;
