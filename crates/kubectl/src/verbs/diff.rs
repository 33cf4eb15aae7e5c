//! `diff`: what `apply` would change, shown by the `diff` program. Ends with 1 if anything would.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::apply::client_side::three_way;
use crate::changes::{APPLY, is_empty};
use crate::command::{Section, Verb};
use crate::cx::Cx;
use crate::error::{Error, Result};
use crate::flags::{FILES, Flag, SELECTOR};
use crate::print::without_managed;
use crate::resources::{Info, Select};
use crate::server::Ask;
use crate::tree::{Tree as _, put};

/// The verb.
pub const VERB: Verb = Verb {
    name: "diff",
    section: Section::Advanced,
    usage: "-f FILENAME",
    about: "Diff the live version against a would-be applied version",
    examples: &[("Diff resources included in pod.json", "kubectl diff -f pod.json")],
    flags: &[FILES, SELECTOR, OWN],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

static OWN: &[Flag] = &[
    Flag::number("concurrency", "1", "Kept for scripts"),
    Flag::text(
        "field-manager",
        "kubectl-client-side-apply",
        "Name of the manager used to track field ownership",
    ),
    Flag::switch("force-conflicts", "If true, server-side apply will force the changes against conflicts"),
    Flag::switch("server-side", "If true, apply runs in the server instead of the client"),
    Flag::switch("show-managed-fields", "If true, include managed fields in the diff"),
    Flag::text("prune", "", "Kept for scripts"),
];

async fn run(cx: &Cx) -> Result {
    match compare(cx).await {
        // 1 says that there are differences.
        Err(error) if !matches!(error, Error::Silent(_)) => {
            let mut told = error.told();
            if !told.ends_with('\n') {
                told.push('\n');
            }
            cx.io.err(told);
            Err(Error::Silent(error.code().saturating_add(1)))
        }
        other => other,
    }
}

async fn compare(cx: &Cx) -> Result {
    if cx.flags.list("filename").is_empty() && cx.flags.some("kustomize").is_none() {
        return Err(crate::error::plain("must specify one of -f and -k"));
    }
    let infos = Select::of(cx).find(cx).await?.sound()?;
    let (live, merged) = (
        tempfile::Builder::new().prefix("LIVE-").tempdir()?,
        tempfile::Builder::new().prefix("MERGED-").tempdir()?,
    );
    for info in &infos {
        let (mut before, mut after) = both(cx, info).await?;
        if !cx.flags.on("show-managed-fields") {
            (before, after) = (without_managed(&before), without_managed(&after));
        }
        if info.resource.kind == "Secret" && info.resource.group.is_empty() {
            mask(&mut before, &mut after);
        }
        let group =
            if info.resource.group.is_empty() { String::new() } else { format!("{}.", info.resource.group) };
        let name = format!(
            "{group}{}.{}.{}.{}",
            info.resource.version, info.resource.kind, info.namespace, info.name
        )
        .replace(['/', '\\'], "-");
        for (directory, tree) in [(&live, &before), (&merged, &after)] {
            let text = if tree.is_null() { String::new() } else { codec::yaml::to_string(tree) };
            std::fs::write(directory.path().join(&name), text)?;
        }
    }
    show(cx, live.path(), merged.path())
}

/// The object as it is and as it would be.
async fn both(cx: &Cx, info: &Info) -> Result<(Value, Value)> {
    let server = cx.server().await?;
    let live = match info.get(server).await {
        Ok(live) => live,
        Err(error) if error.is_not_found() => Value::Null,
        Err(error) => return Err(error),
    };
    let query =
        vec![("dryRun", "All".to_owned()), ("fieldManager", cx.flags.text("field-manager").to_owned())];
    if cx.flags.on("server-side") {
        let mut query = query;
        query.push(("force", cx.flags.on("force-conflicts").to_string()));
        let ask = Ask::new(http::Method::PATCH, info.path())
            .query(query)
            .bytes(APPLY, serde_json::to_vec(&info.object)?);
        return Ok((live, server.call(ask).await?));
    }
    if live.is_null() {
        let made = info.create(server, &info.object, query).await?;
        return Ok((live, made));
    }
    // What was applied last is bookkeeping, not a difference.
    let (content, patch) = three_way(&live, &info.object, true)?;
    if is_empty(&patch) {
        return Ok((live.clone(), live));
    }
    let after = info.patch(server, content, &patch, query).await?;
    Ok((live, after))
}

/// Secrets stay secret; that they change shows.
fn mask(before: &mut Value, after: &mut Value) {
    let old = before.at("data").as_object().cloned().unwrap_or_default();
    let new = after.at("data").as_object().cloned().unwrap_or_default();
    for (tree, own, other, note) in [(before, &old, &new, "before"), (after, &new, &old, "after")] {
        for (key, value) in own {
            let changed = other.get(key).is_some_and(|other| other != value);
            let shown = if changed { format!("*** ({note})") } else { "***".to_owned() };
            let members = crate::tree::object_at(tree, "data");
            members.insert(key.clone(), Value::from(shown));
        }
        if !tree.is_null() && own.is_empty() && tree.has("data") {
            put(tree, "data", Value::Object(serde_json::Map::new()));
        }
    }
}

fn show(cx: &Cx, live: &Path, merged: &Path) -> Result {
    let external = cx.around.var("KUBECTL_EXTERNAL_DIFF").unwrap_or("diff -u -N").to_owned();
    let sound = |word: &&str| word.chars().all(|c| c.is_alphanumeric() || "-/=.".contains(c));
    let words: Vec<&str> = external.split_whitespace().filter(sound).collect();
    let Some((program, args)) = words.split_first() else {
        return Err(crate::error::plain("KUBECTL_EXTERNAL_DIFF names no program"));
    };
    let output = Command::new(program).args(args).arg(live).arg(merged).output();
    let output = output.map_err(|error| {
        crate::error::plain(format!("failed to run {}: {error}", meta::go::quote(program)))
    })?;
    cx.io.out(&output.stdout);
    cx.io.err(&output.stderr);
    match output.status.code() {
        Some(0) => Ok(()),
        Some(1) => Err(Error::Silent(1)),
        code => Err(Error::Silent(u8::try_from(code.unwrap_or(2)).unwrap_or(2))),
    }
}
