//! On which nodes a daemon is missing, where it should not be, and which may be replaced by the new template now. Pure.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use api::apps::v1::{DaemonSet, DaemonSetStatus};
use api::core::v1::{Node, Pod};
use api::{IntOrString, Resource as _};

use super::pod::{self, HASH};
use crate::amount::{count, int, scaled};
use crate::pods;

/// What is seen.
pub struct Observed<'a> {
    pub set: &'a DaemonSet,
    pub nodes: &'a [Arc<Node>],
    pub pods: &'a [Arc<Pod>],
    /// The hash of the present template.
    pub hash: &'a str,
    pub now: SystemTime,
}

/// What is to be done.
#[derive(Debug, Default)]
pub struct Steps {
    /// Nodes that need a pod.
    pub create: Vec<String>,
    pub delete: Vec<Arc<Pod>>,
    /// Those of `delete` that failed, for the events.
    pub failed: Vec<Arc<Pod>>,
    pub status: DaemonSetStatus,
    pub after: Option<Duration>,
}

/// A node with its daemons.
struct Place<'a> {
    node: &'a Node,
    wanted: bool,
    may_stay: bool,
    /// The oldest first.
    pods: Vec<Arc<Pod>>,
}

pub fn plan(observed: &Observed<'_>) -> Steps {
    let places = places(observed);
    let mut steps = Steps { status: status(observed, &places), ..Steps::default() };
    let seconds = min_ready(observed.set);
    steps.after = pods::next_available(observed.pods.iter().map(|pod| &**pod), seconds, observed.now);
    if observed.set.is_being_deleted() {
        return steps;
    }
    for place in &places {
        man(observed, place, &mut steps);
    }
    // Pods whose node is gone: nobody else would miss them.
    let known = |pod: &Pod| observed.nodes.iter().any(|node| node.name() == pod::node(pod));
    let lost = observed.pods.iter().filter(|pod| pods::node(pod).is_empty() && !known(pod));
    steps.delete.extend(lost.filter(|pod| !pod.is_being_deleted()).cloned());
    if rolls(observed.set) {
        update(observed, &places, &mut steps);
    }
    steps
}

fn places<'a>(observed: &'a Observed<'_>) -> Vec<Place<'a>> {
    let mut by_node: BTreeMap<String, Vec<Arc<Pod>>> = BTreeMap::new();
    for pod in observed.pods {
        by_node.entry(pod::node(pod)).or_default().push(pod.clone());
    }
    let plain = pod::plain(observed.set, observed.hash);
    let place = |node: &'a Arc<Node>| {
        let (wanted, may_stay) = pod::fits(&plain, node);
        let mut pods = by_node.remove(node.name()).unwrap_or_default();
        pods.sort_by_key(|pod| {
            (pod.meta().creation_timestamp.as_ref().map(api::time::system), pod.name().to_owned())
        });
        Place { node, wanted, may_stay, pods }
    };
    observed.nodes.iter().map(place).collect()
}

/// One daemon where one is wanted, none where none may be.
fn man(observed: &Observed<'_>, place: &Place<'_>, steps: &mut Steps) {
    let staying = place.pods.iter().filter(|pod| !pod.is_being_deleted()).cloned();
    if !place.may_stay {
        steps.delete.extend(staying);
        return;
    }
    if place.pods.is_empty() {
        if place.wanted {
            steps.create.push(place.node.name().to_owned());
        }
        return;
    }
    // What has ended is removed; the next look makes another.
    let (ended, running): (Vec<Arc<Pod>>, Vec<Arc<Pod>>) = staying.partition(|pod| pods::is_terminal(pod));
    steps.failed.extend(ended.iter().filter(|pod| pods::phase(pod) == "Failed").cloned());
    steps.delete.extend(ended);
    // During a surge there may be one of each template; otherwise the oldest stays.
    let surging = rolls(observed.set) && limits(observed.set, usize::MAX).0 > 0;
    let mut kept = [false, false];
    for pod in running {
        let kind = usize::from(surging && pod.label(HASH) == observed.hash);
        if std::mem::replace(&mut kept[kind], true) {
            steps.delete.push(pod);
        }
    }
}

fn rolls(set: &DaemonSet) -> bool {
    let strategy = set.spec.as_ref().and_then(|spec| spec.update_strategy.as_ref());
    strategy.and_then(|strategy| strategy.type_.as_deref()) != Some("OnDelete")
}

