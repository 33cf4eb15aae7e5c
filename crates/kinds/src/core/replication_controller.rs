//! `ReplicationController`: keeps a number of pods of one template running.

use api::core::v1::{ReplicationController, ReplicationControllerSpec};
use meta::validate::{Unit, dns1123_subdomain_in};
use meta::{BadValue, ErrorList, FieldError, Path, Time};
use resource::{Context, Kind, Object, Part, Strategy};
use serde_json::Value;
use std::borrow::Cow;

use crate::describe;
use crate::printing::{age, age_of, containers, integer, labels, name, number, text as column};
use crate::rules::object::{default, keep, made, member, same, typed, typed_update};
use crate::rules::pod_spec::Options;
use crate::rules::pod_template;
use crate::rules::report::{Report, text};

/// The descriptor.
pub fn kind() -> Kind {
    describe::namespaced("", "v1", "ReplicationController", "replicationcontrollers")
        .short(&["rc"])
        .categories(&["all"])
        .scale("spec.replicas", "status.replicas", Some("spec.selector"))
        .status()
        .columns(vec![
            name(),
            integer("Desired", "io.k8s.api.core.v1.ReplicationControllerSpec#replicas"),
            integer("Current", "io.k8s.api.core.v1.ReplicationControllerStatus#replicas"),
            integer("Ready", "io.k8s.api.core.v1.ReplicationControllerStatus#readyReplicas"),
            age(),
            column("Containers", "Names of each container in the template.").wide(),
            column("Images", "Images referenced by each container in the template.").wide(),
            column("Selector", "io.k8s.api.core.v1.ReplicationControllerSpec#selector").wide(),
        ])
        .selectable(&["status.replicas"])
        .generation()
        .strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn defaults(&self, object: &mut Object) {
        let spec = made(object.tree_mut(), "spec");
        default(spec, "replicas", 1);
        let mut labels = None;
        if let Some(template) = member(spec, "template") {
            pod_template::defaults(template);
            labels = template.pointer("/metadata/labels").filter(|labels| labels.is_object()).cloned();
        }
        let Some(labels) = labels else { return };
        if same(spec.get("selector"), None) {
            spec["selector"] = labels.clone();
        }
        if same(object.get("metadata.labels"), None) {
            object.set("metadata.labels", labels);
        }
    }

    fn prepare_create(&self, object: &mut Object, _cx: &Context<'_>) {
        object.remove("status");
        if let Some(template) = object.tree_mut().pointer_mut("/spec/template").filter(|t| t.is_object()) {
            pod_template::drop_disabled(template, None);
        }
    }

    fn prepare_update(&self, part: Part<'_>, new: &mut Object, old: &Object, _cx: &Context<'_>) {
        if part != Part::Main {
            return keep(new, old, &["spec"]);
        }
        keep(new, old, &["status"]);
        if let Some(template) = new.tree_mut().pointer_mut("/spec/template").filter(|t| t.is_object()) {
            pod_template::drop_disabled(template, old.get("spec.template"));
        }
    }

    fn validate_name(&self, name: &str, prefix: bool) -> Vec<Cow<'static, str>> {
        // Upstream has moved this kind to its newer checks, which count bytes and look at the final name only.
        if prefix { Vec::new() } else { dns1123_subdomain_in(name, Unit::Bytes) }
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        typed(object, |own: &ReplicationController| {
            spec(&own.spec.clone().unwrap_or_default(), &Options::create())
        })
    }

    fn validate_update(&self, part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        if part != Part::Main {
            return status(new);
        }
        typed_update(new, old, |new: &ReplicationController, old: &ReplicationController| {
            let template = old.spec.as_ref().and_then(|spec| spec.template.as_ref());
            let options = Options::update(template.and_then(|template| template.spec.as_ref()));
            spec(&new.spec.clone().unwrap_or_default(), &options)
        })
    }

    fn warnings(&self, new: &Object, old: Option<&Object>, _cx: &Context<'_>) -> Vec<String> {
        let mut warnings = pod_template::name_warnings(new, old, "Pod names and hostnames");
        let template = new.get("spec.template").cloned().unwrap_or_default();
        let old = old.and_then(|old| old.get("spec.template"));
        warnings.extend(pod_template::warnings(&template, old, "spec.template"));
        warnings
    }

    fn field<'a>(&self, object: &'a Object, path: &str) -> Cow<'a, str> {
        object.int(path).unwrap_or(0).to_string().into()
    }

    fn default_propagation(&self) -> resource::Propagation {
        resource::Propagation::Orphan
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        let [names, images] = containers(object, "spec.template.spec.containers");
        vec![
            number(object, "spec.replicas"),
            number(object, "status.replicas"),
            number(object, "status.readyReplicas"),
            age_of(object, now),
            names,
            images,
            labels(object.get("spec.selector")),
        ]
    }
}

fn spec(spec: &ReplicationControllerSpec, options: &Options) -> ErrorList {
    let mut errors = ErrorList::new();
    let path = Path::new("spec");
    errors.not_negative(&path.child("minReadySeconds"), spec.min_ready_seconds.unwrap_or(0).into());
    let selector = spec.selector.clone().unwrap_or_default();
    if selector.is_empty() {
        errors.required(&path.child("selector"), "");
    }
    match spec.replicas {
        None => errors.required(&path.child("replicas"), ""),
        Some(replicas) => errors.not_negative(&path.child("replicas"), replicas.into()),
    }
    let at = path.child("template");
    let Some(template) = &spec.template else {
        errors.required(&at, "");
        return errors;
    };
    let labels = template.metadata.as_ref().and_then(|meta| meta.labels.as_ref());
    let matches =
        selector.iter().all(|(key, value)| labels.and_then(|labels| labels.get(key)) == Some(value));
    if !matches {
        let value = labels.map_or(BadValue::Null, BadValue::json);
        errors.invalid(
            &at.child("metadata").child("labels"),
            value,
            "`selector` does not match template `labels`",
        );
    }
    errors.append(pod_template::validate(template, options, &at));
    let pod = template.spec.clone().unwrap_or_default();
    let policy = text(&pod.restart_policy);
    if policy != "Always" {
        let at = at.child("spec");
        errors.push(FieldError::not_supported(
            &at.child("restartPolicy"),
            BadValue::json(policy),
            &["Always"],
        ));
    }
    if pod.active_deadline_seconds.is_some() {
        let detail = "activeDeadlineSeconds in ReplicationController is not Supported";
        errors.forbidden(&at.child("spec").child("activeDeadlineSeconds"), detail);
    }
    errors
}

fn status(object: &Object) -> ErrorList {
    let mut errors = ErrorList::new();
    let path = Path::new("status");
    let get = |name: &str| object.int(&format!("status.{name}")).unwrap_or(0);
    let fields =
        ["replicas", "fullyLabeledReplicas", "readyReplicas", "availableReplicas", "observedGeneration"];
    for field in fields {
        errors.not_negative(&path.child(field), get(field));
    }
    for field in &fields[1..4] {
        if get(field) > get("replicas") {
            errors.invalid(&path.child(field), get(field), "cannot be greater than status.replicas");
        }
    }
    if get("availableReplicas") > get("readyReplicas") {
        let detail = "cannot be greater than readyReplicas";
        errors.invalid(&path.child("availableReplicas"), get("availableReplicas"), detail);
    }
    errors
}
