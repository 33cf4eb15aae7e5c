//! One recorded case, step by step, against the rules of the table: what a server does around them is done here in small.

use std::collections::HashMap;
use std::sync::Arc;

use meta::validate::object_meta;
use meta::{ErrorList, FieldError, ObjectMeta, Path, StatusError, Time};
use resource::{Context, Kind, Object, Part, Scope, User};
use serde_json::Value;

use crate::corpus::locate;
use crate::{printed, server_filled};

/// Answers about the options of a request or about a patch, not about an object.
const OPTIONS: [&str; 4] =
    ["CreateOptions.meta", "UpdateOptions.meta", "PatchOptions.meta", " \"\" is invalid: patch"];

/// The engine's answer where a kind wants to be told which revision is replaced.
const CONDITIONAL: &str = "metadata.resourceVersion: Invalid value: 0: must be specified for an update";

/// How a step went.
pub enum Outcome {
    /// As recorded.
    Passed,
    /// The answer is not the rules' to give.
    Server,
    /// Otherwise than recorded.
    Failed(String),
}

/// The state of one case: the objects as the recorded answers showed them last, in their hub version.
pub struct Replay<'t> {
    table: &'t [Arc<Kind>],
    objects: HashMap<(String, String), Object>,
    user: User,
}

impl<'t> Replay<'t> {
    pub fn new(table: &'t [Arc<Kind>]) -> Self {
        let user = User {
            name: "$user".into(),
            uid: "$user".into(),
            groups: vec!["system:masters".into(), "system:authenticated".into()],
            ..User::default()
        };
        Self { table, objects: HashMap::new(), user }
    }

