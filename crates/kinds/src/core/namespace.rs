//! `Namespace`: a scope for names, with its content's end in its own hands (`spec.finalizers`).

use api::core::v1::Namespace;
use meta::validate::object_meta;
use meta::{BadValue, ErrorList, FieldError, Path, Time, names};
use resource::{Context, Kind, Object, Part, Strategy, Verb};
use serde_json::{Value, json};
use std::borrow::Cow;

use crate::describe::{self, VIEW};
use crate::metadata::STANDARD_FINALIZERS;
use crate::printing::{age, age_of, name, text};
use crate::rules::object::{keep, typed};

/// The label that every namespace carries: its own name.
const NAME_LABEL: &str = "kubernetes.io/metadata.name";
/// The finalizer of the namespace's content.
const CONTENT: &str = "kubernetes";

/// The descriptor.
pub fn kind() -> Kind {
    let verbs = [Verb::Create, Verb::Delete, Verb::Get, Verb::List, Verb::Patch, Verb::Update, Verb::Watch];
    describe::cluster("", "v1", "Namespace", "namespaces")
        .short(&["ns"])
        .verbs(&verbs)
        .view("finalize", &[Verb::Update])
        .view("status", VIEW)
        .columns(vec![name(), text("Status", "The status of the namespace"), age()])
        .selectable(&["status.phase"])
        .strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn defaults(&self, object: &mut Object) {
        let name = object.name().to_owned();
        if !name.is_empty() {
            if object.get("metadata.labels").is_none() {
                object.set("metadata.labels", json!({}));
            }
            if let Some(Value::Object(labels)) = object.tree_mut().pointer_mut("/metadata/labels") {
                labels.insert(NAME_LABEL.to_owned(), name.into());
            }
        }
        if object.text("status.phase").is_empty() {
            object.set("status.phase", "Active");
        }
    }

    fn prepare_create(&self, object: &mut Object, _cx: &Context<'_>) {
        object.set("status", json!({"phase": "Active"}));
        let mut finalizers =
            object.get("spec.finalizers").and_then(Value::as_array).cloned().unwrap_or_default();
        if !finalizers.iter().any(|finalizer| finalizer == CONTENT) {
            finalizers.push(CONTENT.into());
            object.set("spec.finalizers", finalizers);
        }
    }

    fn validate_name(&self, name: &str, prefix: bool) -> Vec<Cow<'static, str>> {
        names::dns_label(name, prefix)
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        typed(object, |namespace: &Namespace| {
            let finalizers = namespace.spec.iter().flat_map(|spec| spec.finalizers.iter().flatten());
            let at = Path::new("spec.finalizers");
            finalizers.flat_map(|finalizer| finalizer_errors(finalizer, &at)).collect()
        })
    }

    fn prepare_update(&self, part: Part<'_>, new: &mut Object, old: &Object, _cx: &Context<'_>) {
        match part {
            Part::Main => {
                new.copy_from(old, "spec.finalizers");
                new.copy_from(old, "status");
            }
            Part::Status => new.copy_from(old, "spec"),
            Part::View(_) => keep(new, old, &["status"]),
        }
    }

    fn validate_update(&self, part: Part<'_>, new: &Object, _old: &Object, _cx: &Context<'_>) -> ErrorList {
        match part {
            Part::Main => ErrorList::new(),
            Part::Status => phase_errors(new),
            Part::View(_) => typed(new, |namespace: &Namespace| {
                let finalizers = namespace.spec.iter().flat_map(|spec| spec.finalizers.iter().flatten());
                let at = Path::new("spec.finalizers");
                finalizers.enumerate().flat_map(|(i, name)| finalizer_errors(name, &at.index(i))).collect()
            }),
        }
    }

    /// A namespace goes when its content has gone, which whoever empties it says by taking the finalizer away.
    fn is_pending(&self, object: &Object) -> bool {
        let content = object.get("spec.finalizers").and_then(Value::as_array);
        content.is_some_and(|finalizers| !finalizers.is_empty()) || object.finalizers().next().is_some()
    }

    fn resets(&self, part: Part<'_>) -> &'static [&'static str] {
        match part {
            Part::Main | Part::View(_) => &["status"],
            Part::Status => &["spec"],
        }
    }

    fn begin_delete(&self, object: &mut Object, _cx: &Context<'_>) {
        object.set("status.phase", "Terminating");
        object.remove("metadata.deletionGracePeriodSeconds");
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        vec![object.text("status.phase").into(), age_of(object, now)]
    }

    fn returns_deleted(&self) -> bool {
        true
    }
}

fn phase_errors(namespace: &Object) -> ErrorList {
    let (wanted, state) =
        if namespace.is_terminating() { ("Terminating", "is not empty") } else { ("Active", "is empty") };
    let phase = namespace.text("status.phase");
    if phase == wanted {
        return ErrorList::new();
    }
    let detail = format!("may only be '{wanted}' if `deletionTimestamp` {state}");
    FieldError::invalid(&Path::new("status.Phase"), BadValue::json(phase), detail).into()
}

/// A finalizer of a namespace: qualified, or one of those that were there before qualification.
fn finalizer_errors(name: &str, path: &Path<'_>) -> ErrorList {
    let mut errors = object_meta::label_name(name, path);
    if !name.contains('/') && !STANDARD_FINALIZERS.contains(&name) {
        let detail = "name is neither a standard finalizer name nor is it fully qualified";
        errors.push(FieldError::invalid(path, name, detail));
    }
    errors
}
