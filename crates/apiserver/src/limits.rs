//! How much is done at once: requests beyond the limit wait for a place in a queue of limited length and for a limited time, and are
//! then told to come back; except those of the cluster's masters, who must be able to see why. Watches and carried connections do
//! not count: they last, but do little.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use authz::is_master;
use resource::User;
use runtime::Clock;
use telemetry::metrics::Gauge;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::request_info::RequestInfo;

/// The measures. The numbers of places and the wait are upstream's defaults.
#[derive(Debug, Clone, Copy)]
pub struct LimitsConfig {
    /// How many writes at once.
    pub max_mutating: usize,
    /// How many reads at once.
    pub max_readonly: usize,
    /// How many of each may wait for a place.
    pub max_queued: usize,
    /// How long they may wait.
    pub queue_wait: Duration,
}

impl Default for LimitsConfig {
    fn default() -> Self {
        let queue_wait = Duration::from_secs(15);
        Self { max_mutating: 200, max_readonly: 400, max_queued: 1000, queue_wait }
    }
}

pub(crate) struct Limits {
    clock: Clock,
    queue_wait: Duration,
    mutating: Kind,
    readonly: Kind,
}

/// What shows how many there are of one kind of request.
pub(crate) struct Shown {
    /// Being served.
    pub inflight: Gauge,
    /// Waiting to be.
    pub inqueue: Gauge,
}

struct Kind {
    places: Arc<Semaphore>,
    waiting: AtomicUsize,
    max_queued: usize,
    shown: Shown,
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

/// A place in the queue; dropping it frees the place.
struct Waiting<'a>(&'a Kind);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.waiting.fetch_sub(1, Ordering::AcqRel);
        self.0.shown.inqueue.dec();
    }
}

impl Limits {
    pub(crate) fn new(config: &LimitsConfig, clock: Clock, mutating: Shown, readonly: Shown) -> Self {
        let kind = |max, shown| Kind {
            places: Arc::new(Semaphore::new(max)),
            waiting: AtomicUsize::new(0),
            max_queued: config.max_queued,
            shown,
        };
        Self {
            clock,
            queue_wait: config.queue_wait,
            mutating: kind(config.max_mutating, mutating),
            readonly: kind(config.max_readonly, readonly),
        }
    }

    /// A place for the request; `None` if there is none in time.
    pub(crate) async fn admit(&self, user: &User, info: &RequestInfo) -> Option<Place> {
        let kind = if info.is_mutating() { &self.mutating } else { &self.readonly };
        let permit = match kind.places.clone().try_acquire_owned() {
            Ok(permit) => Some(permit),
            Err(_) if is_master(user) => None,
            Err(_) => Some(self.wait(kind).await?),
        };
        kind.shown.inflight.inc();
        Some(Place { _permit: permit, shown: kind.shown.inflight.clone() })
    }

    /// Waits in line: first come, first served.
    async fn wait(&self, kind: &Kind) -> Option<OwnedSemaphorePermit> {
        let _place = kind.queue()?;
        tokio::select! {
            biased;
            permit = kind.places.clone().acquire_owned() => permit.ok(),
            () = self.clock.sleep(self.queue_wait) => None,
        }
    }
}

impl Kind {
    fn queue(&self) -> Option<Waiting<'_>> {
        let more = |waiting: usize| (waiting < self.max_queued).then_some(waiting + 1);
        self.waiting.fetch_update(Ordering::AcqRel, Ordering::Acquire, more).ok()?;
        self.shown.inqueue.inc();
        Some(Waiting(self))
    }
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use http::Method;
    use meta::options::Query;
    use telemetry::metrics::{Description, Registry};

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn limits(max_queued: usize) -> (Limits, runtime::ManualTime) {
        let metrics = Registry::new();
        let gauge = |name| metrics.gauge(Description::plain(name, "")).unwrap();
        let shown = |inflight, inqueue| Shown { inflight: gauge(inflight), inqueue: gauge(inqueue) };
        let config = LimitsConfig { max_mutating: 1, max_readonly: 1, max_queued, queue_wait: SECOND };
        let (clock, time) = Clock::manual(SystemTime::UNIX_EPOCH);
        (Limits::new(&config, clock, shown("a", "b"), shown("c", "d")), time)
    }

    fn info(method: Method) -> RequestInfo {
        RequestInfo::read(&method, "/api/v1/pods", &Query::parse(""))
    }

    #[tokio::test]
    async fn a_full_house_turns_away_all_but_masters() {
        let (limits, _time) = limits(0);
        let (anyone, master) =
            (User::default(), User { groups: vec!["system:masters".into()], ..User::default() });
        let first = limits.admit(&anyone, &info(Method::POST)).await.expect("there is room");
        assert!(limits.admit(&anyone, &info(Method::POST)).await.is_none());
        assert!(limits.admit(&anyone, &info(Method::GET)).await.is_some(), "reads have room of their own");
        assert!(limits.admit(&master, &info(Method::POST)).await.is_some());
        drop(first);
        assert!(limits.admit(&anyone, &info(Method::POST)).await.is_some());
        assert!(limits.mutating.shown.inflight.value().abs() < f64::EPSILON);
    }

    #[tokio::test]
    async fn those_in_line_get_the_place_or_lose_patience() {
        let (limits, time) = limits(1);
        let anyone = User::default();
        let post = info(Method::POST);
        let first = limits.admit(&anyone, &post).await.expect("there is room");
        let mut second = Box::pin(limits.admit(&anyone, &post));
        assert!(futures_util::poll!(&mut second).is_pending());
        assert!(limits.admit(&anyone, &post).await.is_none(), "the line is full");
        drop(first);
        let second = second.await.expect("it was in line");
        let mut third = Box::pin(limits.admit(&anyone, &post));
        assert!(futures_util::poll!(&mut third).is_pending());
        time.advance(SECOND);
        assert!(third.await.is_none(), "it waited for too long");
        drop(second);
        assert_eq!(limits.mutating.waiting.load(Ordering::Acquire), 0);
        assert!(limits.admit(&anyone, &post).await.is_some());
    }
}
