//! What a stock server answered about config maps, asked of this engine: the texts, codes and objects must be the same. Decoding of
//! bodies and content negotiation belong to the server above; cases about those are passed over.

use std::path::{Path, PathBuf};

use codec::negotiate::{Media, Shape};
use meta::options::{CreateOptions, DeleteOptions, GetOptions, ListOptions, PatchOptions, Query};
use meta::{Status, StatusError};
use registry::{Caller, Deleted, Patch, PatchKind, Stored, Target, render};
use resource::User;
use serde_json::Value;

use super::support::*;

const COLLECTION: &str = "/api/v1/namespaces/$ns/configmaps";

/// Cases that are about something that is not here: admission, typed decoding, kinds' own rules.
const ELSEWHERE: [&str; 4] = ["over a mebibyte", "immutable", "change kind", "bad watch value"];

fn files() -> Vec<PathBuf> {
    let up = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().skip(3);
    let Some(spec) = up.map(|up| up.join("shared/spec/v1.36/behaviour")).find(|path| path.is_dir()) else {
        assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "CI needs the spec data");
        return Vec::new();
    };
    ["apply", "delete", "errors", "list", "misc", "patch", "update", "watch"]
        .iter()
        .map(|name| spec.join(format!("{name}.json")))
        .collect()
}

fn query(step: &Value) -> String {
    let pairs = step["query"].as_object().into_iter().flatten();
    let encode = |text: &str| text.bytes().map(|byte| format!("%{byte:02X}")).collect::<String>();
    let pairs: Vec<String> =
        pairs.map(|(name, value)| format!("{name}={}", encode(value.as_str().unwrap_or_default()))).collect();
    pairs.join("&")
}

/// Whether the engine alone can answer the step as the server did.
fn is_ours(case: &Value) -> bool {
    let steps = case["steps"].as_array().unwrap();
    let name = case["name"].as_str().unwrap();
    !ELSEWHERE.iter().any(|word| name.contains(word))
        && steps.iter().all(|step| {
            let path = step["path"].as_str().unwrap();
            let body_is_tree =
                step["body"].is_null() || step["body"].is_object() || step["method"] == "PATCH";
            path.starts_with(COLLECTION)
                && path[COLLECTION.len()..].split('/').count() <= 2
                && step.get("accept").is_none()
                && step["query"].get("pretty").is_none()
                && body_is_tree
                && (step["method"] == "PATCH" || step["content_type"].is_null())
                && !(step["method"] == "DELETE"
                    && step["body"].get("kind").is_some_and(|kind| kind != "DeleteOptions"))
        })
}

struct Replay {
    lab: Lab,
    vars: Vec<(String, String)>,
}

impl Replay {
    fn fill(&self, value: &Value) -> Value {
        let mut text = value.to_string();
        for (name, found) in &self.vars {
            text = text.replace(name, found);
        }
        serde_json::from_str(&text).unwrap()
    }

    async fn run(&self, step: &Value) -> Result<Value, StatusError> {
        let path = step["path"].as_str().unwrap();
        let name = path[COLLECTION.len()..].trim_start_matches('/');
        let target = self.lab.target("configmaps", "ns", name);
        let query = query(&self.fill(step));
        let query = Query::parse(&query);
        let caller = Caller { user: User::default(), manager: "unknown".into() };
        let body = self.fill(&step["body"]);
        let registry = &self.lab.registry;
        match step["method"].as_str().unwrap() {
            "POST" => {
                let options = CreateOptions::from_query(&query);
                options.validate_create()?;
                Ok(show(&registry.create(&target, &caller, object(body), &options).await?.stored, &target))
            }
            "PUT" => {
                let options = CreateOptions::from_query(&query);
                options.validate_update()?;
                Ok(show(&registry.update(&target, &caller, object(body), &options).await?.stored, &target))
            }
            "PATCH" => {
                let kind =
                    PatchKind::ALL.into_iter().find(|kind| step["content_type"] == kind.name()).unwrap();
                let body = body.as_str().map_or_else(|| body.to_string(), str::to_owned);
                let patch = Patch { kind, body: body.into() };
                let options = PatchOptions::from_query(&query);
                Ok(show(&registry.patch(&target, &caller, &patch, &options).await?.stored, &target))
            }
            "DELETE" => {
                let from_body = (!body.is_null()).then(|| serde_json::from_value(body).unwrap());
                let options: DeleteOptions = match from_body {
                    Some(options) => options,
                    None => DeleteOptions::from_query(&query)
                        .map_err(|e| StatusError::bad_request(e.to_string()))?,
                };
                if name.is_empty() {
                    let select = ListOptions::from_query(&query)?;
                    let page = registry.delete_collection(&target, &caller, &options, &select).await?;
                    return Ok(list(page, &target));
                }
                Ok(match registry.delete(&target, &caller, &options).await? {
                    Deleted::Object { stored, .. } => show(&stored, &target),
                    Deleted::Status(status) => tree(&status),
                })
            }
            _ if name.is_empty() => {
                let options = ListOptions::from_query(&query)?;
                options.validate()?;
                if options.watch {
                    let events = step["watch"].as_u64().unwrap_or(0);
                    return watch(&self.lab, &target, &options, events).await;
                }
                Ok(list(registry.list(&target, &options).await?, &target))
            }
            _ => {
                let stored = registry.get(&target, &GetOptions::from_query(&query)).await?;
                Ok(show(&stored, &target))
            }
        }
    }
}