    fn context(&self) -> Context<'_> {
        Context { user: &self.user, now: Time::from_unix(1_767_225_600), dry_run: false }
    }

    /// Plays one step; `None` if it is about no kind of the table, or about nothing that rules decide.
    pub fn step(&mut self, step: &Value) -> Option<(Arc<Kind>, Outcome)> {
        let (kind, served, name, below) = locate(self.table, step["path"].as_str()?)?;
        let status = step["status"].as_u64()?;
        if step["response"]["message"]
            .as_str()
            .is_some_and(|message| OPTIONS.iter().any(|o| message.starts_with(o)))
        {
            return None;
        }
        let outcome = match (step["method"].as_str()?, &name, status) {
            ("POST", None, 201 | 422) if step["response"]["kind"] != "Table" => {
                Some(self.create(kind, served, step))
            }
            ("PUT", Some(_), 201) if kind.strategy.allow_create_on_update() => {
                Some(self.create(kind, served, step))
            }
            ("PUT", Some(name), 200 | 422) => self.update(kind, served, name, below.as_deref(), step),
            ("PATCH", Some(_), 201) if below.is_none() => Some(self.create(kind, served, step)),
            ("PATCH", Some(name), 200 | 422) => {
                let old = self.objects.get(&(kind.kind.to_string(), name.clone()));
                match old.and_then(|old| patched(kind, served, old, step)) {
                    Some(step) => self.update(kind, served, name, below.as_deref(), &step),
                    None => None,
                }
            }
            ("GET", _, 200) if below.is_none() && step["response"]["kind"] == "Table" => {
                let rows = |name: &str| self.objects.get(&(kind.kind.to_string(), name.to_owned()));
                Some(printed::compare(kind, &step["response"], rows, self.context().now))
            }
            _ => None,
        };
        self.remember(kind, served, step);
        outcome.map(|outcome| (Arc::clone(kind), outcome))
    }

    fn remember(&mut self, kind: &Kind, served: usize, step: &Value) {
        let response = &step["response"];
        if matches!(step["status"].as_u64(), Some(200 | 201))
            && response["kind"] == *kind.kind
            && step["query"]["dryRun"].is_null()
            && let Ok(mut object) = Object::new(response.clone())
        {
            to_hub(kind, served, &mut object);
            self.objects.insert((kind.kind.to_string(), object.name().to_owned()), object);
        }
    }

    fn create(&self, kind: &Kind, served: usize, step: &Value) -> Outcome {
        let Some(mut object) = body(kind, served, step) else { return Outcome::Server };
        let cx = self.context();
        place(kind, &mut object, step);
        kind.strategy.defaults(&mut object);
        kind.strategy.prepare_create(&mut object, &cx);
        server_filled::admit(kind, &mut object);
        kind.strategy.defaults(&mut object);
        let mut again = object.clone();
        kind.strategy.defaults(&mut again);
        if again != object {
            return Outcome::Failed(format!(
                "defaults are not idempotent: {}",
                difference(again.tree(), object.tree(), String::new())
            ));
        }
        let mut errors = if is_question(kind) { ErrorList::new() } else { metadata_errors(kind, &object) };
        errors.append(kind.strategy.validate(&object, &cx));
        let warnings = kind.strategy.warnings(&object, None, &cx);
        self.answer(kind, served, object, (&errors, &warnings), step)
    }

    fn update(
        &self,
        kind: &Kind,
        served: usize,
        name: &str,
        below: Option<&str>,
        step: &Value,
    ) -> Option<Outcome> {
        if !below.is_none_or(|below| {
            kind.subresource(served, below).is_some_and(|s| s.does == resource::SubresourceKind::View)
        }) {
            return None;
        }
        let Some(old) = self.objects.get(&(kind.kind.to_string(), name.to_owned())) else {
            return Some(Outcome::Server);
        };
        if step["response"]["message"].as_str().is_some_and(|message| message.ends_with(CONDITIONAL)) {
            let refused = !kind.strategy.allow_unconditional_update();
            let why = || Outcome::Failed(format!("\n  got  no error\n  want {CONDITIONAL}"));
            return Some(if refused { Outcome::Passed } else { why() });
        }
        let Some(mut object) = body(kind, served, step) else { return Some(Outcome::Server) };
        let part = match below {
            None => Part::Main,
            Some("status") => Part::Status,
            Some(view) => Part::View(view),
        };
        let cx = self.context();
        place(kind, &mut object, step);
        fill_metadata(&mut object, old);
        kind.strategy.defaults(&mut object);
        kind.strategy.prepare_update(part, &mut object, old, &cx);
        server_filled::admit_update(kind, &mut object, old);
        kind.strategy.defaults(&mut object);
        let path = Path::new("metadata");
        // Upstream judges metadata before it asks the kind, which judges it again: each of these errors comes twice.
        let mut errors = object_meta::update(&object_meta_of(&object), &object_meta_of(old), &path);
        errors.append(errors.clone());
        errors.append(kind.strategy.validate_update(part, &object, old, &cx));
        let warnings = kind.strategy.warnings(&object, Some(old), &cx);
        Some(self.answer(kind, served, object, (&errors, &warnings), step))
    }

    fn answer(
        &self,
        kind: &Kind,
        served: usize,
        mut object: Object,
        (errors, warnings): (&ErrorList, &[String]),
        step: &Value,
    ) -> Outcome {
        let recorded = &step["response"];
        if !errors.is_empty() {
            let shown = if is_question(kind) { "" } else { &*kind.kind };
            let group_kind = meta::GroupKind::new(&*kind.hub().group, shown);
            let status = StatusError::invalid(&group_kind, object.name(), errors).into_status();
            let status = serde_json::to_value(&status).unwrap();
            return if same_status(&status, recorded) {
                Outcome::Passed
            } else if status["message"] == recorded["message"] {
                Outcome::Failed(difference(&status, recorded, String::new()))
            } else {
                Outcome::Failed(apart(&status["message"], &recorded["message"]))
            };
        }
        if step["status"] == 422 {
            return Outcome::Failed(format!("\n  got  no error\n  want {}", recorded["message"]));
        }
        if is_question(kind) {
            return Outcome::Server;
        }
        if let Some(problem) = wrong_warnings(kind, served, warnings, step) {
            return Outcome::Failed(problem);
        }
        from_hub(kind, served, &mut object);
        let Some(mut got) = settled(kind, served, object.tree()) else {
            return Outcome::Failed(format!("cannot be written: {}", object.tree()));
        };
        if kind.has_generation != recorded["metadata"]["generation"].is_number() {
            return Outcome::Failed(format!("has_generation is {}", kind.has_generation));
        }
        let mut want = recorded.clone();
        for tree in [&mut got, &mut want] {
            server_filled::forget(kind, tree);
        }
        let difference = difference(&got, &want, String::new());
        if difference.is_empty() { Outcome::Passed } else { Outcome::Failed(difference) }
    }
}

