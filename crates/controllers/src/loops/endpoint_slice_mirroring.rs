//! Hand-made `Endpoints` as slices: for services without a selector, whose endpoints somebody writes in the older form. Pure parts are
//! `groups` here and `slices::plan`.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use api::Resource as _;
use api::core::v1::{EndpointAddress, Endpoints, Service};
use api::discovery::v1::{Endpoint, EndpointConditions, EndpointPort, EndpointSlice};
use api::well_known::{annotation, label};
use async_trait::async_trait;
use client::Client;
use informer::{Controller, Error, Informer, Inputs, Key, Next};

use crate::expectations::Expectations;
use crate::services;
use crate::slices::{self, BY_SERVICE, Base, Group, MANAGED_BY, by_service, index_value};
use crate::{Context, Work};

const NAME: &str = "endpointslice-mirroring-controller";
const MANAGER: &str = "endpointslicemirroring-controller.k8s.io";
const SKIP: &str = "endpointslice.kubernetes.io/skip-mirror";
const LEADER: &str = "control-plane.alpha.kubernetes.io/leader";
/// More addresses of one subset than this are not mirrored.
const MAX_PER_SUBSET: usize = 1000;

/// The loop.
pub fn build(context: &Context) -> Work {
    let slices = context.informers.of::<EndpointSlice>();
    slices.index(BY_SERVICE, by_service);
    Work::Reconciles(Arc::new(Mirror {
        client: context.client.clone(),
        services: context.informers.of(),
        endpoints: context.informers.of(),
        expectations: Expectations::new(slices.clone()),
        slices,
    }))
}

struct Mirror {
    client: Client,
    services: Informer<Service>,
    endpoints: Informer<Endpoints>,
    slices: Informer<EndpointSlice>,
    expectations: Expectations<EndpointSlice>,
}

#[async_trait]
impl Controller for Mirror {
    fn name(&self) -> &'static str {
        NAME
    }

    fn inputs(&self, inputs: &mut Inputs) {
        inputs.on(&self.services, |event| vec![Key::of(&**event.object())]);
        inputs.on(&self.endpoints, |event| vec![Key::of(&**event.object())]);
        inputs.on(&self.slices, |event| {
            let slice = event.object();
            let own = slice.label(MANAGED_BY) == MANAGER;
            own.then(|| Key::new(slice.namespace(), slice.label(label::SERVICE_NAME))).into_iter().collect()
        });
    }

    async fn reconcile(&self, key: &Key) -> Result<Next, Error> {
        if !self.expectations.are_met(key) {
            return Ok(Next::After(Duration::from_secs(5)));
        }
        let existing = self.slices.indexed(BY_SERVICE, &index_value(&key.namespace, &key.name, MANAGER));
        let service = self.services.get(&key.namespace, &key.name);
        let endpoints = self.endpoints.get(&key.namespace, &key.name);
        let changes = match (service, endpoints) {
            (Some(service), Some(endpoints)) if is_mirrored(&service, &endpoints) => {
                slices::plan(&base(&endpoints), groups(&endpoints), &[], existing)
            }
            _ => existing.into_iter().map(slices::Change::Delete).collect(),
        };
        slices::apply(&self.client, key, changes, &self.expectations).await?;
        Ok(Next::Done)
    }
}

/// Whether somebody writes these endpoints by hand.
fn is_mirrored(service: &Service, endpoints: &Endpoints) -> bool {
    let selector = service.spec.as_ref().and_then(|spec| spec.selector.as_ref());
    selector.is_none_or(BTreeMap::is_empty)
        && endpoints.label(SKIP) != "true"
        && endpoints.annotation(LEADER).is_none()
}

fn base(endpoints: &Endpoints) -> Base {
    let mut labels = endpoints.meta().labels.clone().unwrap_or_default();
    labels.insert(label::SERVICE_NAME.to_owned(), endpoints.name().to_owned());
    labels.insert(MANAGED_BY.to_owned(), MANAGER.to_owned());
    labels.remove(annotation::LAST_APPLIED);
    Base {
        namespace: endpoints.namespace().to_owned(),
        name: endpoints.name().to_owned(),
        labels,
        owner: endpoints.controller_reference(),
    }
}

/// The subsets as groups, one per family of addresses.
fn groups(endpoints: &Endpoints) -> Vec<Group> {
    let mut groups: BTreeMap<String, Group> = BTreeMap::new();
    for subset in endpoints.subsets.iter().flatten() {
        let ports: Vec<EndpointPort> = subset
            .ports
            .iter()
            .flatten()
            .map(|port| EndpointPort {
                name: Some(port.name.clone().unwrap_or_default()),
                port: Some(port.port),
                protocol: Some(port.protocol.clone().unwrap_or_else(|| "TCP".to_owned())),
                app_protocol: port.app_protocol.clone(),
            })
            .collect();
        let ready = subset.addresses.iter().flatten().map(|address| (address, true));
        let unready = subset.not_ready_addresses.iter().flatten().map(|address| (address, false));
        for (address, ready) in ready.chain(unready).take(MAX_PER_SUBSET) {
            let family = services::family(&address.ip).to_owned();
            let group = groups.entry(format!("{family} {ports:?}")).or_insert_with(|| Group {
                family,
                ports: ports.clone(),
                endpoints: Vec::new(),
            });
            group.endpoints.push(endpoint(address, ready));
        }
    }
    groups.into_values().collect()
}

fn endpoint(address: &EndpointAddress, ready: bool) -> Endpoint {
    Endpoint {
        addresses: vec![address.ip.clone()],
        conditions: Some(EndpointConditions { ready: Some(ready), ..EndpointConditions::default() }),
        hostname: address.hostname.clone(),
        node_name: address.node_name.clone(),
        target_ref: address.target_ref.clone(),
        ..Endpoint::default()
    }
}
