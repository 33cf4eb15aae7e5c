//! Where the pods of a service are, in the older form: one `Endpoints` object of the service's name. `view.rs` says what it should hold.

mod view;

use std::sync::Arc;
use std::time::Duration;

use api::Resource as _;
use api::core::v1::{Endpoints, Pod, Service};
use async_trait::async_trait;
use client::{Client, DeleteOptions};
use informer::{Controller, Error, Informer, Inputs, Key, Next};

use crate::expectations::Expectations;
use crate::{Context, Work, selector, services};

const NAME: &str = "endpoints-controller";

/// The loop.
pub fn build(context: &Context) -> Work {
    let endpoints = context.informers.of::<Endpoints>();
    Work::Reconciles(Arc::new(Loop {
        client: context.client.clone(),
        services: context.informers.of(),
        pods: context.informers.of(),
        expectations: Expectations::new(endpoints.clone()),
        endpoints,
    }))
}

struct Loop {
    client: Client,
    services: Informer<Service>,
    pods: Informer<Pod>,
    endpoints: Informer<Endpoints>,
    expectations: Expectations<Endpoints>,
}

#[async_trait]
impl Controller for Loop {
    fn name(&self) -> &'static str {
        NAME
    }

    fn inputs(&self, inputs: &mut Inputs) {
        inputs.on(&self.services, |event| vec![Key::of(&**event.object())]);
        let services = self.services.clone();
        inputs.on(&self.pods, move |event| services::concerned(&services, event));
        inputs.on(&self.endpoints, |event| vec![Key::of(&**event.object())]);
    }

    async fn reconcile(&self, key: &Key) -> Result<Next, Error> {
        let Some(service) = self.services.get(&key.namespace, &key.name) else {
            self.expectations.forget(key);
            return self.remove(key).await;
        };
        let labels = service.spec.as_ref().and_then(|spec| spec.selector.as_ref());
        if labels.is_none_or(|labels| labels.is_empty()) {
            return Ok(Next::Done);
        }
        if !self.expectations.are_met(key) {
            return Ok(Next::After(Duration::from_secs(5)));
        }
        let select = selector::of_map(labels);
        let mut pods = self.pods.list_in(&key.namespace);
        pods.retain(|pod| selector::matches(&select, &**pod));
        let present = self.endpoints.get(&key.namespace, &key.name);
        let Some(wanted) = view::changed(&service, &pods, present.as_deref()) else { return Ok(Next::Done) };
        let all = self.client.within::<Endpoints>(&key.namespace);
        let written = match present {
            Some(_) => all.update(&wanted).await,
            None => all.create(&wanted).await,
        };
        match written {
            Ok(written) => self.expectations.wrote(key, &written),
            Err(error) if error.is_namespace_terminating() => {}
            Err(error) => return Err(error.into()),
        }
        Ok(Next::Done)
    }

    fn workers(&self) -> usize {
        5
    }
}

impl Loop {
    /// A service is gone: so are its endpoints, unless somebody made them by hand.
    async fn remove(&self, key: &Key) -> Result<Next, Error> {
        let Some(present) = self.endpoints.get(&key.namespace, &key.name) else { return Ok(Next::Done) };
        if present.label(view::MANAGED_BY) != view::MANAGER {
            return Ok(Next::Done);
        }
        let all = self.client.within::<Endpoints>(&key.namespace);
        match all.delete(&key.name, &DeleteOptions::of_uid(present.uid())).await {
            Err(error) if !error.is_not_found() => Err(error.into()),
            _ => Ok(Next::Done),
        }
    }
}
