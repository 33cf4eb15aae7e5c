//! Replays, without a server, what a stock server was asked and what it answered: patches on the object before against the
//! object after, and the record of managed fields of every write.
//!
//! Defaulting, allocation and status rules are the server's, so objects are compared exactly only where these have nothing
//! left to do; the record is always compared exactly, tracking the object that the server answered.
#![expect(clippy::print_stdout, reason = "says how much was compared")]

use std::collections::BTreeMap;

use patch::apply::{ApplyError, Cx, PathElement, apply, scale, track_update};
use patch::{json_patch, merge, strategic};
use schema::{Schema, Type};
use serde_json::{Value, json};

use super::corpus::cases;
use super::server_writes::{reset_fields, withhold};
use super::support::schema_of;

const NOW: &str = "<time>";

/// What was compared, and what differed.
#[derive(Default)]
struct Tally {
    compared: BTreeMap<&'static str, usize>,
    differs: Vec<String>,
}

impl Tally {
    fn check(&mut self, what: &'static str, name: &str, ours: &Value, theirs: &Value) {
        *self.compared.entry(what).or_default() += 1;
        if ours != theirs {
            self.differs.push(format!("{what}: {name}\n  ours   {ours}\n  theirs {theirs}"));
        }
    }
}

/// One step of a case.
struct Step<'c> {
    name: String,
    step: &'c Value,
}

impl Step<'_> {
    fn text(&self, name: &str) -> &str {
        self.step.get(name).and_then(Value::as_str).unwrap_or_default()
    }

    fn query(&self, name: &str) -> &str {
        self.step.get("query").and_then(|query| query.get(name)).and_then(Value::as_str).unwrap_or_default()
    }

    fn status(&self) -> u64 {
        self.step.get("status").and_then(Value::as_u64).unwrap_or_default()
    }

    /// The path of the object, and the subresource.
    fn target(&self) -> (&str, &str) {
        let path = self.text("path");
        ["status", "scale"]
            .into_iter()
            .find_map(|sub| Some((path.strip_suffix(sub)?.strip_suffix('/')?, sub)))
            .unwrap_or((path, ""))
    }
}

/// The schema of an object.
fn schema_for(object: &Value, custom: Option<&Schema>) -> Option<Schema> {
    let (version, kind) = (object.get("apiVersion")?.as_str()?, object.get("kind")?.as_str()?);
    let (group, version) = version.split_once('/').unwrap_or(("", version));
    match schema::builtin(group, version, kind) {
        Some(definition) => Some(Schema::of(Type::Ref(definition))),
        None => custom.cloned(),
    }
}

/// The record, each entry without what depends on the run.
fn record(object: &Value) -> Value {
    let mut entries: Vec<Value> =
        object["metadata"].get("managedFields").and_then(Value::as_array).cloned().unwrap_or_default();
    entries.sort_by_key(|entry| entry.to_string());
    Value::Array(entries)
}

/// The object without what the server alone writes.
fn body(object: &Value) -> Value {
    let mut object = object.clone();
    if let Some(meta) = object["metadata"].as_object_mut() {
        for name in ["managedFields", "resourceVersion", "generation", "uid", "creationTimestamp", "selfLink"]
        {
            meta.remove(name);
        }
    }
    object
}

fn run(files: &[&str]) -> Option<Tally> {
    let mut tally = Tally::default();
    for file in files {
        for case in cases(file)? {
            replay(&case, &mut tally);
        }
    }
    Some(tally)
}

fn replay(case: &Value, tally: &mut Tally) {
    let mut state: BTreeMap<String, Value> = BTreeMap::new();
    let mut custom = None;
    for (at, step) in case["steps"].as_array().into_iter().flatten().enumerate() {
        let step = Step { name: format!("{} [{at}]", case["name"].as_str().unwrap_or_default()), step };
        let answer = &step.step["response"];
        if answer["kind"] == "CustomResourceDefinition" {
            custom = Some(schema_of(&answer["spec"]["versions"][0]["schema"]["openAPIV3Schema"]));
        }
        let (path, subresource) = step.target();
        let before = state.get(path).cloned();
        match step.text("method") {
            "PATCH" if subresource != "scale" => patched(&step, before.as_ref(), custom.as_ref(), tally),
            "POST" | "PUT" if subresource != "scale" => {
                written(&step, before.as_ref(), custom.as_ref(), tally);
            }
            "GET" if subresource.is_empty() && step.status() == 200 => {
                if let Some(before) = before.as_ref().filter(|before| before["kind"] == answer["kind"]) {
                    tally.check("read", &step.name, &record(before), &record(answer));
                }
            }
            _ => {}
        }
        remember(&step, &mut state);
    }
}

