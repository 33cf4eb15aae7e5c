//! `CustomResourceDefinition`: a kind that is made at run time.
//!
//! Names and paths in errors follow the form in which a stock server judges a definition: what all versions have alike
//! stands once, beside the versions (`shared.rs`).

pub mod condition;
mod conversion;
mod defaults;
mod names;
mod rules;
mod schema;
mod selectable;
mod shared;
mod structural;
mod versions;

use meta::validate::object_meta::immutable_field;
use meta::{BadValue, ErrorList, FieldError, Path, validate};
use resource::{Context, Kind, Object, Part, Strategy};
use serde_json::{Value, json};

use self::shared::Shared;
use crate::describe;
use crate::rules::object::{default, keep, made, text};
use crate::rules::report::Report;

/// The finalizer that keeps a definition until its objects have gone.
pub const CLEANUP: &str = "customresourcecleanup.apiextensions.k8s.io";
/// The condition of a definition that is on its way out.
pub const TERMINATING: &str = "Terminating";
/// The condition of a definition whose objects are served.
pub const ESTABLISHED: &str = "Established";

/// The descriptor.
pub fn kind() -> Kind {
    describe::cluster("apiextensions.k8s.io", "v1", "CustomResourceDefinition", "customresourcedefinitions")
        .short(&["crd", "crds"])
        .categories(&["api-extensions"])
        .status()
        .generation()
        .strategy_on_generic_metadata(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn defaults(&self, object: &mut Object) {
        let spec = made(object.tree_mut(), "spec");
        let names = made(spec, "names");
        let kind = text(names, "kind").to_owned();
        if !kind.is_empty() {
            default(names, "singular", kind.to_lowercase());
            default(names, "listKind", format!("{kind}List"));
        }
        if spec.get("conversion").is_none_or(Value::is_null) {
            spec["conversion"] = json!({"strategy": "None"});
        }
        if let Some(service) = spec.pointer_mut("/conversion/webhook/clientConfig/service") {
            default(service, "port", 443);
        }
        if stored(object).is_empty() {
            add_stored(object);
        }
    }

    fn prepare_create(&self, object: &mut Object, _cx: &Context<'_>) {
        object.remove("status");
        add_stored(object);
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        let mut errors = name_errors(object);
        errors.append(definition_errors(object, None));
        errors
    }

    fn prepare_update(&self, part: Part<'_>, new: &mut Object, old: &Object, _cx: &Context<'_>) {
        match part {
            Part::Main => {
                keep(new, old, &["status"]);
                add_stored(new);
            }
            Part::Status | Part::View(_) => keep(new, old, &["spec"]),
        }
    }

    fn validate_update(&self, part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        match part {
            Part::Main => definition_errors(new, Some(old)),
            Part::Status | Part::View(_) => accepted_errors(new),
        }
    }

    fn allow_unconditional_update(&self) -> bool {
        false
    }

    /// A definition goes when its objects have gone: whoever serves them takes the finalizer away.
    fn is_pending(&self, object: &Object) -> bool {
        !object.is_terminating() || object.finalizers().next().is_some()
    }

    fn begin_delete(&self, object: &mut Object, cx: &Context<'_>) {
        if condition::holds(object, TERMINATING) {
            return;
        }
        let mut finalizers: Vec<String> = object.finalizers().map(str::to_owned).collect();
        if !finalizers.iter().any(|name| name == CLEANUP) {
            finalizers.push(CLEANUP.to_owned());
            object.set("metadata.finalizers", finalizers);
        }
        let pending = condition::Condition {
            kind: TERMINATING,
            holds: true,
            reason: "InstanceDeletionPending",
            message: "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon",
        };
        condition::set(object, &pending, cx.now);
    }
}

/// Versions of which there may be objects in the store.
fn stored(object: &Object) -> Vec<&str> {
    let list = object.get("status.storedVersions").and_then(Value::as_array).into_iter().flatten();
    list.filter_map(Value::as_str).collect()
}

/// From now on there may be objects of the version that is stored.
fn add_stored(object: &mut Object) {
    let versions = object.get("spec.versions").and_then(Value::as_array).into_iter().flatten();
    let current =
        versions.into_iter().find(|version| version["storage"] == true).map(|v| text(v, "name").to_owned());
    let mut list: Vec<String> = stored(object).into_iter().map(str::to_owned).collect();
    if let Some(current) = current.filter(|current| !list.contains(current)) {
        list.push(current);
        object.set("status.storedVersions", list);
    }
}

fn name_errors(object: &Object) -> ErrorList {
    let mut errors = ErrorList::new();
    let wanted = format!("{}.{}", object.text("spec.names.plural"), object.text("spec.group"));
    if !object.name().is_empty() && object.name() != wanted {
        let detail = r#"must be spec.names.plural+"."+spec.group"#;
        errors.invalid(&Path::new("metadata.name"), object.name(), detail);
    }
    errors
}

fn definition_errors(object: &Object, old: Option<&Object>) -> ErrorList {
    let spec = object.get("spec").cloned().unwrap_or(Value::Null);
    let mut errors = spec_errors(&spec);
    if let Some(old) = old {
        let path = Path::new("spec");
        let mut fixed = vec![("group", "spec.group"), ("names.plural", "spec.names.plural")];
        if is_established(old) {
            fixed.splice(..0, [("scope", "spec.scope"), ("names.kind", "spec.names.kind")]);
        }
        for (field, at) in fixed {
            errors.append(immutable_field(&object.text(at), &old.text(at), &path.child(field)));
        }
    }
    errors.append(accepted_errors(object));
    errors.append(stored_errors(object, &spec));
    errors.append(approval_errors(object, old));
    if spec["preserveUnknownFields"] == true
        && !old.is_some_and(|old| old.get("spec.preserveUnknownFields") == Some(&Value::Bool(true)))
    {
        let detail = "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead";
        errors.invalid(&Path::new("spec.preserveUnknownFields"), true, detail);
    }
    errors
}

/// The annotation by which groups of the community show that they were talked about.
pub const APPROVAL: &str = "api-approved.kubernetes.io";

/// Groups of the community need a word from it.
fn approval_errors(object: &Object, old: Option<&Object>) -> ErrorList {
    const SEE: &str = "see https://github.com/kubernetes/enhancements/pull/1111";
    let mut errors = ErrorList::new();
    let group = format!(".{}", object.text("spec.group"));
    let is_approved = |given: &str| {
        let (scheme, rest) = given.split_once("://").unwrap_or_default();
        given.starts_with("unapproved")
            || (!scheme.is_empty() && !rest.split('/').next().unwrap_or_default().is_empty())
    };
    let given = object.annotation(APPROVAL).unwrap_or_default();
    let state = |given: &str| (given.is_empty(), is_approved(given));
    let unchanged =
        old.is_some_and(|old| state(old.annotation(APPROVAL).unwrap_or_default()) == state(given));
    if unchanged || is_approved(given) || !(group.ends_with(".k8s.io") || group.ends_with(".kubernetes.io")) {
        return errors;
    }
    let at = Path::new("metadata.annotations");
    let words = format!("protected groups must have approval annotation \"{APPROVAL}\"");
    if given.is_empty() {
        errors.required(&at.key(APPROVAL), &format!("{words}, {SEE}"));
    } else {
        let detail = format!("{words} with either a URL or a reason starting with \"unapproved\", {SEE}");
        errors.invalid(&at.key(APPROVAL), given, detail);
    }
    errors
}

fn is_established(object: &Object) -> bool {
    condition::holds(object, ESTABLISHED)
}

fn spec_errors(spec: &Value) -> ErrorList {
    let (mut errors, path) = (ErrorList::new(), Path::new("spec"));
    let (group, at) = (text(spec, "group"), path.child("group"));
    let problems = validate::dns1123_subdomain(group);
    if group.is_empty() {
        errors.required(&at, "");
    } else if !problems.is_empty() {
        errors.invalid(&at, group, problems.join(","));
    } else if !group.contains('.') {
        errors.invalid(&at, group, "should be a domain with at least one dot");
    }
    one_of(text(spec, "scope"), &["Cluster", "Namespaced"], &path.child("scope"), &mut errors);
    let shared = Shared::of(spec);
    versions::validate(&shared, &path, &mut errors);
    let (names, at) = (&spec["names"], path.child("names"));
    for field in ["plural", "singular", "kind", "listKind"] {
        errors.need(&at.child(field), text(names, field));
    }
    names::validate(names, &at, &mut errors);
    versions::details(&shared.top, &path, "validation", shared.has_status(), &mut errors);
    conversion::validate(&spec["conversion"], &path.child("conversion"), &mut errors);
    errors
}

/// A text that must be given, and be one of these.
fn one_of(value: &str, supported: &[&str], path: &Path<'_>, errors: &mut ErrorList) {
    if value.is_empty() {
        errors.required(path, "");
    } else if !supported.contains(&value) {
        errors.push(FieldError::not_supported(path, value, supported));
    }
}

fn accepted_errors(object: &Object) -> ErrorList {
    let mut errors = ErrorList::new();
    if let Some(names) = object.get("status.acceptedNames") {
        names::validate(names, &Path::new("status.acceptedNames"), &mut errors);
    }
    errors
}

fn stored_errors(object: &Object, spec: &Value) -> ErrorList {
    let (mut errors, path) = (ErrorList::new(), Path::new("status.storedVersions"));
    let list = stored(object);
    if list.is_empty() {
        errors.invalid(&path, BadValue::Null, "must have at least one stored version");
        return errors;
    }
    let versions: Vec<&Value> = spec["versions"].as_array().into_iter().flatten().collect();
    for version in versions.iter().filter(|version| version["storage"] == true) {
        let name = text(version, "name");
        if !list.contains(&name) {
            errors.invalid(&path, BadValue::json(&list), format!("must have the storage version {name}"));
        }
    }
    for (i, name) in list.iter().enumerate() {
        if !versions.iter().any(|version| text(version, "name") == *name) {
            let detail = format!(
                "missing from spec.versions; {name} was previously a storage version, and must remain in spec.versions until a \
                 storage migration ensures no data remains persisted in {name} and removes {name} from status.storedVersions"
            );
            errors.invalid(&path.index(i), *name, detail);
        }
    }
    errors
}
