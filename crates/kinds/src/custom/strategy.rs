//! The rules of a custom resource: what its definition says of the version that the client speaks.
//!
//! Objects to be judged carry the client's `apiVersion`; without one they are of the hub. Upstream's counterpart is the strategy of
//! `registry/customresource`.

use std::borrow::Cow;

use meta::{BadValue, ErrorList, FieldError, Path, Time, validate};
use resource::{Context, Object, Part, Strategy};
use serde_json::Value;

use super::check::{self, Against};
use super::version::Version;
use super::{embedded, lists};
use crate::metadata::STANDARD_FINALIZERS;

/// The rules of one definition; the first version is the hub.
pub(super) struct Rules {
    pub versions: Vec<Version>,
}

impl Rules {
    /// The version that an object says it is of.
    fn version(&self, object: &Object) -> Option<&Version> {
        let spoken = object.text("apiVersion");
        self.versions.iter().find(|version| version.api_version == spoken).or(self.versions.first())
    }

    fn has_status(&self, object: &Object) -> bool {
        self.version(object).is_some_and(|version| version.has_status)
    }
}

impl Strategy for Rules {
    fn defaults(&self, object: &mut Object) {
        if let Some(hub) = self.versions.first() {
            schema::apply_defaults(object.tree_mut(), &hub.schema);
        }
    }

    fn prepare_create(&self, object: &mut Object, _cx: &Context<'_>) {
        if self.has_status(object) {
            object.remove("status");
        }
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        let Some(version) = self.version(object) else { return ErrorList::new() };
        let tree = object.tree();
        let mut errors = check::value(version, tree, None);
        if let Some(scale) = &version.scale {
            errors.append(scale.spec_errors(tree));
            errors.append(scale.status_errors(tree));
        }
        errors.append(embedded::errors(tree, &version.schema));
        errors.append(lists::errors(tree, &version.schema));
        expressed(version, tree, None, errors)
    }

    fn prepare_update(&self, part: Part<'_>, new: &mut Object, old: &Object, _cx: &Context<'_>) {
        match part {
            Part::Main if self.has_status(old) => new.copy_from(old, "status"),
            Part::Main => {}
            Part::Status | Part::View(_) => resource::keep_all_but_status(new, old),
        }
    }

    fn validate_update(&self, part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        let Some(version) = self.version(new) else { return ErrorList::new() };
        let (tree, before) = (new.tree(), old.tree());
        let mut errors = match part {
            Part::Main => check::value(version, tree, Some(before)),
            Part::Status | Part::View(_) => check::status(version, tree, before),
        };
        if let Some(scale) = &version.scale {
            if part == Part::Main {
                errors.append(scale.spec_errors(tree));
            }
            errors.append(scale.status_errors(tree));
        }
        if part == Part::Main {
            errors.append(embedded::errors(tree, &version.schema));
        }
        if lists::errors(before, &version.schema).is_empty() {
            errors.append(lists::errors(tree, &version.schema));
        }
        expressed(version, tree, Some(before), errors)
    }

    fn warnings(&self, new: &Object, old: Option<&Object>, _cx: &Context<'_>) -> Vec<String> {
        let known: Vec<&str> = old.map(|old| old.finalizers().collect()).unwrap_or_default();
        let mut added: Vec<&str> = new.finalizers().filter(|name| !known.contains(name)).collect();
        added.sort_unstable();
        added.dedup();
        let mut found: Vec<String> = added.into_iter().flat_map(finalizer_warnings).collect();
        if let (Some(version), Some(old)) = (self.version(new), old) {
            found.extend(version.expressions.warnings(new.tree(), Some(old.tree())));
        }
        found
    }

    fn allow_unconditional_update(&self) -> bool {
        false
    }

    fn same_generation(&self, new: &Object, old: &Object) -> bool {
        let besides = |object: &Object| {
            let mut tree = object.tree().clone();
            for name in ["metadata", "apiVersion", "kind"] {
                tree.as_object_mut().and_then(|members| members.remove(name));
            }
            tree
        };
        besides(new) == besides(old)
    }

    fn resets(&self, part: Part<'_>) -> &'static [&'static str] {
        match part {
            Part::Main if self.versions.first().is_some_and(|hub| hub.has_status) => &["status"],
            Part::Main => &[],
            Part::Status | Part::View(_) => &["metadata", "spec"],
        }
    }

    fn field<'a>(&self, object: &'a Object, path: &str) -> Cow<'a, str> {
        match object.get(path) {
            Some(Value::String(text)) => Cow::Borrowed(text),
            Some(other) => Cow::Owned(jsonpath::go_value(other)),
            None => Cow::Borrowed(""),
        }
    }

    fn cells_in(&self, served: usize, object: &Object, now: Time) -> Vec<Value> {
        let cells = self.versions.get(served).map_or(&[][..], |version| &version.cells);
        cells.iter().map(|cell| cell.show(object.tree(), now)).collect()
    }
}

/// The rules that the schema states as expressions, which only run on what is otherwise sound.
fn expressed(version: &Version, new: &Value, old: Option<&Value>, mut errors: ErrorList) -> ErrorList {
    if !version.expressions.any() {
        return errors;
    }
    if errors.iter().any(Against::blocks) {
        let why = "some validation rules were not checked because the object was invalid; correct the existing errors to complete validation";
        errors.push(FieldError::invalid(&Path::nil(), BadValue::Null, why));
    } else {
        errors.append(version.expressions.errors(new, old));
    }
    errors
}

/// What is odd about the name of a finalizer.
fn finalizer_warnings(name: &str) -> Vec<String> {
    let say = |what: &str| format!("metadata.finalizers: {}: {what}", meta::go::quote(name));
    let mut found: Vec<String> = validate::qualified_name(name).iter().map(|problem| say(problem)).collect();
    if !name.contains('/') && !STANDARD_FINALIZERS.contains(&name) {
        let path = if name.contains('.') { " including a path (/)" } else { "" };
        found.push(say(&format!(
            "prefer a domain-qualified finalizer name{path} to avoid accidental conflicts with other finalizer writers"
        )));
    }
    found
}