/// The body as a typed server holds it: zeros that Go does not write are gone, those that it writes are there.
fn body(kind: &Kind, served: usize, step: &Value) -> Option<Object> {
    let tree = step.get("body").filter(|body| body.is_object())?;
    let mut object = Object::new(settled(kind, served, tree)?).ok()?;
    to_hub(kind, served, &mut object);
    Some(object)
}

fn settled(kind: &Kind, served: usize, tree: &Value) -> Option<Value> {
    let version = &kind.served[served];
    let definition = version.schema.definition()?;
    let wire = codec::protobuf::encode_message(tree, definition).ok()?;
    let mut tree = codec::protobuf::decode_message(&wire, definition).ok()?;
    tree["apiVersion"] = version.api_version().into();
    tree["kind"] = kind.kind.as_ref().into();
    Some(tree)
}

/// The hub's form. `apiVersion` still says which version the client spoke: it is not stored.
fn to_hub(kind: &Kind, served: usize, object: &mut Object) {
    if let Some(conversion) = &kind.served[served].conversion {
        (conversion.to_hub)(object);
    }
}

fn from_hub(kind: &Kind, served: usize, object: &mut Object) {
    if let Some(conversion) = &kind.served[served].conversion {
        (conversion.from_hub)(object);
    }
    object.set("apiVersion", kind.served[served].api_version().as_ref());
}

/// What the server fills into metadata before the rules are asked.
fn place(kind: &Kind, object: &mut Object, step: &Value) {
    if kind.scope == Scope::Namespaced
        && let Some((_, rest)) = step["path"].as_str().unwrap_or_default().split_once("/namespaces/")
    {
        object.set("metadata.namespace", rest.split('/').next().unwrap_or_default());
    }
    if object.name().is_empty() && !object.text("metadata.generateName").is_empty() {
        let name = format!("{}rrrrr", object.text("metadata.generateName"));
        object.set("metadata.name", name);
    }
    if object.uid().is_empty() && !is_question(kind) {
        object.set("metadata.uid", "00000000-0000-4000-8000-000000000000");
    }
}

/// Kinds that are answered, not stored: they have no metadata, and a server fills in the answer.
fn is_question(kind: &Kind) -> bool {
    kind.verbs == [resource::Verb::Create]
}

/// What the server fills into the metadata of a changed object.
fn fill_metadata(object: &mut Object, old: &Object) {
    object.copy_from(old, "metadata.managedFields");
    object.copy_from(old, "metadata.creationTimestamp");
    object.copy_from(old, "metadata.deletionTimestamp");
    object.copy_from(old, "metadata.generation");
    for path in ["metadata.uid", "metadata.deletionGracePeriodSeconds", "metadata.resourceVersion"] {
        if object.get(path).is_none() {
            object.copy_from(old, path);
        }
    }
}

fn object_meta_of(object: &Object) -> ObjectMeta {
    serde_json::from_value(object.tree()["metadata"].clone()).unwrap()
}

fn metadata_errors(kind: &Kind, object: &Object) -> ErrorList {
    let scope = match kind.scope {
        Scope::Namespaced => object_meta::Scope::Namespaced,
        Scope::Cluster => object_meta::Scope::Cluster,
    };
    let (meta, path) = (object_meta_of(object), Path::new("metadata"));
    let problems = |at: &Path<'_>, name: &str, prefix: bool| -> ErrorList {
        let problems = kind.strategy.validate_name(name, prefix).into_iter();
        problems.map(|problem| FieldError::invalid(at, name, problem)).collect()
    };
    let mut errors = ErrorList::new();
    if !meta.generate_name.is_empty() {
        errors.append(problems(&path.child("generateName"), &meta.generate_name, true));
    }
    errors.append(object_meta::create_by_final_name(
        &meta,
        scope,
        |at, name| problems(at, name, false),
        &path,
    ));
    errors
}

/// Whether two answers say the same. Go visits maps in random order, so the order of causes says nothing.
fn same_status(got: &Value, want: &Value) -> bool {
    let sorted = |status: &Value| {
        let mut status = status.clone();
        if let Some(causes) = status.pointer_mut("/details/causes").and_then(Value::as_array_mut) {
            causes.sort_by_key(Value::to_string);
        }
        let (head, list) = split_message(status["message"].as_str().unwrap_or_default());
        status["message"] = format!("{head}{}", list.join(", ")).into();
        status
    };
    got == want || sorted(got) == sorted(want)
}

