//! What the proxy follows in the API, handed to the tracker as it comes. `run.rs` waits here.

use api::core::v1::{Node, Service};
use api::discovery::v1::EndpointSlice;
use informer::{Event, Subscription};

use crate::health::Health;
use crate::tracker::Tracker;

/// Everything that decides on rules.
pub struct Inputs {
    pub services: Subscription<Service>,
    pub slices: Subscription<EndpointSlice>,
    pub nodes: Subscription<Node>,
}

impl Inputs {
    /// Waits for an event, and takes it and all others that are there; false when there will be none any more.
    pub async fn next(&mut self, tracker: &mut Tracker, health: &Health) -> bool {
        tokio::select! {
            Some(event) = self.services.next() => service(tracker, &event),
            Some(event) = self.slices.next() => slice(tracker, &event),
            Some(event) = self.nodes.next() => node(tracker, &event, health),
            else => return false,
        }
        self.drain(tracker, health);
        true
    }

    /// Takes all events that are there.
    pub fn drain(&mut self, tracker: &mut Tracker, health: &Health) {
        while let Some(event) = self.services.try_next() {
            service(tracker, &event);
        }
        while let Some(event) = self.slices.try_next() {
            slice(tracker, &event);
        }
        while let Some(event) = self.nodes.try_next() {
            node(tracker, &event, health);
        }
    }
}

fn service(tracker: &mut Tracker, event: &Event<Service>) {
    tracker.service(event.object(), !matches!(event, Event::Deleted(_)));
}

fn slice(tracker: &mut Tracker, event: &Event<EndpointSlice>) {
    tracker.slice(event.object(), !matches!(event, Event::Deleted(_)));
}

fn node(tracker: &mut Tracker, event: &Event<Node>, health: &Health) {
    let node = event.object();
    let taints = node.spec.as_ref().and_then(|spec| spec.taints.as_ref()).into_iter().flatten();
    let leaving = taints.into_iter().any(|taint| taint.key == "ToBeDeletedByClusterAutoscaler");
    let gone = matches!(event, Event::Deleted(_)) || node.metadata.deletion_timestamp.is_some();
    health.set_eligible(!leaving && !gone);
    tracker.node(node);
}
