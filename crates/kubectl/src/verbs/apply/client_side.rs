//! The three-way patch: from what was applied last and what is to be, to what is.

use serde_json::{Value, json};

use crate::changes::{MERGE, STRATEGIC, is_empty};
use crate::cx::Cx;
use crate::error::{Error, Result, plain};
use crate::generate::{LAST_APPLIED, annotate_applied};
use crate::io::err;
use crate::print::Outcome;
use crate::resources::Info;
use crate::server::{Ask, Server};
use crate::tree::{Tree as _, put};

/// How often a conflict is tried again.
const RETRIES: usize = 5;

/// Applies one object, and says what was done.
pub(in crate::verbs) async fn apply(cx: &Cx, outcome: &Outcome, info: &mut Info) -> Result<&'static str> {
    let mut modified = info.object.clone();
    annotate_applied(&mut modified);
    let server = cx.server().await?;
    let current = match info.get(server).await {
        Ok(current) => current,
        Err(error) if error.is_not_found() => {
            without_nulls(&mut modified);
            if !outcome.is_client_only() {
                let made = info.create(server, &modified, outcome.query(cx)).await;
                modified = made.map_err(|error| error.of_source("creating", &info.source))?;
            }
            info.refresh(modified);
            return Ok("created");
        }
        Err(error) => {
            let doing = format!("retrieving current configuration of:\n{}\nfrom server for:", whole(info));
            return Err(error.of_source(&doing, &info.source));
        }
    };
    if current.at("metadata.annotations").get(LAST_APPLIED).is_none() {
        err!(
            cx,
            "Warning: resource {}/{} is missing the {LAST_APPLIED} annotation which is required by kubectl apply. kubectl apply should only \
             be used on resources created declaratively by either kubectl create --save-config or kubectl apply. The missing annotation \
             will be patched automatically.",
            info.resource.plural,
            info.name
        );
    }
    let (patch, after) = attempt(cx, outcome, info, current, &modified).await?;
    info.refresh(after);
    Ok(if is_empty(&patch) { "unchanged" } else { "configured" })
}

async fn attempt(
    cx: &Cx,
    outcome: &Outcome,
    info: &Info,
    mut current: Value,
    modified: &Value,
) -> Result<(Value, Value)> {
    let server = cx.server().await?;
    let mut tries = 0;
    loop {
        let (content, patch) = three_way(&current, modified, cx.flags.on("overwrite"))?;
        if is_empty(&patch) {
            return Ok((patch, current));
        }
        if outcome.is_client_only() {
            let after = locally(&current, content, &patch)?;
            return Ok((patch, after));
        }
        match info.patch(server, content, &patch, outcome.query(cx)).await {
            Ok(after) => return Ok((patch, after)),
            Err(error) if error.is_conflict() && tries < RETRIES => {
                tries += 1;
                current = info.get(server).await?;
            }
            Err(error) => {
                let hopeless =
                    error.is_conflict() || error.status().is_some_and(meta::StatusError::is_invalid);
                if hopeless && cx.flags.on("force") {
                    return Ok((modified.clone(), recreate(cx, server, info, modified).await?));
                }
                return Err(explained(error, info, &patch));
            }
        }
    }
}

fn explained(error: Error, info: &Info, patch: &Value) -> Error {
    let doing = format!("applying patch:\n{patch}\nto:\n{}\nfor:", whole(info));
    error.of_source("patching", &info.source).of_source(&doing, &info.source)
}

/// An object as errors name it.
fn whole(info: &Info) -> String {
    let resource = &info.resource;
    let (group, version) =
        (if resource.group.is_empty() { String::new() } else { resource.group.clone() }, &resource.version);
    let prefix = if group.is_empty() { format!("/{version}") } else { format!("{group}/{version}") };
    format!(
        "Resource: \"{prefix}, Resource={}\", GroupVersionKind: \"{prefix}, Kind={}\"\nName: {}, Namespace: {}",
        resource.plural,
        resource.kind,
        meta::go::quote(&info.name),
        meta::go::quote(&info.namespace)
    )
}

/// The patch and its form: strategic for built-in kinds, a merge for others.
pub(in crate::verbs) fn three_way(
    current: &Value,
    modified: &Value,
    overwrite: bool,
) -> Result<(&'static str, Value)> {
    let original = current.at("metadata.annotations").get(LAST_APPLIED).and_then(Value::as_str);
    let original: Value =
        original.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_else(|| json!({}));
    let api_version = modified.text("apiVersion");
    let (group, version) = api_version.rsplit_once('/').unwrap_or(("", api_version));
    let wrong = |error: String| {
        plain(format!(
            "creating patch with:\noriginal:\n{original}\nmodified:\n{modified}\ncurrent:\n{current}\nfor: {error}"
        ))
    };
    if let Some(definition) = schema::builtin(group, version, modified.kind()) {
        let made =
            patch::strategic::create_three_way(&original, modified, current, &definition.schema, overwrite);
        return Ok((STRATEGIC, made.map_err(|error| wrong(error.to_string()))?));
    }
    let made = patch::merge::create_three_way(&original, modified, current)
        .map_err(|error| wrong(error.to_string()))?;
    Ok((MERGE, made))
}

/// What a patch makes of an object, without the server.
pub(in crate::verbs) fn locally(current: &Value, content: &str, patch: &Value) -> Result<Value> {
    let mut after = current.clone();
    if content == MERGE {
        patch::merge::apply(&mut after, patch);
        return Ok(after);
    }
    let api_version = current.text("apiVersion");
    let (group, version) = api_version.rsplit_once('/').unwrap_or(("", api_version));
    let definition =
        schema::builtin(group, version, current.kind()).ok_or_else(|| plain("no schema for the object"))?;
    patch::strategic::apply(after, patch, &definition.schema).map_err(|error| plain(error.to_string()))
}

async fn recreate(cx: &Cx, server: &Server, info: &Info, modified: &Value) -> Result<Value> {
    let before = info.get(server).await?;
    let mut body = json!({"apiVersion": "v1", "kind": "DeleteOptions", "propagationPolicy": "Background"});
    let grace = if cx.flags.int("grace-period") < 0 { 0 } else { cx.flags.int("grace-period") };
    body["gracePeriodSeconds"] = json!(grace);
    server.call(Ask::new(http::Method::DELETE, info.path()).body(&body)).await?;
    super::super::delete::wait_gone(cx, info, before.text("metadata.uid"), cx.flags.duration("timeout"))
        .await?;
    let mut fresh = modified.clone();
    put(&mut fresh, "metadata.resourceVersion", Value::Null);
    info.create(server, &fresh, Vec::new()).await
}

/// Nulls say that something goes, and nothing is there yet.
fn without_nulls(tree: &mut Value) {
    match tree {
        Value::Object(members) => {
            members.retain(|_, value| !value.is_null());
            members.values_mut().for_each(without_nulls);
        }
        Value::Array(items) => items.iter_mut().for_each(without_nulls),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_applied_before_and_is_not_any_more_goes() {
        let last = json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c"}, "data": {"a": "1", "gone": "x"}});
        let mut current = last.clone();
        current["data"]["theirs"] = json!("y");
        current["metadata"]["annotations"] = json!({LAST_APPLIED: last.to_string()});
        let modified = json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c", "annotations": {LAST_APPLIED: last.to_string()}}, "data": {"a": "2"}});
        let (content, patch) = three_way(&current, &modified, true).unwrap();
        assert_eq!(content, STRATEGIC);
        assert_eq!(patch, json!({"data": {"a": "2", "gone": null}}));
    }
}
