//! API objects from YAML, and the view they come to.

use std::sync::Arc;

use api::Typed;
use proxy::tracker::Tracker;
use proxy::view::{NodeFacts, View};

/// The node that tests look from.
pub fn node() -> NodeFacts {
    let addresses = vec!["192.168.1.1".parse().unwrap(), "2001:db8:5::1".parse().unwrap()];
    NodeFacts { name: "node-1".to_owned(), zone: Some("zone-a".to_owned()), addresses }
}

/// Puts every object of a `List` into a tracker.
pub fn feed(tracker: &mut Tracker, yaml: &str) {
    let tree = codec::yaml::decode(yaml.as_bytes()).unwrap().value;
    for object in tree["items"].as_array().unwrap() {
        match object["kind"].as_str().unwrap() {
            "Service" => tracker.service(&Arc::new(api::core::v1::Service::decode(object).unwrap()), true),
            "EndpointSlice" => {
                tracker.slice(&Arc::new(api::discovery::v1::EndpointSlice::decode(object).unwrap()), true);
            }
            other => panic!("{other}"),
        }
    }
}

/// The view of a `List`.
pub fn view(yaml: &str) -> View {
    let mut tracker = Tracker::new(node());
    feed(&mut tracker, yaml);
    tracker.changes();
    tracker.view().clone()
}