fn remember(step: &Step<'_>, state: &mut BTreeMap<String, Value>) {
    let answer = &step.step["response"];
    let (path, subresource) = step.target();
    let kept = step.query("dryRun").is_empty() && matches!(step.status(), 200 | 201);
    if step.text("method") == "DELETE" {
        state.remove(path);
    } else if subresource == "scale" {
        if kept
            && step.text("method") != "GET"
            && let Some(parent) = state.get_mut(path)
        {
            scaled(step, parent);
        }
    } else if kept && answer["metadata"].get("name").is_some() {
        let key = match step.text("method") {
            "POST" => format!("{path}/{}", answer["metadata"]["name"].as_str().unwrap_or_default()),
            _ => path.to_owned(),
        };
        state.insert(key, answer.clone());
    }
}

/// A write to the scale subresource: what it makes of its parent.
fn scaled(step: &Step<'_>, parent: &mut Value) {
    let version = parent["apiVersion"].as_str().expect("an object").to_owned();
    let field = if parent["kind"] == "Widget" { "size" } else { "replicas" };
    let path = vec![PathElement::field("spec"), PathElement::field(field)];
    let paths = [(version.clone(), Some(path))].into_iter().collect();
    let mut before =
        json!({"apiVersion": "autoscaling/v1", "kind": "Scale", "spec": {"replicas": parent["spec"][field]}});
    before["metadata"] = json!({"name": parent["metadata"]["name"], "uid": parent["metadata"]["uid"]});
    let shown =
        scale::record_of_scale(parent["metadata"].get("managedFields"), &paths).expect("the record is good");
    before["metadata"]["managedFields"] = shown.unwrap_or_default();
    let mut after = before.clone();
    after["spec"]["replicas"] = step.step["body"]["spec"]["replicas"].clone();
    let schema = schema_for(&before, None).expect("Scale is built in");
    let cx = Cx::new(&schema, "autoscaling/v1", "Scale", step.query("fieldManager"), NOW);
    track_update(Some(&before), &mut after, &Cx { subresource: "scale", ..cx });
    let written = after["metadata"].get("managedFields");
    let back = scale::record_of_parent(parent["metadata"].get("managedFields"), written, &version, &paths)
        .expect("the record is good");
    parent["metadata"]["managedFields"] = back.unwrap_or_default();
    parent["spec"][field] = after["spec"]["replicas"].clone();
}

/// A create or an update: only the record can be compared.
fn written(step: &Step<'_>, before: Option<&Value>, custom: Option<&Schema>, tally: &mut Tally) {
    let answer = &step.step["response"];
    let creates = step.text("method") == "POST";
    if !matches!(step.status(), 200 | 201) || (before.is_none() && !creates) {
        return;
    }
    if matches!(answer["kind"].as_str(), None | Some("Status" | "TokenRequest")) {
        return;
    }
    if let Some(ours) = tracked(step, before.filter(|_| !creates), answer, custom) {
        tally.check(if creates { "create" } else { "update" }, &step.name, &ours, &record(answer));
    }
}

