//! Who is next. A pod is *active* (may be tried), *backing off* (was tried in vain, and waits a while) or *waiting* (until something happens
//! that may help it, by the plugins that refused it). Upstream's scheduling queue.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use runtime::Clock;
use tokio::sync::Notify;

use crate::framework::Happening;
use crate::plugins::may_help;
use crate::pod::PodInfo;

/// The first wait of a pod that was tried in vain, doubled each time up to the other.
const FIRST_BACKOFF: Duration = Duration::from_secs(1);
const LONGEST_BACKOFF: Duration = Duration::from_secs(10);
/// After this long a waiting pod is tried again, whatever happened.
const LONGEST_WAIT: Duration = Duration::from_secs(300);

#[derive(Debug, Clone, Copy, PartialEq)]
enum State {
    Active,
    /// Until this time of the clock.
    BackingOff(Duration),
    /// Since this time of the clock.
    Waiting(Duration),
    /// Handed out; with the number of happenings seen at that moment.
    InFlight(u64),
}

struct Entry {
    pod: Arc<PodInfo>,
    state: State,
    attempts: u32,
    refused_by: Vec<&'static str>,
    arrived: u64,
}

#[derive(PartialEq, Eq)]
struct Turn {
    priority: i32,
    arrived: u64,
    uid: String,
}

impl Ord for Turn {
    fn cmp(&self, other: &Self) -> Ordering {
        self.priority.cmp(&other.priority).then_with(|| other.arrived.cmp(&self.arrived))
    }
}

impl PartialOrd for Turn {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[derive(Default)]
struct Inner {
    entries: HashMap<String, Entry>,
    active: BinaryHeap<Turn>,
    arrivals: u64,
    /// Counts happenings, and when each kind happened last.
    happenings: u64,
    last: HashMap<Happening, u64>,
}

/// Pods without a node.
pub struct Queue {
    inner: Mutex<Inner>,
    wake: Notify,
    clock: Clock,
}

impl Queue {
    pub fn new(clock: Clock) -> Self {
        Self { inner: Mutex::default(), wake: Notify::new(), clock }
    }

    /// The pod is new, or has changed in a way that may matter.
    pub fn add(&self, pod: Arc<PodInfo>) {
        let mut inner = self.inner.lock();
        inner.arrivals += 1;
        let arrived = inner.arrivals;
        let uid = pod.uid().to_owned();
        match inner.entries.get_mut(&uid) {
            Some(entry) => {
                entry.pod = pod;
                if matches!(entry.state, State::InFlight(_)) {
                    return;
                }
                entry.state = State::Active;
            }
            None => {
                let entry = Entry { pod, state: State::Active, attempts: 0, refused_by: Vec::new(), arrived };
                inner.entries.insert(uid.clone(), entry);
            }
        }
        inner.activate(&uid);
        self.wake.notify_one();
    }

    /// The pod has a new form that changes nothing for the decision.
    pub fn refresh(&self, pod: Arc<PodInfo>) {
        if let Some(entry) = self.inner.lock().entries.get_mut(pod.uid()) {
            entry.pod = pod;
        }
    }

    /// The pod is gone or has a node.
    pub fn remove(&self, uid: &str) {
        self.inner.lock().entries.remove(uid);
    }

    /// Something happened that may help pods which wait for it.
    pub fn happened(&self, happening: Happening) {
        let now = self.clock.monotonic();
        let mut inner = self.inner.lock();
        inner.happenings += 1;
        let count = inner.happenings;
        inner.last.insert(happening, count);
        let mut freed = false;
        for entry in inner.entries.values_mut() {
            if matches!(entry.state, State::Waiting(_)) && may_help(&entry.refused_by, happening) {
                entry.state = State::BackingOff(now + backoff(entry.attempts));
                freed = true;
            }
        }
        drop(inner);
        if freed {
            self.wake.notify_one();
        }
    }

    /// The pod fits nowhere now, by these plugins; none: something else went wrong, try again after a while.
    pub fn unfit(&self, uid: &str, refused_by: Vec<&'static str>) {
        let now = self.clock.monotonic();
        let mut inner = self.inner.lock();
        let last = inner.last.clone();
        let Some(entry) = inner.entries.get_mut(uid) else { return };
        let State::InFlight(seen) = entry.state else { return };
        let helped = last.iter().any(|(what, when)| *when > seen && may_help(&refused_by, *what));
        entry.state = if refused_by.is_empty() || helped {
            State::BackingOff(now + backoff(entry.attempts))
        } else {
            State::Waiting(now)
        };
        entry.refused_by = refused_by;
        drop(inner);
        self.wake.notify_one();
    }

