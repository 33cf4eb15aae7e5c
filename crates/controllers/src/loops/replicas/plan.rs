//! How many pods to make, which to remove, and what the status is then. Pure.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use api::core::v1::Pod;

use super::{Failure, Wanted, stamp};
use crate::{pods, ranking, selector};

/// So many pods at once, as upstream.
const BURST: usize = 500;

/// What is seen of a set.
pub struct Observed<'a> {
    pub wanted: &'a Wanted,
    /// The pods that are its own and have not ended.
    pub pods: &'a [Arc<Pod>],
    /// All pods that serve the same purpose.
    pub related: Vec<Arc<Pod>>,
    pub now: SystemTime,
}

/// What is to be done.
#[derive(Debug, PartialEq)]
pub enum Change {
    None,
    Create(usize),
    Delete(Vec<Arc<Pod>>),
}

/// How far a set is.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Status {
    /// Pods that run or will.
    pub replicas: usize,
    /// Those with all labels of the template.
    pub fully_labeled: usize,
    /// Those that can serve.
    pub ready: usize,
    /// Those that have been able to for long enough.
    pub available: usize,
    /// Pods that are on their way out.
    pub terminating: usize,
    /// What stands in the way.
    pub failure: Option<Failure>,
}

fn active(observed: &Observed<'_>) -> Vec<Arc<Pod>> {
    observed.pods.iter().filter(|pod| pods::is_active(pod)).cloned().collect()
}

fn wanted(observed: &Observed<'_>) -> usize {
    usize::try_from(observed.wanted.replicas).unwrap_or_default()
}

pub fn plan(observed: &Observed<'_>) -> Change {
    let (active, wanted) = (active(observed), wanted(observed));
    if active.len() < wanted {
        return Change::Create((wanted - active.len()).min(BURST));
    }
    let surplus = (active.len() - wanted).min(BURST);
    if surplus == 0 {
        return Change::None;
    }
    let mut order = ranking::to_go_first(active, &observed.related, observed.now);
    order.truncate(surplus);
    Change::Delete(order)
}

pub fn status(observed: &Observed<'_>, shown: Option<Failure>, failure: Option<String>) -> Status {
    let active = active(observed);
    let template = observed.wanted.template.metadata.as_ref().and_then(|meta| meta.labels.clone());
    let template = meta::selector::Selector::from_labels(&template.unwrap_or_default());
    let seconds = observed.wanted.min_ready_seconds;
    let count = |test: &dyn Fn(&Pod) -> bool| active.iter().filter(|pod| test(pod)).count();
    let reason = if active.len() < wanted(observed) { "FailedCreate" } else { "FailedDelete" };
    Status {
        replicas: active.len(),
        fully_labeled: count(&|pod| selector::matches(&template, pod)),
        ready: count(&pods::is_ready),
        available: count(&|pod| pods::is_available(pod, seconds, observed.now)),
        terminating: observed.pods.iter().filter(|pod| pods::is_terminating(pod)).count(),
        // The first failure stays until it is over, so that the status does not change with each attempt.
        failure: failure.map(|message| {
            shown.unwrap_or_else(|| Failure { reason: reason.to_owned(), message, at: stamp(observed.now) })
        }),
    }
}

/// When something will change just by time passing.
pub fn next(observed: &Observed<'_>) -> Option<Duration> {
    let active = active(observed);
    let active = active.iter().map(|pod| &**pod);
    pods::next_available(active, observed.wanted.min_ready_seconds, observed.now)
}

#[cfg(test)]
mod tests {
    use std::time::UNIX_EPOCH;

    use api::{Resource as _, Typed as _};
    use serde_json::json;

    use super::*;

    fn pod(name: &str, phase: &str, ready_at: Option<u64>) -> Arc<Pod> {
        let mut tree = json!({"metadata": {"name": name, "uid": name}, "status": {"phase": phase}});
        if let Some(seconds) = ready_at {
            let at = api::time::render(&api::time::time(UNIX_EPOCH + Duration::from_secs(seconds)));
            tree["status"]["conditions"] =
                json!([{"type": "Ready", "status": "True", "lastTransitionTime": at}]);
        }
        Arc::new(Pod::decode(&tree).unwrap())
    }

    fn leaving(name: &str) -> Arc<Pod> {
        let mut pod = Pod::clone(&pod(name, "Running", None));
        pod.meta_mut().deletion_timestamp = stamp(UNIX_EPOCH);
        Arc::new(pod)
    }

    fn seen<'a>(wanted: &'a Wanted, pods: &'a [Arc<Pod>]) -> Observed<'a> {
        Observed { wanted, pods, related: Vec::new(), now: UNIX_EPOCH + Duration::from_secs(100) }
    }

    #[test]
    fn the_number_is_brought_to_what_is_wanted() {
        let pods = [
            pod("a", "Running", Some(50)),
            pod("b", "Pending", None),
            leaving("c"),
            pod("d", "Failed", None),
        ];
        for (replicas, expected) in [
            (5, Change::Create(3)),
            (2, Change::None),
            (1, Change::Delete(vec![pods[1].clone()])),
            (1000, Change::Create(BURST)),
        ] {
            let wanted = Wanted { replicas, ..Wanted::default() };
            assert_eq!(plan(&seen(&wanted, &pods)), expected, "{replicas}");
        }
    }

    #[test]
    fn the_status_counts_and_says_when_to_look_again() {
        let pods = [pod("a", "Running", Some(50)), pod("b", "Running", Some(95)), leaving("c")];
        let wanted = Wanted { replicas: 3, min_ready_seconds: 10, ..Wanted::default() };
        let observed = seen(&wanted, &pods);
        let status = status(&observed, None, Some("no".to_owned()));
        assert_eq!((status.replicas, status.ready, status.available, status.terminating), (2, 2, 1, 1));
        let failure = status.failure.unwrap();
        assert_eq!((failure.reason.as_str(), failure.message.as_str()), ("FailedCreate", "no"));
        assert_eq!(next(&observed), Some(Duration::from_secs(5)));
    }
}