fn split_message(message: &str) -> (String, Vec<String>) {
    let Some((head, list)) = message.split_once(": [") else { return (message.to_owned(), Vec::new()) };
    let mut parts: Vec<String> = list.trim_end_matches(']').split(", ").map(str::to_owned).collect();
    parts.sort();
    (head.to_owned(), parts)
}

/// Where two trees differ, shortly. Null and absent are alike: which pointers Go writes as null is the codec's knowledge.
pub fn difference(got: &Value, want: &Value, at: String) -> String {
    match (got, want) {
        (Value::Object(g), Value::Object(w)) => {
            let names: std::collections::BTreeSet<&String> = g.keys().chain(w.keys()).collect();
            let parts = names.into_iter().filter(|n| given(g.get(*n)) != given(w.get(*n))).map(|n| {
                match (g.get(n), w.get(n)) {
                    (Some(g), Some(w)) => difference(g, w, format!("{at}.{n}")),
                    (Some(g), None) => format!("\n  {at}.{n}: got {g}, want nothing"),
                    (_, w) => format!("\n  {at}.{n}: got nothing, want {}", w.unwrap_or(&Value::Null)),
                }
            });
            parts.collect()
        }
        (Value::Array(g), Value::Array(w)) if g.len() == w.len() => {
            g.iter().zip(w).enumerate().map(|(i, (g, w))| difference(g, w, format!("{at}[{i}]"))).collect()
        }
        (g, w) if g == w => String::new(),
        (g, w) => format!("\n  {at}: got {g}, want {w}"),
    }
}

fn given(value: Option<&Value>) -> Option<&Value> {
    value.filter(|value| !value.is_null())
}

/// Two messages, from shortly before they part.
fn apart(got: &Value, want: &Value) -> String {
    let (got, want) = (got.as_str().unwrap_or_default(), want.as_str().unwrap_or_default());
    let same = got.bytes().zip(want.bytes()).take_while(|(a, b)| a == b).count();
    let from = |text: &str| {
        let start = text.floor_char_boundary(same.saturating_sub(40));
        text[start..].chars().take(1000).collect::<String>()
    };
    format!("\n  got  {:?}\n  want {:?}", from(got), from(want))
}

/// Whether the kind warns like recorded. Unknown fields are the decoder's to warn of, versions the server's.
fn wrong_warnings(kind: &Kind, served: usize, warnings: &[String], step: &Value) -> Option<String> {
    let own = kind.served[served].deprecation.as_ref().map(|deprecation| deprecation.warning.to_string());
    let recorded = step["warnings"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let recorded: Vec<String> = recorded
        .map(|text| {
            text.trim_start_matches("299 - \"").strip_suffix('"').unwrap_or(text).replace("\\\"", "\"")
        })
        .filter(|text| !text.starts_with("unknown field") && own.as_ref() != Some(text))
        .collect();
    let (mut got, mut want) = (warnings.to_vec(), recorded);
    got.sort();
    want.sort();
    (got != want).then(|| format!("\n  warned {got:?}\n  want   {want:?}"))
}

/// The step as if the client had sent the patched object. Only patches that need no knowledge of lists are applied.
fn patched(kind: &Kind, served: usize, old: &Object, step: &Value) -> Option<Value> {
    let simple = match step["content_type"].as_str()? {
        "application/merge-patch+json" => true,
        "application/strategic-merge-patch+json" => {
            !step["body"].to_string().contains('[') && !step["body"].to_string().contains("\"$")
        }
        _ => false,
    };
    if !simple || !step["body"].is_object() || step["query"]["dryRun"].is_string() {
        return None;
    }
    let mut object = old.clone();
    from_hub(kind, served, &mut object);
    let mut tree = object.into_tree();
    merge(&mut tree, &step["body"]);
    let mut step = step.clone();
    step["body"] = tree;
    Some(step)
}

pub fn merge(target: &mut Value, patch: &Value) {
    let Value::Object(patch) = patch else {
        *target = patch.clone();
        return;
    };
    if !target.is_object() {
        *target = Value::Object(Default::default());
    }
    for (name, value) in patch {
        if value.is_null() {
            target.as_object_mut().unwrap().remove(name);
        } else {
            merge(&mut target[name], value);
        }
    }
}