/// The record that tracking gives for a write that made `answer` of `before`.
fn tracked(
    step: &Step<'_>,
    before: Option<&Value>,
    answer: &Value,
    custom: Option<&Schema>,
) -> Option<Value> {
    let schema = schema_for(answer, custom)?;
    let sub = step.target().1;
    let (version, kind) = (answer["apiVersion"].as_str()?, answer["kind"].as_str()?);
    let reset = reset_fields(sub, kind);
    let manager = step.query("fieldManager");
    let cx =
        Cx { subresource: sub, reset_fields: Some(&reset), ..Cx::new(&schema, version, kind, manager, NOW) };
    let mut ours = answer.clone();
    withhold(&mut ours, &step.step["body"], before);
    // What the client sent for the record, for that is what tracking starts from.
    let sent = match step.step["body"]["metadata"].get("managedFields") {
        Some(sent) => Some(sent.clone()),
        None => before.and_then(|before| before["metadata"].get("managedFields").cloned()),
    };
    match sent {
        Some(sent) => ours["metadata"]["managedFields"] = sent,
        None => drop(ours["metadata"].as_object_mut()?.remove("managedFields")),
    }
    track_update(before, &mut ours, &cx);
    Some(record(&ours))
}

fn patched(step: &Step<'_>, before: Option<&Value>, custom: Option<&Schema>, tally: &mut Tally) {
    if step.step.get("cleanup").is_some() || step.step.get("status").is_none() {
        return;
    }
    match step.text("content_type") {
        "application/apply-patch+yaml" => applied(step, before, custom, tally),
        kind => {
            let Some(before) = before else { return };
            changed(step, kind, before, custom, tally);
        }
    }
}

/// Any patch but apply.
fn changed(step: &Step<'_>, kind: &str, before: &Value, custom: Option<&Schema>, tally: &mut Tally) {
    let (patch, answer) = (&step.step["body"], &step.step["response"]);
    if patch.is_string() {
        return; // not JSON: the codec's business
    }
    let Some(schema) = schema_for(before, custom) else { return };
    let result = match kind {
        "application/json-patch+json" => {
            json_patch::apply(before.clone(), patch).map_err(|e| (format!("{:?}", e.class()), e.to_string()))
        }
        "application/merge-patch+json" => {
            let mut object = before.clone();
            merge::apply(&mut object, patch);
            Ok(object)
        }
        _ => strategic::apply(before.clone(), patch, &schema)
            .map_err(|e| (format!("{:?}", e.class()), e.to_string())),
    };
    match (result, step.status()) {
        (Ok(object), 200) => {
            // A write to /status drops more than the patch says.
            if step.target().1.is_empty() {
                compare_objects(step, &object, answer, tally);
            }
            if let Some(ours) = tracked(step, Some(before), answer, custom) {
                tally.check("patch record", &step.name, &ours, &record(answer));
            }
        }
        (Err((class, _)), 422) => {
            tally.check("patch error", &step.name, &json!(class), &json!("Unprocessable"));
        }
        (Err((_, text)), _) => tally.check("patch error", &step.name, &json!(text), &answer["message"]),
        (Ok(_), _) => {} // the server found fault with the result
    }
}

/// Exactly, if the server had nothing to add; otherwise everything we have must be there.
fn compare_objects(step: &Step<'_>, ours: &Value, theirs: &Value, tally: &mut Tally) {
    let (ours, theirs) = (body(ours), body(theirs));
    if ours == theirs {
        tally.check("object", &step.name, &ours, &theirs);
    } else {
        let missing = not_in(&ours, &theirs, String::new());
        tally.check("object, in part", &step.name, &json!(missing), &json!([]));
    }
}

/// Places where `part` has something that `whole` has not.
fn not_in(part: &Value, whole: &Value, at: String) -> Vec<String> {
    match (part, whole) {
        (Value::Object(part), Value::Object(whole)) => part
            .iter()
            .flat_map(|(name, value)| match whole.get(name) {
                Some(other) => not_in(value, other, format!("{at}.{name}")),
                None if value.is_null() || value.as_object().is_some_and(serde_json::Map::is_empty) => vec![],
                None => vec![format!("{at}.{name}")],
            })
            .collect(),
        (Value::Array(part), Value::Array(whole)) if part.len() == whole.len() => part
            .iter()
            .zip(whole)
            .enumerate()
            .flat_map(|(index, (part, whole))| not_in(part, whole, format!("{at}[{index}]")))
            .collect(),
        (part, whole) if part == whole => vec![],
        _ => vec![at],
    }
}

