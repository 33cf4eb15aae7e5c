//! What informers tell, put into cache and queue.

use std::sync::Arc;

use api::Resource as _;
use api::core::v1::{Namespace, Node, Pod};
use informer::{Event, Informer};

use super::Scheduler;
use crate::framework::Happening;
use crate::pod::PodInfo;

/// Connects the informers.
pub fn listen(
    scheduler: &Arc<Scheduler>,
    nodes: &Informer<Node>,
    pods: &Informer<Pod>,
    namespaces: &Informer<Namespace>,
) {
    let own = scheduler.clone();
    nodes.on(move |event| on_node(&own, event));
    let own = scheduler.clone();
    namespaces.on(move |event| on_namespace(&own, event));
    let own = scheduler.clone();
    pods.on(move |event| on_pod(&own, event));
}

fn on_node(scheduler: &Scheduler, event: &Event<Node>) {
    match event {
        Event::Added(node) => {
            scheduler.cache.lock().set_node(node.clone());
            scheduler.queue.happened(Happening::NodeAdded);
        }
        Event::Updated { old, new } => {
            scheduler.cache.lock().set_node(new.clone());
            for happening in node_changes(old, new) {
                scheduler.queue.happened(happening);
            }
        }
        Event::Deleted(node) => scheduler.cache.lock().remove_node(node.name()),
    }
}

fn node_changes(old: &Node, new: &Node) -> Vec<Happening> {
    let mut found = Vec::new();
    if old.metadata.labels != new.metadata.labels {
        found.push(Happening::NodeLabels);
    }
    let of = |node: &Node| {
        node.spec.as_ref().map(|spec| (spec.taints.clone(), spec.unschedulable.unwrap_or(false)))
    };
    if of(old) != of(new) {
        found.push(Happening::NodeTaints);
    }
    let of = |node: &Node| node.status.as_ref().and_then(|status| status.allocatable.clone());
    if of(old) != of(new) {
        found.push(Happening::NodeAllocatable);
    }
    found
}

fn on_namespace(scheduler: &Scheduler, event: &Event<Namespace>) {
    match event {
        Event::Added(namespace) | Event::Updated { new: namespace, .. } => {
            scheduler.cache.lock().set_namespace(namespace);
            scheduler.queue.happened(Happening::NamespaceChanged);
        }
        Event::Deleted(namespace) => scheduler.cache.lock().remove_namespace(namespace.name()),
    }
}

fn on_pod(scheduler: &Scheduler, event: &Event<Pod>) {
    match event {
        Event::Added(pod) => arrived(scheduler, None, pod),
        Event::Updated { old, new } => arrived(scheduler, Some(old), new),
        Event::Deleted(pod) => gone(scheduler, pod),
    }
}

fn arrived(scheduler: &Scheduler, old: Option<&Arc<Pod>>, pod: &Arc<Pod>) {
    let phase = pod.status.as_ref().and_then(|status| status.phase.as_deref());
    if matches!(phase, Some("Succeeded" | "Failed")) {
        return gone(scheduler, pod);
    }
    let info = Arc::new(PodInfo::new(pod.clone()));
    let node = pod.spec.as_ref().and_then(|spec| spec.node_name.as_deref()).unwrap_or_default();
    if !node.is_empty() {
        let moved = old.is_none_or(|old| old.metadata.labels != pod.metadata.labels || node_of(old) != node);
        scheduler.cache.lock().set_pod(info, node);
        scheduler.queue.remove(pod.uid());
        if moved {
            scheduler.queue.happened(Happening::PodPlaced);
        }
        return;
    }
    if !scheduler.is_ours(&info)
        || info.is_terminating()
        || is_gated(pod)
        || scheduler.cache.lock().is_placed(pod.uid())
    {
        if info.is_terminating() {
            scheduler.queue.remove(pod.uid());
            scheduler.cache.lock().dismiss(pod.uid());
        }
        return;
    }
    restore_nomination(scheduler, &info);
    // What the scheduler itself writes (conditions, nominations) is no reason to try again.
    let same = old.is_some_and(|old| old.spec == pod.spec && old.metadata.labels == pod.metadata.labels);
    if same { scheduler.queue.refresh(info) } else { scheduler.queue.add(info) }
}

fn restore_nomination(scheduler: &Scheduler, info: &Arc<PodInfo>) {
    let nominated = info.pod.status.as_ref().and_then(|status| status.nominated_node_name.as_deref());
    match nominated.filter(|node| !node.is_empty()) {
        Some(node) => scheduler.cache.lock().nominate(info.clone(), node),
        None => scheduler.cache.lock().dismiss(info.uid()),
    }
}

fn gone(scheduler: &Scheduler, pod: &Arc<Pod>) {
    scheduler.queue.remove(pod.uid());
    scheduler.cache.lock().remove_pod(pod.uid());
    if !node_of(pod).is_empty() {
        scheduler.queue.happened(Happening::PodGone);
    }
}

fn node_of(pod: &Pod) -> &str {
    pod.spec.as_ref().and_then(|spec| spec.node_name.as_deref()).unwrap_or_default()
}

fn is_gated(pod: &Pod) -> bool {
    pod.spec.as_ref().and_then(|spec| spec.scheduling_gates.as_ref()).is_some_and(|gates| !gates.is_empty())
}
