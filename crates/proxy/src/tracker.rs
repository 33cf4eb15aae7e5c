//! Follows Services, EndpointSlices and the node, and says which service ports came out different.
//!
//! Pure: `run.rs` feeds it events and asks for changes. Only services that an event touched are resolved again.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use api::core::v1::{Node, Service};
use api::discovery::v1::EndpointSlice;

use crate::view::resolve::resolve;
use crate::view::{NodeFacts, PortName, ServiceName, View};

const SERVICE_NAME: &str = "kubernetes.io/service-name";
const ZONE: &str = "topology.kubernetes.io/zone";

/// What the API says, and the view made from it.
#[derive(Default)]
pub struct Tracker {
    node: NodeFacts,
    services: HashMap<ServiceName, Arc<Service>>,
    slices: HashMap<ServiceName, BTreeMap<String, Arc<EndpointSlice>>>,
    touched: BTreeSet<ServiceName>,
    ports: HashMap<ServiceName, Vec<PortName>>,
    view: View,
}

impl Tracker {
    /// Nothing known yet but the node itself.
    pub fn new(node: NodeFacts) -> Self {
        Self { node, ..Self::default() }
    }

    /// The view as of the last [`changes`](Self::changes).
    pub fn view(&self) -> &View {
        &self.view
    }

    /// Whether there is something to resolve again.
    pub fn is_touched(&self) -> bool {
        !self.touched.is_empty()
    }

    /// A service is as given, or gone.
    pub fn service(&mut self, service: &Arc<Service>, there: bool) {
        let name = named(&service.metadata, None);
        if there {
            self.services.insert(name.clone(), service.clone());
        } else {
            self.services.remove(&name);
        }
        self.touched.insert(name);
    }

    /// A slice is as given, or gone.
    pub fn slice(&mut self, slice: &Arc<EndpointSlice>, there: bool) {
        let labels = slice.metadata.labels.as_ref();
        let Some(service) = labels.and_then(|labels| labels.get(SERVICE_NAME)) else { return };
        let service = named(&slice.metadata, Some(service));
        let name = slice.metadata.name.clone().unwrap_or_default();
        let slices = self.slices.entry(service.clone()).or_default();
        if there {
            slices.insert(name, slice.clone());
        } else {
            slices.remove(&name);
        }
        if slices.is_empty() {
            self.slices.remove(&service);
        }
        self.touched.insert(service);
    }

    /// The node's labels or addresses may have changed: then everything is looked at again.
    pub fn node(&mut self, node: &Node) {
        if node.metadata.name.as_deref() != Some(&self.node.name) {
            return;
        }
        let labels = node.metadata.labels.as_ref();
        let zone = labels.and_then(|labels| labels.get(ZONE)).cloned();
        let reported = node.status.as_ref().and_then(|status| status.addresses.as_ref());
        let reported =
            reported.into_iter().flatten().filter_map(|one| one.address.parse::<std::net::IpAddr>().ok());
        let mut facts = NodeFacts { zone, ..self.node.clone() };
        facts.addresses.extend(reported);
        facts.addresses.sort();
        facts.addresses.dedup();
        if facts != self.node {
            self.node = facts;
            self.touched.extend(self.services.keys().cloned());
        }
    }

    /// Resolves what was touched, and names the ports that are not as they were.
    pub fn changes(&mut self) -> BTreeSet<PortName> {
        let mut changed = BTreeSet::new();
        for name in std::mem::take(&mut self.touched) {
            let slices: Vec<_> = self.slices.get(&name).into_iter().flat_map(BTreeMap::values).collect();
            let slices: Vec<&EndpointSlice> = slices.into_iter().map(Arc::as_ref).collect();
            let resolved = self.services.get(&name).map(|service| resolve(service, &slices, &self.node));
            let resolved = resolved.unwrap_or_default();
            let before = self.ports.remove(&name).unwrap_or_default();
            let now: Vec<_> = resolved.ports.iter().map(|(port, _)| port.clone()).collect();
            for gone in before.into_iter().filter(|port| !now.contains(port)) {
                self.view.ports.remove(&gone);
                changed.insert(gone);
            }
            for (port, resolved) in resolved.ports {
                if self.view.ports.get(&port) != Some(&resolved) {
                    self.view.ports.insert(port.clone(), resolved);
                    changed.insert(port);
                }
            }
            if !now.is_empty() {
                self.ports.insert(name.clone(), now);
            }
            match resolved.health {
                Some(health) => self.view.health.insert(name, health),
                None => self.view.health.remove(&name),
            };
        }
        changed
    }
}

fn named(meta: &api::meta::ObjectMeta, name: Option<&str>) -> ServiceName {
    ServiceName {
        namespace: meta.namespace.clone().unwrap_or_default(),
        name: name.or(meta.name.as_deref()).unwrap_or_default().to_owned(),
    }
}
