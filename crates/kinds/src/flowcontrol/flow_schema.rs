//! `FlowSchema`: which priority level requests belong to.

use meta::{BadValue, ErrorList, FieldError, Path, Time, go, names};
use resource::{Context, Kind, Object, Part, Strategy};
use serde_json::{Value, json};

use super::{GROUP, mandatory, rules};
use crate::describe;
use crate::printing::{NONE, age, age_of, name, number, text};
use crate::rules::object::{keep, made, text as of};
use crate::rules::report::Report;

const MAX_PRECEDENCE: i64 = 10_000;

/// The descriptor.
pub fn kind() -> Kind {
    let level = "io.k8s.api.flowcontrol.v1.PriorityLevelConfigurationReference#name";
    describe::cluster(GROUP, "v1", "FlowSchema", "flowschemas")
        .status()
        .generation()
        .columns(vec![
            name(),
            text("PriorityLevel", level),
            text("MatchingPrecedence", "io.k8s.api.flowcontrol.v1.FlowSchemaSpec#matchingPrecedence"),
            text("DistinguisherMethod", "io.k8s.api.flowcontrol.v1.FlowSchemaSpec#distinguisherMethod"),
            age(),
            text("MissingPL", "references a broken or non-existent PriorityLevelConfiguration"),
        ])
        .strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn defaults(&self, object: &mut Object) {
        let spec = made(object.tree_mut(), "spec");
        if spec["matchingPrecedence"].as_i64().unwrap_or(0) == 0 {
            spec["matchingPrecedence"] = json!(1000);
        }
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        let mut errors = spec_errors(object);
        if let Some(wanted) = mandatory::flow_schema(object.name()) {
            errors.append(mandatory::same_spec(object, &wanted, None));
        }
        errors.append(mandatory::condition_errors(object));
        errors
    }

    fn prepare_update(&self, part: Part<'_>, new: &mut Object, old: &Object, _cx: &Context<'_>) {
        match part {
            Part::Main => keep(new, old, &["status"]),
            Part::Status | Part::View(_) => mandatory::keep_rest(new, old),
        }
    }

    fn validate_update(&self, part: Part<'_>, new: &Object, _old: &Object, cx: &Context<'_>) -> ErrorList {
        match part {
            Part::Main => self.validate(new, cx),
            Part::Status | Part::View(_) => mandatory::condition_errors(new),
        }
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        let conditions = object.get("status.conditions").and_then(Value::as_array).into_iter().flatten();
        let dangling = conditions.into_iter().find(|condition| condition["type"] == "Dangling");
        let method = object.get("spec.distinguisherMethod").map(|method| of(method, "type"));
        vec![
            object.text("spec.priorityLevelConfiguration.name").into(),
            number(object, "spec.matchingPrecedence"),
            method.unwrap_or(NONE).into(),
            age_of(object, now),
            dangling.map_or("?", |condition| of(condition, "status")).into(),
        ]
    }
}

fn spec_errors(object: &Object) -> ErrorList {
    let (mut errors, path) = (ErrorList::new(), Path::new("spec"));
    let (precedence, at) =
        (object.int("spec.matchingPrecedence").unwrap_or(0), path.child("matchingPrecedence"));
    if precedence <= 0 {
        errors.invalid(&at, precedence, "must be a positive value");
    }
    if precedence > MAX_PRECEDENCE {
        errors.invalid(&at, precedence, format!("must not be greater than {MAX_PRECEDENCE}"));
    }
    if precedence == 1 && object.name() != "exempt" {
        errors.invalid(&at, precedence, "only the schema named 'exempt' may have matchingPrecedence 1");
    }
    if let Some(method) = object.get("spec.distinguisherMethod") {
        let (at, kind) = (path.child("distinguisherMethod"), of(method, "type"));
        let supported = ["ByNamespace", "ByUser"];
        if !supported.contains(&kind) {
            // With the name that the part has inside a stock server.
            let shown = BadValue::Json(format!(r#"{{"Type":{}}}"#, go::to_json(kind).unwrap_or_default()));
            errors.push(FieldError::not_supported(&at.child("type"), shown, &supported));
        }
    }
    let (level, at) =
        (object.text("spec.priorityLevelConfiguration.name"), path.child("priorityLevelConfiguration"));
    if level.is_empty() {
        errors.required(&at.child("name"), "must reference a priority level");
    } else {
        errors.problems(&at.child("name"), level, names::dns_subdomain(level, false));
    }
    let at = path.child("rules");
    for (i, rule) in object.get("spec.rules").and_then(Value::as_array).into_iter().flatten().enumerate() {
        rules::validate(rule, &at.index(i), &mut errors);
    }
    errors
}
