//! `Service`: one name and address for a set of pods.

mod addresses;
mod prepare;
mod print;
mod validate;
mod warnings;

use api::core::v1::Service;
use meta::{ErrorList, Time, names};
use resource::{Context, Kind, Object, Part, Strategy, Verb};
use serde_json::Value;
use std::borrow::Cow;

use crate::describe::{self, VIEW};
use crate::printing::{age, name, text as column};
use crate::rules::object::{keep, typed, typed_update};

pub use prepare::{
    allocates_node_ports, carry_over, needs_health_check, needs_node_port, node_ports, plural_of_singular,
};

/// What is wrong with the addresses and families of a service, before any are allocated.
pub fn validate_addresses(new: &Object, old: Option<&Object>) -> ErrorList {
    let check = |new: &Service, old: Option<&Service>| {
        let mut errors = ErrorList::new();
        let spec = new.spec.clone().unwrap_or_default();
        addresses::validate(&spec, old.and_then(|old| old.spec.as_ref()), &mut errors);
        errors
    };
    match old {
        None => typed(new, |new: &Service| check(new, None)),
        Some(old) => typed_update(new, old, |new: &Service, old: &Service| check(new, Some(old))),
    }
}

/// The descriptor.
pub fn kind() -> Kind {
    let proxy = [Verb::Create, Verb::Delete, Verb::Get, Verb::Patch, Verb::Update];
    describe::namespaced("", "v1", "Service", "services")
        .short(&["svc"])
        .categories(&["all"])
        .connect("proxy", &proxy, Some(("", "v1", "ServiceProxyOptions")))
        .view("status", VIEW)
        .columns(vec![
            name(),
            column("Type", "io.k8s.api.core.v1.ServiceSpec#type"),
            column("Cluster-IP", "io.k8s.api.core.v1.ServiceSpec#clusterIP"),
            column("External-IP", "io.k8s.api.core.v1.ServiceSpec#externalIPs"),
            column("Port(s)", "io.k8s.api.core.v1.ServiceSpec#ports"),
            age(),
            column("Selector", "io.k8s.api.core.v1.ServiceSpec#selector").wide(),
        ])
        .selectable(&["spec.clusterIP", "spec.type"])
        .strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn defaults(&self, object: &mut Object) {
        prepare::defaults(object);
    }

    fn prepare_create(&self, object: &mut Object, _cx: &Context<'_>) {
        object.remove("status");
        plural_of_singular(object);
    }

    fn validate_name(&self, name: &str, prefix: bool) -> Vec<Cow<'static, str>> {
        names::dns_label(name, prefix)
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        typed(object, |service: &Service| validate::service(service, None))
    }

    fn prepare_update(&self, part: Part<'_>, new: &mut Object, old: &Object, _cx: &Context<'_>) {
        match part {
            Part::Main => prepare::update(new, old),
            Part::Status | Part::View(_) => keep(new, old, &["spec"]),
        }
    }

    fn validate_update(&self, part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        typed_update(new, old, |new: &Service, old: &Service| match part {
            Part::Main => validate::update(new, old),
            Part::Status | Part::View(_) => validate::status(new, old),
        })
    }

    fn warnings(&self, new: &Object, _old: Option<&Object>, _cx: &Context<'_>) -> Vec<String> {
        warnings::of(new)
    }

    fn allow_create_on_update(&self) -> bool {
        true
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        print::cells(object, now)
    }

    fn returns_deleted(&self) -> bool {
        true
    }
}
