//! How much is done at once: requests beyond the limit are told to come back, except those of the cluster's masters, who must be
//! able to see why. Watches and carried connections do not count: they last, but do little.

use std::sync::Arc;

use authz::is_master;
use resource::User;
use telemetry::metrics::Gauge;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::request_info::RequestInfo;

/// The measures. The defaults are upstream's.
#[derive(Debug, Clone, Copy)]
pub struct LimitsConfig {
    /// How many writes at once.
    pub max_mutating: usize,
    /// How many reads at once.
    pub max_readonly: usize,
}

impl Default for LimitsConfig {
    fn default() -> Self {
        Self { max_mutating: 200, max_readonly: 400 }
    }
}

pub(crate) struct Limits {
    mutating: Kind,
    readonly: Kind,
}

struct Kind {
    places: Arc<Semaphore>,
    shown: Gauge,
}

/// A place among those being served; dropping it frees the place.
pub(crate) struct Place {
    _permit: Option<OwnedSemaphorePermit>,
    shown: Gauge,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.shown.dec();
    }
}

impl Limits {
    /// `mutating` and `readonly` show how many there are.
    pub(crate) fn new(config: &LimitsConfig, mutating: Gauge, readonly: Gauge) -> Self {
        let kind = |max, shown| Kind { places: Arc::new(Semaphore::new(max)), shown };
        Self { mutating: kind(config.max_mutating, mutating), readonly: kind(config.max_readonly, readonly) }
    }

    /// A place for the request; `None` if there is none now.
    pub(crate) fn admit(&self, user: &User, info: &RequestInfo) -> Option<Place> {
        let kind = if info.is_mutating() { &self.mutating } else { &self.readonly };
        let permit = match kind.places.clone().try_acquire_owned() {
            Ok(permit) => Some(permit),
            Err(_) if is_master(user) => None,
            Err(_) => return None,
        };
        kind.shown.inc();
        Some(Place { _permit: permit, shown: kind.shown.clone() })
    }
}

#[cfg(test)]
mod tests {
    use http::Method;
    use meta::options::Query;
    use telemetry::metrics::{Description, Registry};

    use super::*;

    #[test]
    fn a_full_house_turns_away_all_but_masters() {
        let metrics = Registry::new();
        let gauge = |name| metrics.gauge(Description::plain(name, "")).unwrap();
        let config = LimitsConfig { max_mutating: 1, max_readonly: 1 };
        let limits = Limits::new(&config, gauge("mutating"), gauge("readonly"));
        let info = |method| RequestInfo::read(&method, "/api/v1/pods", &Query::parse(""));
        let (anyone, master) =
            (User::default(), User { groups: vec!["system:masters".into()], ..User::default() });
        let first = limits.admit(&anyone, &info(Method::POST)).expect("there is room");
        assert!(limits.admit(&anyone, &info(Method::POST)).is_none());
        assert!(limits.admit(&anyone, &info(Method::GET)).is_some(), "reads have room of their own");
        assert!(limits.admit(&master, &info(Method::POST)).is_some());
        drop(first);
        assert!(limits.admit(&anyone, &info(Method::POST)).is_some());
        assert!(gauge("mutating").value().abs() < f64::EPSILON);
    }
}
