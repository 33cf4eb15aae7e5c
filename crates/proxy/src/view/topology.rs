//! Whether traffic stays near: the hints in EndpointSlices, taken only when they are complete and leave this node an endpoint.

use super::NodeFacts;
use super::endpoints::Endpoint;

/// How near endpoints have to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topology {
    /// Anywhere.
    Everywhere,
    /// Those meant for this node.
    SameNode,
    /// Those meant for this node's zone.
    SameZone,
}

impl Topology {
    /// What the hints of the ready endpoints say: all of them must have one, and one of them must be for us.
    pub fn of(endpoints: &[Endpoint], node: &NodeFacts) -> Self {
        let ready = || endpoints.iter().filter(|endpoint| endpoint.ready);
        let hinted = |hints: fn(&Endpoint) -> &Vec<String>, here: Option<&String>| {
            let complete = ready().all(|endpoint| !hints(endpoint).is_empty());
            complete && here.is_some_and(|here| ready().any(|endpoint| hints(endpoint).contains(here)))
        };
        if hinted(|endpoint| &endpoint.nodes, Some(&node.name)) {
            Self::SameNode
        } else if hinted(|endpoint| &endpoint.zones, node.zone.as_ref()) {
            Self::SameZone
        } else {
            Self::Everywhere
        }
    }

    /// Whether an endpoint is near enough.
    pub fn allows(self, endpoint: &Endpoint, node: &NodeFacts) -> bool {
        match self {
            Self::Everywhere => true,
            Self::SameNode => endpoint.nodes.contains(&node.name),
            Self::SameZone => node.zone.as_ref().is_some_and(|zone| endpoint.zones.contains(zone)),
        }
    }
}
