//! `APIService`: who serves a group version, this server or another one behind a service.

use meta::{BadValue, ErrorList, FieldError, Path, Time, go, names, validate};
use resource::{Context, Kind, Object, Part, Strategy};
use serde_json::{Value, json};
use std::borrow::Cow;

use crate::describe;
use crate::printing::{age, age_of, name, text};
use crate::rules::object::{default, keep};
use crate::rules::report::Report;

/// The descriptor.
pub fn kind() -> Kind {
    describe::cluster("apiregistration.k8s.io", "v1", "APIService", "apiservices")
        .categories(&["api-extensions"])
        .status()
        .columns(vec![
            name(),
            text("Service", "The reference to the service that hosts this API endpoint."),
            text("Available", "Whether this service is available."),
            age(),
        ])
        .strategy_on_generic_metadata(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn defaults(&self, object: &mut Object) {
        if let Some(service) = object.tree_mut().pointer_mut("/spec/service") {
            default(service, "port", 443);
        }
    }

    fn prepare_create(&self, object: &mut Object, cx: &Context<'_>) {
        object.remove("status");
        if object.get("spec.service").is_none() {
            let condition = json!({
                "type": "Available",
                "status": "True",
                "lastTransitionTime": cx.now.to_string(),
                "reason": "Local",
                "message": "Local APIServices are always available",
            });
            object.set("status.conditions", json!([condition]));
        }
    }

    fn validate_name(&self, name: &str, prefix: bool) -> Vec<Cow<'static, str>> {
        names::path_segment(name, prefix)
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        let mut errors = name_errors(object);
        errors.append(spec_errors(object));
        errors
    }

    fn prepare_update(&self, part: Part<'_>, new: &mut Object, old: &Object, _cx: &Context<'_>) {
        let kept: &[&str] = match part {
            Part::Main => &["status"],
            Part::Status | Part::View(_) => &[
                "spec",
                "metadata.labels",
                "metadata.annotations",
                "metadata.finalizers",
                "metadata.ownerReferences",
            ],
        };
        keep(new, old, kept);
    }

    fn validate_update(&self, part: Part<'_>, new: &Object, _old: &Object, cx: &Context<'_>) -> ErrorList {
        match part {
            Part::Main => self.validate(new, cx),
            Part::Status | Part::View(_) => status_errors(new),
        }
    }

    fn allow_unconditional_update(&self) -> bool {
        false
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        let service = match object.get("spec.service") {
            None => "Local".to_owned(),
            Some(_) => {
                format!("{}/{}", object.text("spec.service.namespace"), object.text("spec.service.name"))
            }
        };
        vec![service.into(), availability(object).into(), age_of(object, now)]
    }
}

fn conditions(object: &Object) -> impl Iterator<Item = &Value> {
    object.get("status.conditions").and_then(Value::as_array).into_iter().flatten()
}

fn availability(object: &Object) -> String {
    let Some(condition) = conditions(object).find(|condition| condition["type"] == "Available") else {
        return "Unknown".to_owned();
    };
    let of = |name: &str| condition[name].as_str().unwrap_or_default();
    match (of("status"), of("reason")) {
        ("True", _) | (_, "") => of("status").to_owned(),
        (status, reason) => format!("{status} ({reason})"),
    }
}

/// The name says what is served.
fn name_errors(object: &Object) -> ErrorList {
    let mut errors = ErrorList::new();
    let wanted = format!("{}.{}", object.text("spec.version"), object.text("spec.group"));
    let name = object.name();
    if !name.is_empty() && names::path_segment(name, false).is_empty() && name != wanted {
        let detail = format!("must be `spec.version+\".\"+spec.group`: {}", go::quote(&wanted));
        errors.invalid(&Path::new("metadata.name"), name, detail);
    }
    errors
}

fn spec_errors(object: &Object) -> ErrorList {
    let (mut errors, path) = (ErrorList::new(), Path::new("spec"));
    let (group, version) = (object.text("spec.group"), object.text("spec.version"));
    if group.is_empty() && version != "v1" {
        let detail = "only v1 may have an empty group and it better be legacy kube";
        errors.required(&path.child("group"), detail);
    }
    if !group.is_empty() {
        errors.problems(&path.child("group"), group, validate::dns1123_subdomain(group));
    }
    errors.problems(&path.child("version"), version, validate::dns1035_label(version));
    for (field, most) in [("groupPriorityMinimum", 20_000), ("versionPriority", 1000)] {
        let value = object.int(&format!("spec.{field}")).unwrap_or(0);
        if value <= 0 || value > most {
            errors.invalid(&path.child(field), value, format!("must be positive and less than {most}"));
        }
    }
    backend_errors(object, &path, &mut errors);
    errors
}

/// Another server is reached through a service, and proves who it is; this one needs neither.
fn backend_errors(object: &Object, path: &Path<'_>, errors: &mut ErrorList) {
    let insecure = object.get("spec.insecureSkipTLSVerify") == Some(&Value::Bool(true));
    let bundle = object.text("spec.caBundle");
    let Some(service) = object.get("spec.service") else {
        if !bundle.is_empty() {
            // Every four characters stand for three bytes, less what pads the end.
            let size = bundle.len() / 4 * 3 - bundle.bytes().filter(|byte| *byte == b'=').count();
            let detail = "local APIServices may not have a caBundle";
            errors.invalid(&path.child("caBundle"), format!("{size} bytes"), detail);
        }
        if insecure {
            let detail = "local APIServices may not have insecureSkipTLSVerify";
            errors.invalid(&path.child("insecureSkipTLSVerify"), true, detail);
        }
        return;
    };
    let at = path.child("service");
    for field in ["namespace", "name"] {
        errors.need(&at.child(field), service[field].as_str().unwrap_or_default());
    }
    let port = service["port"].as_i64().unwrap_or(0);
    let problems = validate::port_number(port);
    if !problems.is_empty() {
        errors.invalid(&at.child("port"), port, format!("port is not valid: {}", problems.join(", ")));
    }
    if insecure && !bundle.is_empty() {
        errors.invalid(&path.child("insecureSkipTLSVerify"), true, "may not be true if caBundle is present");
    }
}

fn status_errors(object: &Object) -> ErrorList {
    let (mut errors, path) = (ErrorList::new(), Path::new("status.conditions"));
    let supported = ["True", "False", "Unknown"];
    for (i, condition) in conditions(object).enumerate() {
        let status = condition["status"].as_str().unwrap_or_default();
        if !supported.contains(&status) {
            let at = path.index(i);
            let shown = BadValue::json(status);
            errors.push(FieldError::not_supported(&at.child("status"), shown, &supported));
        }
    }
    errors
}
