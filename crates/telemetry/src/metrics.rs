//! Metrics: counters, gauges and histograms that components hold, and a registry that shows them all as Prometheus reads them.
//!
//! A component asks the registry that it is handed for what it wants to count, and keeps the handle; counting is then an atomic
//! operation. Asking twice for the same gives the same, since several parts of one process share a metric (every work queue
//! has a depth). The text is the Prometheus format 0.0.4, as the stock API server serves it (docs/adr/0003-metrics.md says why it is
//! written here).

mod cells;
mod family;
mod process;
mod registry;
mod snapshot;
mod text;

pub use cells::{Counter, Gauge, Histogram};
pub use family::{Family, Metric};
pub use process::register as register_process;
pub use registry::{RegisterError, Registry};
pub use snapshot::{Declared, Scrape};
pub use text::CONTENT_TYPE;

/// How far users may rely on a metric, as its help text states in brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of Kubernetes' metric stability")]
pub enum Stability {
    Internal,
    Alpha,
    Beta,
    Stable,
}

impl Stability {
    fn prefix(self) -> &'static str {
        match self {
            Self::Internal => "[INTERNAL] ",
            Self::Alpha => "[ALPHA] ",
            Self::Beta => "[BETA] ",
            Self::Stable => "[STABLE] ",
        }
    }
}

/// What kind of metric it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Only grows.
    Counter,
    /// Goes up and down.
    Gauge,
    /// Counts by size.
    Histogram,
}

/// A metric's name and what it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The whole name, with its unit and, for a counter, `_total`.
    pub name: &'static str,
    /// What it counts, in a sentence.
    pub help: &'static str,
    /// How far it can be relied on, where that is stated.
    pub stability: Option<Stability>,
}

impl Description {
    /// A metric without a stated stability.
    pub const fn plain(name: &'static str, help: &'static str) -> Self {
        Self { name, help, stability: None }
    }

    /// A metric that may change in any release.
    pub const fn alpha(name: &'static str, help: &'static str) -> Self {
        Self { name, help, stability: Some(Stability::Alpha) }
    }

    /// A metric that will only gain.
    pub const fn beta(name: &'static str, help: &'static str) -> Self {
        Self { name, help, stability: Some(Stability::Beta) }
    }

    /// A metric that stays.
    pub const fn stable(name: &'static str, help: &'static str) -> Self {
        Self { name, help, stability: Some(Stability::Stable) }
    }
}