    /// The next pod to try. Waits until there is one.
    pub async fn next(&self) -> Arc<PodInfo> {
        loop {
            let (found, deadline) = self.inner.lock().take(self.clock.monotonic());
            if let Some(pod) = found {
                return pod;
            }
            match deadline {
                None => self.wake.notified().await,
                Some(deadline) => {
                    let left = deadline.saturating_sub(self.clock.monotonic());
                    tokio::select! {
                        () = self.wake.notified() => {}
                        () = self.clock.sleep(left) => {}
                    }
                }
            }
        }
    }
}

impl Inner {
    fn activate(&mut self, uid: &str) {
        if let Some(entry) = self.entries.get(uid) {
            let turn = Turn { priority: entry.pod.priority, arrived: entry.arrived, uid: uid.to_owned() };
            self.active.push(turn);
        }
    }

    /// The next pod, or when there may be one.
    fn take(&mut self, now: Duration) -> (Option<Arc<PodInfo>>, Option<Duration>) {
        let mut deadline: Option<Duration> = None;
        let mut due = Vec::new();
        for (uid, entry) in &mut self.entries {
            let until = match entry.state {
                State::BackingOff(until) => until,
                State::Waiting(since) => since + LONGEST_WAIT,
                State::Active | State::InFlight(_) => continue,
            };
            if until <= now {
                entry.state = State::Active;
                due.push(uid.clone());
            } else {
                deadline = Some(deadline.map_or(until, |other| other.min(until)));
            }
        }
        for uid in due {
            self.activate(&uid);
        }
        while let Some(turn) = self.active.pop() {
            let happenings = self.happenings;
            // A turn may be stale: its pod has gone, or has been tried since.
            if let Some(entry) = self.entries.get_mut(&turn.uid).filter(|entry| entry.state == State::Active)
            {
                entry.state = State::InFlight(happenings);
                entry.attempts += 1;
                return (Some(entry.pod.clone()), None);
            }
        }
        (None, deadline)
    }
}

fn backoff(attempts: u32) -> Duration {
    let doubled = FIRST_BACKOFF.saturating_mul(1 << attempts.saturating_sub(1).min(10));
    doubled.min(LONGEST_BACKOFF)
}

#[cfg(test)]
mod tests {
    use std::time::UNIX_EPOCH;

    use api::Typed as _;
    use api::core::v1::Pod;
    use serde_json::json;

    use super::*;

    fn pod(name: &str, priority: i32) -> Arc<PodInfo> {
        let tree = json!({"metadata": {"name": name, "uid": name}, "spec": {"priority": priority, "containers": []}});
        Arc::new(PodInfo::new(Arc::new(Pod::decode(&tree).unwrap())))
    }

    #[tokio::test]
    async fn higher_priority_first_then_by_arrival() {
        let queue = Queue::new(Clock::manual(UNIX_EPOCH).0);
        for one in [pod("low", 0), pod("first", 5), pod("second", 5)] {
            queue.add(one);
        }
        let mut order = Vec::new();
        for _ in 0..3 {
            order.push(queue.next().await.uid().to_owned());
        }
        assert_eq!(order, ["first", "second", "low"]);
    }

    #[tokio::test]
    async fn an_unfit_pod_waits_for_what_may_help_and_then_backs_off() {
        let (clock, time) = Clock::manual(UNIX_EPOCH);
        let queue = Queue::new(clock);
        queue.add(pod("a", 0));
        queue.next().await;
        queue.unfit("a", vec!["NodeResourcesFit"]);
        queue.happened(Happening::NodeLabels);
        assert!(matches!(queue.inner.lock().entries["a"].state, State::Waiting(_)));
        queue.happened(Happening::PodGone);
        assert!(matches!(queue.inner.lock().entries["a"].state, State::BackingOff(_)));
        time.advance(Duration::from_secs(1));
        assert_eq!(queue.next().await.uid(), "a");
    }

    #[tokio::test]
    async fn what_happens_during_a_try_is_not_lost() {
        let queue = Queue::new(Clock::manual(UNIX_EPOCH).0);
        queue.add(pod("a", 0));
        queue.next().await;
        queue.happened(Happening::NodeAdded);
        queue.unfit("a", vec!["NodeResourcesFit"]);
        assert!(matches!(queue.inner.lock().entries["a"].state, State::BackingOff(_)));
    }
}
