//! Where the pods of a service are: slices of endpoints, for proxies and DNS. `view.rs` says what the slices should hold, `slices.rs` lays it
//! out; this file looks at the caches.

mod view;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use api::Resource as _;
use api::core::v1::{Node, Pod, Service};
use api::discovery::v1::EndpointSlice;
use api::well_known::label;
use async_trait::async_trait;
use client::Client;
use informer::{Controller, Error, Informer, Inputs, Key, Next};

use crate::expectations::Expectations;
use crate::services::{self, HEADLESS};
use crate::slices::{self, BY_SERVICE, Base, MANAGED_BY, by_service, index_value};
use crate::{Context, Work, selector};

const NAME: &str = "endpointslice-controller";
const MANAGER: &str = "endpointslice-controller.k8s.io";

/// The loop.
pub fn build(context: &Context) -> Work {
    let slices = context.informers.of::<EndpointSlice>();
    slices.index(BY_SERVICE, by_service);
    Work::Reconciles(Arc::new(Slices {
        client: context.client.clone(),
        services: context.informers.of(),
        pods: context.informers.of(),
        nodes: context.informers.of(),
        expectations: Expectations::new(slices.clone()),
        slices,
    }))
}

struct Slices {
    client: Client,
    services: Informer<Service>,
    pods: Informer<Pod>,
    nodes: Informer<Node>,
    slices: Informer<EndpointSlice>,
    expectations: Expectations<EndpointSlice>,
}

#[async_trait]
impl Controller for Slices {
    fn name(&self) -> &'static str {
        NAME
    }

    fn inputs(&self, inputs: &mut Inputs) {
        inputs.on(&self.services, |event| vec![Key::of(&**event.object())]);
        let services = self.services.clone();
        inputs.on(&self.pods, move |event| services::concerned(&services, event));
        inputs.on(&self.slices, |event| {
            let slice = event.object();
            let own = slice.label(MANAGED_BY) == MANAGER;
            own.then(|| Key::new(slice.namespace(), slice.label(label::SERVICE_NAME))).into_iter().collect()
        });
        inputs.needs(&self.nodes);
    }

    async fn reconcile(&self, key: &Key) -> Result<Next, Error> {
        let Some(service) = self.services.get(&key.namespace, &key.name) else {
            self.expectations.forget(key);
            return self.remove(key).await;
        };
        let spec = service.spec.clone().unwrap_or_default();
        if spec.type_.as_deref() == Some("ExternalName") {
            return self.remove(key).await;
        }
        // Without a selector somebody else says where the service is.
        let Some(labels) = spec.selector.as_ref().filter(|labels| !labels.is_empty()) else {
            return Ok(Next::Done);
        };
        if !self.expectations.are_met(key) {
            return Ok(Next::After(Duration::from_secs(5)));
        }
        let select = selector::of_map(Some(labels));
        let mut pods = self.pods.list_in(&key.namespace);
        pods.retain(|pod| selector::matches(&select, &**pod));
        let zone = |node: &str| self.nodes.get("", node).map(|node| node.label(label::ZONE).to_owned());
        let families = services::families(&service);
        let groups = view::groups(&service, &pods, &families, zone);
        let changes = slices::plan(&base(&service), groups, &families, self.existing(key));
        slices::apply(&self.client, key, changes, &self.expectations).await?;
        Ok(Next::Done)
    }

    fn workers(&self) -> usize {
        5
    }
}

impl Slices {
    fn existing(&self, key: &Key) -> Vec<Arc<EndpointSlice>> {
        self.slices.indexed(BY_SERVICE, &index_value(&key.namespace, &key.name, MANAGER))
    }

    async fn remove(&self, key: &Key) -> Result<Next, Error> {
        let changes = self.existing(key).into_iter().map(slices::Change::Delete).collect();
        slices::apply(&self.client, key, changes, &self.expectations).await?;
        Ok(Next::Done)
    }
}

/// What the slices of a service have in common: its own labels, and those by which they are found.
fn base(service: &Service) -> Base {
    let mut labels: BTreeMap<String, String> = service.meta().labels.clone().unwrap_or_default();
    labels.remove(HEADLESS);
    if services::is_headless(service) {
        labels.insert(HEADLESS.to_owned(), String::new());
    }
    labels.insert(label::SERVICE_NAME.to_owned(), service.name().to_owned());
    labels.insert(MANAGED_BY.to_owned(), MANAGER.to_owned());
    Base {
        namespace: service.namespace().to_owned(),
        name: service.name().to_owned(),
        labels,
        owner: service.controller_reference(),
    }
}
