//! `Event`: something that happened to an object. Stored as `v1`, served as `events.k8s.io/v1` too, gone after an hour.

mod conversion;

use std::time::Duration;

use api::core::v1::Event;
use meta::validate::object_meta::immutable_field;
use meta::{ErrorList, Path, Time, names, validate};
use resource::{Context, Conversion, Kind, Object, Part, Strategy};
use serde_json::{Value, json};
use std::borrow::Cow;

use crate::describe;
use crate::printing::{UNKNOWN, name, since, text as column};
use crate::rules::object::{typed, typed_update};
use crate::rules::report::{Report, text};

/// The newer of the two versions; its rules are stricter.
const NEW: &str = "events.k8s.io/v1";
/// How long an event lives after it was last written.
const LIFE: Duration = Duration::from_secs(3600);

/// The descriptor.
pub fn kind() -> Kind {
    let mut name = name().wide();
    name.format = "name".into();
    describe::namespaced("", "v1", "Event", "events")
        .short(&["ev"])
        .also("events.k8s.io", "v1", "Event", Some(Conversion::new(conversion::to_hub, conversion::from_hub)))
        .columns(vec![
            column("Last Seen", "io.k8s.api.core.v1.Event#lastTimestamp"),
            column("Type", "io.k8s.api.core.v1.Event#type"),
            column("Reason", "io.k8s.api.core.v1.Event#reason"),
            column("Object", "io.k8s.api.core.v1.Event#involvedObject"),
            column("Subobject", "io.k8s.api.core.v1.ObjectReference#fieldPath").wide(),
            column("Source", "io.k8s.api.core.v1.Event#source").wide(),
            column("Message", "io.k8s.api.core.v1.Event#message"),
            column("First Seen", "io.k8s.api.core.v1.Event#firstTimestamp").wide(),
            column("Count", "io.k8s.api.core.v1.Event#count").wide(),
            name,
        ])
        .selectable(&[
            "involvedObject.kind",
            "involvedObject.namespace",
            "involvedObject.name",
            "involvedObject.uid",
            "involvedObject.apiVersion",
            "involvedObject.resourceVersion",
            "involvedObject.fieldPath",
            "reason",
            "reportingComponent",
            "source",
            "type",
        ])
        .strategy_on_generic_metadata(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn prepare_create(&self, _object: &mut Object, _cx: &Context<'_>) {}

    fn prepare_update(&self, _part: Part<'_>, _new: &mut Object, _old: &Object, _cx: &Context<'_>) {}

    fn validate_name(&self, name: &str, prefix: bool) -> Vec<Cow<'static, str>> {
        // The older version takes what fits a path; the newer one is stricter, which `validate` sees to.
        names::path_segment(name, prefix)
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        let is_new = object.text("apiVersion") == NEW;
        typed(&in_hub(object), |event: &Event| {
            let mut errors = legacy(event, is_new);
            if is_new {
                strict(event, &mut errors);
            }
            errors
        })
    }

    fn validate_update(&self, _part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        let is_new = new.text("apiVersion") == NEW;
        let mut errors = typed_update(&in_hub(new), &in_hub(old), |event: &Event, old: &Event| {
            let mut errors = legacy(event, is_new);
            if is_new && event.series != old.series {
                series(event, &mut errors);
            }
            errors
        });
        if is_new {
            unchanged(new, old, &mut errors);
        }
        errors
    }

    fn allow_create_on_update(&self) -> bool {
        true
    }

    fn field<'a>(&self, object: &'a Object, path: &str) -> Cow<'a, str> {
        match path {
            "source" if object.text("source.component").is_empty() => {
                object.text("reportingComponent").into()
            }
            "source" => object.text("source.component").into(),
            path => object.text(path).into(),
        }
    }

    fn field_label(&self, group: &str, label: &str) -> Option<String> {
        if group.is_empty() {
            return None;
        }
        match label {
            "reportingController" => Some("reportingComponent".to_owned()),
            _ => label.strip_prefix("regarding.").map(|field| format!("involvedObject.{field}")),
        }
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        cells(object, now)
    }

    fn ttl(&self, _object: &Object) -> Option<Duration> {
        Some(LIFE)
    }
}

/// The object as one of the stored version, whichever the client spoke.
fn in_hub(object: &Object) -> Object {
    let mut object = object.clone();
    object.set("apiVersion", "v1");
    object
}

fn at_most(limit: usize) -> String {
    format!("can have at most {limit} characters")
}

