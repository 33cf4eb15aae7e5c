//! `taint`: what keeps pods off a node.

use serde_json::{Value, json};

use crate::changes;
use crate::command::{Section, Verb};
use crate::cx::Cx;
use crate::error::{Result, bail};
use crate::flags::{ALL, DRY_RUN, Flag, MANAGER_TAINT, PRINT, SELECTOR, VALIDATE};
use crate::print::Outcome;
use crate::resources::{Info, Select};
use crate::tree::{Tree as _, put};

/// The verb.
pub const VERB: Verb = Verb {
    name: "taint",
    section: Section::Cluster,
    usage: "NODE NAME KEY_1=VAL_1:TAINT_EFFECT_1 ... KEY_N=VAL_N:TAINT_EFFECT_N",
    about: "Update the taints on one or more nodes",
    examples: &[
        ("Update node 'foo' with a taint", "kubectl taint nodes foo dedicated=special-user:NoSchedule"),
        ("Remove from node 'foo' all the taints with key 'dedicated'", "kubectl taint nodes foo dedicated-"),
    ],
    flags: &[PRINT, DRY_RUN, SELECTOR, ALL, MANAGER_TAINT, VALIDATE, OWN],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

static OWN: &[Flag] = &[Flag::switch(
    "overwrite",
    "If true, allow taints to be overwritten, otherwise reject taint updates that overwrite existing taints",
)];

/// A taint to set or to remove; without an effect, all of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Taint {
    key: String,
    value: String,
    effect: String,
}

fn parse(word: &str) -> Result<(Taint, bool)> {
    let remove = word.ends_with('-');
    let text = word.strip_suffix('-').unwrap_or(word);
    let (pair, effect) = text.split_once(':').unwrap_or((text, ""));
    let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
    if !remove && effect.is_empty() {
        bail!("invalid taint spec: {word}");
    }
    if !effect.is_empty() && !["NoSchedule", "PreferNoSchedule", "NoExecute"].contains(&effect) {
        bail!("invalid taint effect: {effect}, unsupported taint effect");
    }
    if let Some(wrong) = meta::validate::qualified_name(key).first() {
        bail!("invalid taint spec: {word}, {wrong}");
    }
    Ok((Taint { key: key.to_owned(), value: value.to_owned(), effect: effect.to_owned() }, remove))
}

fn is_taint(word: &str) -> bool {
    word.ends_with('-') || word.contains('=') || word.contains(':')
}

async fn run(cx: &Cx) -> Result {
    let first = cx.args.iter().position(|word| is_taint(word)).unwrap_or(cx.args.len());
    let (resources, words) = cx.args.split_at(first);
    if resources.is_empty() {
        bail!("one or more resources must be specified as <resource> <name>");
    }
    let kind = resources[0].split('/').next().unwrap_or_default();
    if !["node", "nodes", "no"].contains(&kind.to_lowercase().as_str()) {
        bail!("invalid resource type {kind}, only [\"node\" \"nodes\"] are supported");
    }
    if words.is_empty() {
        bail!("at least one taint update is required");
    }
    let (mut set, mut remove) = (Vec::new(), Vec::new());
    for word in words {
        match parse(word)? {
            (taint, true) => remove.push(taint),
            (taint, false) => set.push(taint),
        }
    }
    let outcome = Outcome::of(cx)?;
    let selected = Select { types_mean_all: cx.flags.on("all"), all: false, ..Select::of(cx) }
        .args(resources.iter().cloned())
        .find(cx)
        .await?;
    selected.each(async |info| one(cx, &outcome, &info, &set, &remove).await).await
}

async fn one(cx: &Cx, outcome: &Outcome, info: &Info, set: &[Taint], remove: &[Taint]) -> Result {
    let mut taints = info.object.items("spec.taints").to_vec();
    let same = |known: &Value, one: &Taint| {
        known.text("key") == one.key && (one.effect.is_empty() || known.text("effect") == one.effect)
    };
    if !cx.flags.on("overwrite") {
        let clashes: Vec<String> = set
            .iter()
            .filter(|one| taints.iter().any(|known| same(known, one)))
            .map(|one| format!("{}:{}", one.key, one.effect))
            .collect();
        if !clashes.is_empty() {
            bail!(
                "node {} already has {} taint(s) with same effect(s) and --overwrite is false",
                info.name,
                clashes.join(", ")
            );
        }
    }
    for one in remove {
        if !taints.iter().any(|known| same(known, one)) {
            let effect = if one.effect.is_empty() { String::new() } else { format!(":{}", one.effect) };
            bail!("taint {} not found", meta::go::quote(&format!("{}{effect}", one.key)));
        }
        taints.retain(|known| !same(known, one));
    }
    for one in set {
        taints.retain(|known| !same(known, one));
        let mut taint = json!({"key": one.key, "effect": one.effect});
        if !one.value.is_empty() {
            taint["value"] = json!(one.value);
        }
        taints.insert(0, taint);
    }
    let mut after = info.object.clone();
    if taints.is_empty() {
        crate::tree::take(&mut after, "spec.taints");
    } else {
        put(&mut after, "spec.taints", Value::Array(taints));
    }
    let done = match (set.is_empty(), remove.is_empty()) {
        (false, true) => "tainted",
        (true, false) => "untainted",
        _ => "modified",
    };
    let (after, _) = changes::send(cx, outcome, info, after, false).await?;
    outcome.say(cx, &after, done)
}
