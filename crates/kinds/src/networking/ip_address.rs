//! `IPAddress`: an address that is taken, and by whom. Its name is the address.

use api::networking::v1::{IPAddress, ParentReference};
use meta::{BadValue, ErrorList, Path, Time, go, validate};
use resource::{Context, Kind, Object, Part, Strategy};
use serde_json::Value;
use std::borrow::Cow;

use crate::describe;
use crate::printing::{NONE, age, age_of, name, text};
use crate::rules::object::{same, typed};
use crate::rules::report::{Report, text as of};

/// The descriptor.
pub fn kind() -> Kind {
    describe::cluster("networking.k8s.io", "v1", "IPAddress", "ipaddresses")
        .short(&["ip"])
        .columns(vec![name(), text("ParentRef", "io.k8s.api.networking.v1.IPAddressSpec#parentRef"), age()])
        .strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn validate_name(&self, name: &str, _prefix: bool) -> Vec<Cow<'static, str>> {
        validate::ip(&Path::nil(), name).into_iter().map(|error| error.detail.into()).collect()
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        if object.get("spec.parentRef").is_none() {
            let mut errors = ErrorList::new();
            errors.required(&Path::new("spec.parentRef"), "");
            return errors;
        }
        typed(object, |address: &IPAddress| {
            parent_errors(&address.spec.parent_ref, &Path::new("spec.parentRef"))
        })
    }

    fn validate_update(&self, _part: Part<'_>, new: &Object, old: &Object, cx: &Context<'_>) -> ErrorList {
        let mut errors = self.validate(new, cx);
        let (parent, before) = (new.get("spec.parentRef"), old.get("spec.parentRef"));
        if !same(parent, before) {
            errors.invalid(&Path::new("spec.parentRef"), shown(parent), "field is immutable");
        }
        errors
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        let of = |field: &str| object.text(&format!("spec.parentRef.{field}"));
        let dotted = |prefix: &str, text: &str| match text {
            "" => String::new(),
            text => format!("{prefix}{text}"),
        };
        let parent = match object.get("spec.parentRef") {
            None => NONE.to_owned(),
            Some(_) => {
                let kind = format!("{}{}", of("resource"), dotted(".", of("group"))).to_lowercase();
                format!("{kind}{}/{}", dotted("/", of("namespace")), of("name"))
            }
        };
        vec![parent.into(), age_of(object, now)]
    }
}

/// With the names that the parts have inside a stock server.
fn shown(parent: Option<&Value>) -> BadValue {
    let Some(parent) = parent else { return BadValue::Null };
    let json = |field: &str| go::to_json(parent[field].as_str().unwrap_or_default()).unwrap_or_default();
    let (group, resource, namespace) = (json("group"), json("resource"), json("namespace"));
    BadValue::Json(format!(
        r#"{{"Group":{group},"Resource":{resource},"Namespace":{namespace},"Name":{}}}"#,
        json("name")
    ))
}

fn parent_errors(parent: &ParentReference, path: &Path<'_>) -> ErrorList {
    let mut errors = ErrorList::new();
    let (group, namespace) = (of(&parent.group), of(&parent.namespace));
    if !group.is_empty() {
        errors.problems(&path.child("group"), group, validate::dns1123_subdomain(group));
    }
    for (field, value) in [("resource", &parent.resource), ("name", &parent.name)] {
        errors.need(&path.child(field), value);
        errors.problems(&path.child(field), value, validate::path_segment_name(value));
    }
    if !namespace.is_empty() {
        errors.problems(&path.child("namespace"), namespace, validate::path_segment_name(namespace));
    }
    errors
}