fn min_ready(set: &DaemonSet) -> i32 {
    set.spec.as_ref().and_then(|spec| spec.min_ready_seconds).unwrap_or_default()
}

/// How many nodes may have two daemons, and how many none, while a template is replaced.
fn limits(set: &DaemonSet, nodes: usize) -> (usize, usize) {
    let strategy = set.spec.as_ref().and_then(|spec| spec.update_strategy.as_ref());
    let rolling = strategy.and_then(|strategy| strategy.rolling_update.as_ref());
    let number = |value: Option<&IntOrString>, default: i32| {
        let scaled = value.map_or(default, |value| scaled(value, int(nodes), true));
        usize::try_from(scaled).unwrap_or_default()
    };
    let surge = number(rolling.and_then(|one| one.max_surge.as_ref()), 0);
    let missing = number(rolling.and_then(|one| one.max_unavailable.as_ref()), 1);
    if surge == 0 && missing == 0 { (0, 1) } else { (surge, missing) }
}

/// Replaces old daemons, as many as may be missing or doubled at the same time.
fn update(observed: &Observed<'_>, places: &[Place<'_>], steps: &mut Steps) {
    let wanted = places.iter().filter(|place| place.wanted).count();
    let (surge, missing) = limits(observed.set, wanted);
    let available = |pod: &Pod| pods::is_available(pod, min_ready(observed.set), observed.now);
    let (mut unavailable, mut doubled) = (0, 0);
    let (mut at_once, mut later, mut more) = (Vec::new(), Vec::new(), Vec::new());
    for place in places.iter().filter(|place| place.wanted || !place.pods.is_empty()) {
        let live = || place.pods.iter().filter(|pod| pods::is_active(pod));
        let new = live().find(|pod| pod.label(HASH) == observed.hash);
        let old = live().find(|pod| pod.label(HASH) != observed.hash);
        match (old, new) {
            (None, new) => unavailable += usize::from(!new.is_some_and(|new| available(new))),
            (Some(old), Some(new)) if surge > 0 => match available(new) {
                true => at_once.push(Arc::clone(old)),
                false => doubled += 1,
            },
            (Some(old), None) if surge > 0 => match available(old) {
                true => more.push(place.node.name().to_owned()),
                false => at_once.push(Arc::clone(old)),
            },
            (Some(old), _) if available(old) => later.push(Arc::clone(old)),
            (Some(old), _) => {
                unavailable += 1;
                at_once.push(Arc::clone(old));
            }
        }
    }
    let listed: Vec<String> = steps.delete.iter().map(|pod| pod.uid().to_owned()).collect();
    let now = later.into_iter().take(missing.saturating_sub(unavailable)).chain(at_once);
    steps.delete.extend(now.filter(|pod| !listed.contains(&pod.uid().to_owned())));
    steps.create.extend(more.into_iter().take(surge.saturating_sub(doubled)));
}

fn status(observed: &Observed<'_>, places: &[Place<'_>]) -> DaemonSetStatus {
    let seconds = min_ready(observed.set);
    let (mut current, mut misplaced, mut ready, mut available, mut updated) = (0, 0, 0, 0, 0);
    let desired = places.iter().filter(|place| place.wanted).count();
    for place in places {
        let scheduled = !place.pods.is_empty();
        if !place.wanted {
            misplaced += usize::from(scheduled);
            continue;
        }
        current += usize::from(scheduled);
        // As upstream, the oldest that is ready speaks for the node, else the oldest.
        let ready_one = place.pods.iter().find(|pod| pods::is_ready(pod));
        let Some(pod) = ready_one.or(place.pods.first()) else { continue };
        ready += usize::from(pods::is_ready(pod));
        available += usize::from(pods::is_available(pod, seconds, observed.now));
        updated += usize::from(place.pods.iter().any(|pod| pod.label(HASH) == observed.hash));
    }
    let old = observed.set.status.clone().unwrap_or_default();
    DaemonSetStatus {
        collision_count: old.collision_count,
        conditions: old.conditions,
        desired_number_scheduled: int(desired),
        current_number_scheduled: int(current),
        number_misscheduled: int(misplaced),
        number_ready: int(ready),
        number_available: count(available),
        number_unavailable: count(desired - available),
        updated_number_scheduled: count(updated),
        observed_generation: observed.set.meta().generation,
    }
}
