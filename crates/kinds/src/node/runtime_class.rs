//! `RuntimeClass`: with which runtime the containers of pods are run.

use api::core::v1::{ResourceRequirements, Toleration};
use api::node::v1::RuntimeClass;
use meta::validate::object_meta::{immutable_field, labels};
use meta::{BadValue, ErrorList, Path, Time, go, names};
use resource::{Context, Kind, Object, Part, Strategy};
use serde_json::Value;
use std::collections::BTreeSet;

use crate::describe;
use crate::printing::{age, age_of, name, text};
use crate::rules::object::{typed, typed_update};
use crate::rules::pod_spec::Options;
use crate::rules::report::{Report, list, text as of};
use crate::rules::seen::Seen;
use crate::rules::{resources, tolerations};

/// The descriptor.
pub fn kind() -> Kind {
    describe::cluster("node.k8s.io", "v1", "RuntimeClass", "runtimeclasses")
        .columns(vec![name(), text("Handler", ""), age()])
        .strategy_on_generic_metadata(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        typed(object, class_errors)
    }

    fn validate_update(&self, _part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        typed_update(new, old, |new: &RuntimeClass, old: &RuntimeClass| {
            let mut errors = class_errors(new);
            errors.append(immutable_field(&new.handler, &old.handler, &Path::new("handler")));
            errors
        })
    }

    fn allow_unconditional_update(&self) -> bool {
        false
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        vec![object.text("handler").into(), age_of(object, now)]
    }
}

fn class_errors(class: &RuntimeClass) -> ErrorList {
    let mut errors = ErrorList::new();
    let at = Path::new("handler");
    if class.handler.is_empty() {
        errors.required(&at, "");
    } else {
        errors.problems(&at, &class.handler, names::dns_label(&class.handler, false));
    }
    if let Some(overhead) = &class.overhead {
        let wanted = ResourceRequirements { limits: overhead.pod_fixed.clone(), ..Default::default() };
        let (none, path) = (BTreeSet::new(), Path::new("overhead"));
        resources::requirements(
            &wanted,
            resources::container_name,
            &none,
            &Options::create(),
            &path,
            &mut errors,
        );
    }
    if let Some(scheduling) = &class.scheduling {
        let path = Path::new("scheduling");
        if let Some(selector) = &scheduling.node_selector {
            errors.append(labels(selector, &path.child("nodeSelector")));
        }
        toleration_errors(list(&scheduling.tolerations), &path.child("tolerations"), &mut errors);
    }
    errors
}

fn toleration_errors(given: &[Toleration], path: &Path<'_>, errors: &mut ErrorList) {
    tolerations::validate(given, path, errors);
    let key = |one: &Toleration| {
        [&one.key, &one.operator, &one.value, &one.effect].map(|field| of(field).to_owned())
    };
    let mut seen = Seen::new();
    for (i, one) in given.iter().enumerate() {
        if seen.again(key(one)) {
            let [name, operator, value, effect] = key(one).map(|text| go::to_json(&text).unwrap_or_default());
            let seconds = go::to_json(&one.toleration_seconds).unwrap_or_default();
            let shown = format!(
                r#"{{"Key":{name},"Operator":{operator},"Value":{value},"Effect":{effect},"TolerationSeconds":{seconds}}}"#
            );
            errors.duplicate(&path.index(i), BadValue::Json(shown));
        }
    }
}