/// What holds in both versions; fields are named as the request's version does.
fn legacy(event: &Event, is_new: bool) -> ErrorList {
    let mut errors = ErrorList::new();
    let (own, of_object) = (text(&event.metadata.namespace), text(&event.involved_object.namespace));
    let controller = if is_new { "reportingController" } else { "reportingComponent" };
    let mismatch = if event.event_time.is_none() {
        if of_object.is_empty() { !["", "default"].contains(&own) } else { own != of_object }
    } else {
        of_object.is_empty() && !["default", "kube-system"].contains(&own)
    };
    if mismatch {
        errors.invalid(&Path::new("involvedObject.namespace"), of_object, "does not match event.namespace");
    }
    if event.event_time.is_some() {
        let component = text(&event.reporting_component);
        errors.need(&Path::new(controller), component);
        errors.problems(&Path::new(controller), component, validate::qualified_name(component));
        let texts = [
            ("reportingInstance", text(&event.reporting_instance)),
            ("action", text(&event.action)),
            ("reason", text(&event.reason)),
        ];
        for (field, value) in texts {
            errors.need(&Path::new(field), value);
            if value.len() > 128 {
                errors.invalid(&Path::new(field), "", at_most(128));
            }
        }
        if text(&event.message).len() > 1024 {
            errors.invalid(&Path::new("message"), "", at_most(1024));
        }
    }
    errors.problems(&Path::new("namespace"), own, validate::dns1123_subdomain(own));
    errors
}

/// What holds in the newer version only.
fn strict(event: &Event, errors: &mut ErrorList) {
    let name = text(&event.metadata.name);
    if !name.is_empty() {
        errors.problems(&Path::new("metadata.name"), name, names::dns_subdomain(name, false));
    }
    series(event, errors);
    if event.event_time.is_none() {
        errors.required(&Path::new("eventTime"), "");
    }
    let kind = text(&event.type_);
    if !["Normal", "Warning"].contains(&kind) {
        errors.invalid(&Path::new("type"), "", format!("has invalid value: {kind}"));
    }
    let source = event.source.clone().unwrap_or_default();
    let unset = [
        ("firstTimestamp", event.first_timestamp.is_some()),
        ("lastTimestamp", event.last_timestamp.is_some()),
        ("count", event.count.is_some_and(|count| count != 0)),
        ("source", !text(&source.component).is_empty() || !text(&source.host).is_empty()),
    ];
    for (field, _) in unset.iter().filter(|(_, given)| *given) {
        errors.invalid(&Path::new(field), "", "needs to be unset");
    }
}

fn series(event: &Event, errors: &mut ErrorList) {
    let Some(series) = &event.series else { return };
    if series.count.unwrap_or(0) < 2 {
        errors.invalid(&Path::new("series.count"), "", "should be at least 2");
    }
    if series.last_observed_time.is_none() {
        errors.required(&Path::new("series.lastObservedTime"), "");
    }
}

/// Only the series of an event may change.
fn unchanged(new: &Object, old: &Object, errors: &mut ErrorList) {
    let fields = [
        ("involvedObject", "involvedObject"),
        ("reason", "reason"),
        ("message", "message"),
        ("source", "source"),
        ("firstTimestamp", "firstTimestamp"),
        ("lastTimestamp", "lastTimestamp"),
        ("count", "count"),
        ("reason", "reason"),
        ("type", "type"),
        ("eventTime", "eventTime"),
        ("action", "action"),
        ("related", "related"),
        ("reportingController", "reportingComponent"),
        ("reportingInstance", "reportingInstance"),
    ];
    for (shown, path) in fields {
        errors.extend(immutable_field(&new.get(path), &old.get(path), &Path::new(shown)));
    }
}

fn cells(event: &Object, now: Time) -> Vec<Value> {
    let ago = |path: &str| since(event.text(path), now);
    let mut first = ago("firstTimestamp");
    if first == UNKNOWN {
        first = ago("eventTime");
    }
    let mut last = ago("lastTimestamp");
    if last == UNKNOWN {
        last.clone_from(&first);
    }
    let mut count = event.int("count").filter(|count| *count != 0).unwrap_or(1);
    if event.get("series").is_some() {
        last = ago("series.lastObservedTime");
        count = event.int("series.count").unwrap_or(0);
    }
    let kind = event.text("involvedObject.kind").to_lowercase();
    let target = match event.text("involvedObject.name") {
        "" => kind,
        name => format!("{kind}/{name}"),
    };
    vec![
        last.into(),
        event.text("type").into(),
        event.text("reason").into(),
        target.into(),
        event.text("involvedObject.fieldPath").into(),
        source(event).into(),
        event.text("message").trim().into(),
        first.into(),
        json!(count),
    ]
}

fn source(event: &Object) -> String {
    let first = |paths: [&str; 2]| {
        paths.into_iter().map(|path| event.text(path).to_owned()).find(|text| !text.is_empty())
    };
    let component = first(["source.component", "reportingComponent"]).unwrap_or_default();
    match first(["source.host", "reportingInstance"]) {
        Some(host) => format!("{component}, {host}"),
        None => component,
    }
}
