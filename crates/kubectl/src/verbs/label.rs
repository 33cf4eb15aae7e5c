//! `label`: sets and removes labels.

use serde_json::Value;

use crate::changes::{MERGE, Pairs, merge_between, split_pairs};
use crate::command::{Section, Verb};
use crate::cx::Cx;
use crate::error::{Error, Result, bail, plain};
use crate::flags::{
    ALL, ALL_NAMESPACES, DRY_RUN, FIELD_SELECTOR, FILES, Flag, LOCAL, MANAGER_LABEL, PRINT, SELECTOR,
};
use crate::io::out;
use crate::print::Outcome;
use crate::resources::{Info, Select};
use crate::tree::{Tree as _, put, texts};

/// The verb.
pub const VERB: Verb = Verb {
    name: "label",
    section: Section::Settings,
    usage: "[--overwrite] (-f FILENAME | TYPE NAME) KEY_1=VAL_1 ... KEY_N=VAL_N [--resource-version=version]",
    about: "Update the labels on a resource",
    examples: &[
        (
            "Update pod 'foo' with the label 'unhealthy' and the value 'true'",
            "kubectl label pods foo unhealthy=true",
        ),
        ("Remove a label named 'bar' if it exists", "kubectl label pods foo bar-"),
    ],
    flags: &[FILES, PRINT, DRY_RUN, SELECTOR, FIELD_SELECTOR, ALL, ALL_NAMESPACES, LOCAL, MANAGER_LABEL, OWN],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

/// What `label` and `annotate` share.
pub(super) static OWN: &[Flag] = &[
    Flag::switch("overwrite", "If true, allow values to be overwritten"),
    Flag::switch("list", "If true, display what is there"),
    Flag::text(
        "resource-version",
        "",
        "If non-empty, the update will only succeed if this is the current resource-version",
    ),
];

async fn run(cx: &Cx) -> Result {
    let (resources, words) = split_pairs(&cx.args, "label")?;
    let pairs = Pairs::labels(&words)?;
    check(cx, &resources, "label", pairs.set.is_empty() && pairs.remove.is_empty())?;
    let outcome = Outcome::of(cx)?;
    let selected = select(cx, resources).find(cx).await?;
    let single = selected.single;
    if !single && cx.flags.some("resource-version").is_some() {
        bail!("--resource-version may only be used with a single resource");
    }
    selected.each(async |info| one(cx, &outcome, &pairs, info, single).await).await
}

/// What is selected by arguments that come before pairs.
pub(super) fn select(cx: &Cx, resources: Vec<String>) -> Select {
    Select { types_mean_all: cx.flags.on("all"), latest: !cx.flags.on("local"), ..Select::of(cx) }
        .args(resources)
}

/// What `label` and `annotate` refuse.
pub(super) fn check(cx: &Cx, resources: &[String], what: &str, nothing: bool) -> Result {
    let list = cx.flags.on("list");
    if list && cx.flags.some("output").is_some() {
        bail!("--list and --output may not be specified together");
    }
    for flag in ["selector", "field-selector"] {
        if cx.flags.on("all") && cx.flags.some(flag).is_some() {
            bail!("cannot set --all and --{flag} at the same time");
        }
    }
    if resources.is_empty() && cx.flags.list("filename").is_empty() {
        bail!("one or more resources must be specified as <resource> <name> or <resource>/<name>");
    }
    if nothing && !list {
        bail!("at least one {what} update is required");
    }
    Ok(())
}

/// `--list`.
pub(super) fn list(cx: &Cx, info: &Info, what: &str, path: &str, single: bool) {
    if !single {
        out!(cx, "Listing {what} for {}.{}/{}:", info.resource.kind, info.resource.group, info.name);
    }
    for (key, value) in texts(info.object.at(path)) {
        out!(cx, "{}{key}={value}", if single { "" } else { " " });
    }
}

async fn one(cx: &Cx, outcome: &Outcome, pairs: &Pairs, info: Info, single: bool) -> Result {
    let mut after = info.object.clone();
    if !cx.flags.on("overwrite") {
        let labels = info.object.at("metadata.labels");
        let clash = |(key, value): &(String, String)| {
            let old = labels.get(key).and_then(Value::as_str).filter(|old| old != value)?;
            Some(plain(format!("'{key}' already has a value ({old}), and --overwrite is false")))
        };
        Error::all(pairs.set.iter().filter_map(clash).collect())?;
    }
    let local = cx.flags.on("local") || outcome.is_client_only() || cx.flags.on("list");
    for key in pairs.remove.iter().filter(|_| !local) {
        if info.object.at("metadata.labels").get(key).is_none() {
            out!(cx, "label {} not found.", meta::go::quote(key));
        }
    }
    let (set, removed) = pairs.apply(&mut after, "metadata.labels");
    if cx.flags.on("list") {
        list(cx, &Info { object: after, ..info }, "labels", "metadata.labels", single);
        return Ok(());
    }
    let done = match (set, removed) {
        (0, 0) => "not labeled",
        (_, 0) => "labeled",
        (0, _) => "unlabeled",
        _ => "modified",
    };
    if !local && set + removed > 0 {
        after = patched(cx, outcome, &info, after).await?;
    }
    outcome.say(cx, &after, done)
}

/// Sends the change of an object's metadata.
pub(super) async fn patched(cx: &Cx, outcome: &Outcome, info: &Info, mut after: Value) -> Result<Value> {
    let mut before = info.object.clone();
    if let Some(version) = cx.flags.some("resource-version") {
        put(&mut before, "metadata.resourceVersion", Value::Null);
        put(&mut after, "metadata.resourceVersion", Value::from(version));
    }
    info.patch(cx.server().await?, MERGE, &merge_between(&before, &after), outcome.query(cx)).await
}