fn applied(step: &Step<'_>, before: Option<&Value>, custom: Option<&Schema>, tally: &mut Tally) {
    let (config, answer) = (&step.step["body"], &step.step["response"]);
    let (path, sub) = step.target();
    // The kind that the path stands for: that of the answer, or of the object before, or of the configuration.
    let sample = [before, Some(answer), Some(config)]
        .into_iter()
        .flatten()
        .find(|o| o["kind"] != "Status" && o.is_object());
    let Some(sample) = sample.filter(|_| config.is_object() && !step.query("fieldManager").is_empty()) else {
        return;
    };
    let Some(schema) = schema_for(sample, custom) else { return };
    let (Some(version), Some(kind)) = (sample["apiVersion"].as_str(), sample["kind"].as_str()) else {
        return;
    };
    let kind = if path.contains("/configmaps/") { "ConfigMap" } else { kind };
    let reset = reset_fields(sub, kind);
    let cx = Cx {
        subresource: sub,
        reset_fields: Some(&reset),
        force: step.query("force") == "true",
        ..Cx::new(&schema, version, kind, step.query("fieldManager"), NOW)
    };
    match (apply(before, config, &cx), step.status()) {
        (Ok(ours), 200 | 201) => {
            compare_objects(step, &ours.object, answer, tally);
            tally.check("apply record", &step.name, &record(&ours.object), &record(answer));
        }
        (Err(ApplyError::Conflicts(conflicts)), 409) => {
            let causes: Vec<_> = conflicts.0.iter().map(|conflict| {
                json!({"reason": "FieldManagerConflict", "message": conflict.message(), "field": conflict.field()})
            }).collect();
            let ours = json!({"message": conflicts.to_string(), "causes": causes});
            let theirs = json!({"message": answer["message"], "causes": answer["details"]["causes"]});
            tally.check("conflict", &step.name, &ours, &theirs);
        }
        (Err(error), _) => {
            tally.check("apply error", &step.name, &json!(error.to_string()), &answer["message"])
        }
        (Ok(_), _) => {} // refused for a reason that is not ours: name, validation, resource version
    }
}

/// Runs the files; each kind of comparison must have been made at least so often.
fn expect(files: &[&str], floors: &[(&str, usize)], known: &[&str]) {
    let Some(tally) = run(files) else { return };
    println!("{files:?}: {:?}, {} differ", tally.compared, tally.differs.len());
    let (excused, differs): (Vec<_>, Vec<_>) =
        tally.differs.iter().partition(|text| known.iter().any(|known| text.contains(known)));
    println!("known differences: {}", excused.len());
    assert!(differs.is_empty(), "{}", differs.iter().map(|s| s.as_str()).collect::<Vec<_>>().join("\n"));
    for (what, floor) in floors {
        let count = tally.compared.get(what).copied().unwrap_or_default();
        assert!(count >= *floor, "{what}: only {count} of at least {floor} compared");
    }
}

#[test]
fn patches() {
    let floors =
        [("object", 22), ("object, in part", 9), ("patch record", 33), ("patch error", 8), ("create", 70)];
    // Unknown fields are pruned by the server.
    expect(&["patch"], &floors, &["unknown field"]);
}

#[test]
fn applies() {
    let floors = [
        ("apply record", 125),
        ("conflict", 38),
        ("read", 3),
        ("apply error", 5),
        ("object", 75),
        ("object, in part", 52),
    ];
    // stringData is turned into data by the server.
    expect(&["apply"], &floors, &[".stringData"]);
}

#[test]
fn updates() {
    // The status write of a DaemonSet sends an older annotation, and the server puts the current one back.
    let floors = [("update", 60), ("patch record", 12), ("create", 122)];
    expect(&["update"], &floors, &["status write DaemonSet"]);
}

#[test]
fn creates() {
    // A data source of a core kind is dropped after tracking; a manual selector's labels are defaulted before.
    // An eviction writes the budget's status.
    let floors = [("create", 680), ("patch record", 27), ("object", 19), ("read", 9)];
    let files = [
        "defaulting",
        "subresource",
        "validation",
        "list",
        "table",
        "misc",
        "delete",
        "watch",
        "errors",
        "fieldvalidation",
    ];
    expect(
        &files,
        &floors,
        &[
            "data source core kind",
            "eviction allowed by budget",
            "Job manual selector",
            "merge patch unknown",
        ],
    );
}
