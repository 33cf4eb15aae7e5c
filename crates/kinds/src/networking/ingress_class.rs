//! `IngressClass`: who makes ingresses work.

use api::networking::v1::{IngressClass, IngressClassParametersReference, IngressClassSpec};
use meta::validate::object_meta::immutable_field;
use meta::{ErrorList, FieldError, Path, Time, names, validate};
use resource::{Context, Kind, Object, Part, Strategy};
use serde_json::Value;

use crate::describe;
use crate::printing::{NONE, age, age_of, name, text};
use crate::rules::object::{default_absent, typed, typed_update};
use crate::rules::report::{Report, text as of};

/// The longest name of a controller.
const MAX_CONTROLLER: usize = 250;

/// The descriptor.
pub fn kind() -> Kind {
    describe::cluster("networking.k8s.io", "v1", "IngressClass", "ingressclasses")
        .generation()
        .columns(vec![
            name(),
            text("Controller", "Controller that is responsible for handling this class"),
            text("Parameters", "A reference to a resource with additional parameters"),
            age(),
        ])
        .strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn defaults(&self, object: &mut Object) {
        if let Some(parameters) = object.tree_mut().pointer_mut("/spec/parameters") {
            default_absent(parameters, "scope", "Cluster");
        }
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        typed(object, |class: &IngressClass| spec_errors(&class.spec.clone().unwrap_or_default()))
    }

    fn validate_update(&self, _part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        typed_update(new, old, |new: &IngressClass, old: &IngressClass| {
            let (new, old) = (new.spec.clone().unwrap_or_default(), old.spec.clone().unwrap_or_default());
            let (controller, before) = (of(&new.controller), of(&old.controller));
            let at = Path::new("spec.controller");
            let mut errors: ErrorList = immutable_field(&controller, &before, &at).into_iter().collect();
            errors.append(spec_errors(&new));
            errors
        })
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        let parameters = match object.get("spec.parameters") {
            None => NONE.to_owned(),
            Some(given) => {
                let of = |name: &str| given[name].as_str().unwrap_or_default();
                let group = given["apiGroup"].as_str().map(|group| format!(".{group}")).unwrap_or_default();
                format!("{}{group}/{}", of("kind"), of("name"))
            }
        };
        vec![object.text("spec.controller").into(), parameters.into(), age_of(object, now)]
    }
}

fn spec_errors(spec: &IngressClassSpec) -> ErrorList {
    let (mut errors, at) = (ErrorList::new(), Path::new("spec.controller"));
    let controller = of(&spec.controller);
    if controller.len() > MAX_CONTROLLER {
        errors.push(FieldError::too_long(&at, MAX_CONTROLLER));
    }
    errors.append(validate::domain_prefixed_path(&at, controller));
    if let Some(parameters) = &spec.parameters {
        parameter_errors(parameters, &Path::new("spec.parameters"), &mut errors);
    }
    errors
}

fn parameter_errors(given: &IngressClassParametersReference, path: &Path<'_>, errors: &mut ErrorList) {
    if let Some(group) = &given.api_group {
        errors.problems(&path.child("apiGroup"), group, validate::dns1123_subdomain(group));
    }
    for (field, value) in [("kind", &given.kind), ("name", &given.name)] {
        errors.need(&path.child(field), value);
        errors.problems(&path.child(field), value, validate::path_segment_name(value));
    }
    let (at, scope) = (path.child("scope"), of(&given.scope));
    if given.scope.is_none() {
        errors.required(&at, "");
    }
    let namespace = path.child("namespace");
    match (scope, &given.namespace) {
        ("Namespace", None) => errors.required(&namespace, "`parameters.scope` is set to 'Namespace'"),
        ("Namespace", Some(name)) => errors.problems(&namespace, name, names::dns_label(name, false)),
        ("Cluster", Some(_)) => errors.forbidden(&namespace, "`parameters.scope` is set to 'Cluster'"),
        ("Cluster", None) => {}
        (other, _) => errors.push(FieldError::not_supported(&at, other, &["Cluster", "Namespace"])),
    }
}