async fn watch(lab: &Lab, target: &Target, options: &ListOptions, events: u64) -> Result<Value, StatusError> {
    let mut watch = lab.registry.watch(target, options).await?;
    let mut seen = Vec::new();
    for _ in 0..events {
        let item = watch.next().await.expect("the watch goes on");
        let frame = render::frame(&item, &target.kind, 0, Media::Json, Shape::Object, None).unwrap();
        seen.push(serde_json::from_slice(&frame).unwrap());
    }
    Ok(Value::Array(seen))
}

fn tree(status: &Status) -> Value {
    serde_json::to_value(status).unwrap()
}

fn show(stored: &Stored, target: &Target) -> Value {
    let mut out = Vec::new();
    render::object(stored, &target.kind, 0, Media::Json, Shape::Object, &mut out).unwrap();
    serde_json::from_slice(&out).unwrap()
}

fn list(page: registry::Page, target: &Target) -> Value {
    let chunks = render::list(page, &target.kind, 0, Media::Json, Shape::Object).unwrap();
    serde_json::from_slice(&chunks.map(Result::unwrap).collect::<Vec<_>>().concat()).unwrap()
}

/// Compares an answer with a recorded one, whose `<…>` stand for anything and whose `$…` are learnt where they first appear.
fn matches(expected: &Value, found: &Value, vars: &mut Vec<(String, String)>) -> bool {
    match (expected, found) {
        (Value::String(expected), Value::String(found)) => text_matches(expected, found, vars),
        (Value::Object(expected), Value::Object(found)) => {
            expected.len() == found.len()
                && expected
                    .iter()
                    .all(|(name, one)| found.get(name).is_some_and(|other| matches(one, other, vars)))
        }
        (Value::Array(expected), Value::Array(found)) => {
            expected.len() == found.len()
                && expected.iter().zip(found).all(|(one, other)| matches(one, other, vars))
        }
        _ => expected == found,
    }
}

fn text_matches(expected: &str, found: &str, vars: &mut Vec<(String, String)>) -> bool {
    let mut expected = expected.to_owned();
    for (name, value) in vars.iter() {
        expected = expected.replace(name, value);
    }
    if expected.starts_with('$') && !expected.contains(' ') {
        vars.push((expected, found.to_owned()));
        return true;
    }
    // Between the wildcards the text is the same.
    let mut rest = found;
    let mut first = true;
    for part in expected.split('<') {
        let literal = if first { part } else { part.split_once('>').map_or(part, |(_, literal)| literal) };
        let Some(at) = rest.find(literal) else { return false };
        if first && at != 0 {
            return false;
        }
        rest = &rest[at + literal.len()..];
        first = false;
    }
    rest.is_empty() || expected.ends_with('>')
}

async fn replay(case: &Value) -> Result<(), String> {
    let lab =
        Lab::with(registry::Config { patience: std::time::Duration::from_millis(20), ..Default::default() })
            .await;
    // Revision 1 is in the past everywhere but in a new store.
    lab.create(&lab.target("namespaces", "", ""), serde_json::json!({"metadata": {"name": "first"}}))
        .await
        .unwrap();
    let mut replay = Replay { lab, vars: vec![("$ns".into(), "ns".into()), ("$id".into(), "id".into())] };
    for step in case["steps"].as_array().unwrap() {
        let Some(code) = step["status"].as_u64() else { continue };
        let (found_code, found) = match replay.run(step).await {
            Ok(found) => (if step["method"] == "POST" { 201 } else { code.min(202) }, found),
            Err(error) => (u64::from(error.code()), tree(error.status())),
        };
        let mut vars = std::mem::take(&mut replay.vars);
        let same = matches(&step["response"], &found, &mut vars);
        replay.vars = vars;
        if code != found_code || !same {
            return Err(format!(
                "{}: {} {}\n  want {code} {}\n  have {found_code} {found}",
                case["name"], step["method"], step["path"], step["response"]
            ));
        }
    }
    Ok(())
}

#[tokio::test]
async fn answers_about_config_maps_are_those_of_a_stock_server() {
    let (mut run, mut wrong) = (0, Vec::new());
    for file in files() {
        let cases: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
        for case in cases.as_array().unwrap().iter().filter(|case| is_ours(case)) {
            run += 1;
            wrong.extend(replay(case).await.err());
        }
    }
    assert!(wrong.is_empty(), "{} of {run} cases differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(run == 0 || run > 50, "only {run} cases were run");
}
