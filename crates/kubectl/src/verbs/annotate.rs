//! `annotate`: sets and removes annotations.

use serde_json::Value;

use super::label::{OWN, check, list, patched, select};
use crate::changes::{Pairs, split_pairs};
use crate::command::{Section, Verb};
use crate::cx::Cx;
use crate::error::{Result, bail};
use crate::flags::{
    ALL, ALL_NAMESPACES, DRY_RUN, FIELD_SELECTOR, FILES, LOCAL, MANAGER_ANNOTATE, PRINT, SELECTOR,
};
use crate::print::Outcome;
use crate::resources::Info;
use crate::tree::Tree as _;

/// The verb.
pub const VERB: Verb = Verb {
    name: "annotate",
    section: Section::Settings,
    usage: "[--overwrite] (-f FILENAME | TYPE NAME) KEY_1=VAL_1 ... KEY_N=VAL_N [--resource-version=version]",
    about: "Update the annotations on a resource",
    examples: &[
        (
            "Update pod 'foo' with the annotation 'description'",
            "kubectl annotate pods foo description='my frontend'",
        ),
        ("Remove an annotation named 'description' if it exists", "kubectl annotate pods foo description-"),
    ],
    flags: &[
        FILES,
        PRINT,
        DRY_RUN,
        SELECTOR,
        FIELD_SELECTOR,
        ALL,
        ALL_NAMESPACES,
        LOCAL,
        MANAGER_ANNOTATE,
        OWN,
    ],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

async fn run(cx: &Cx) -> Result {
    let (resources, words) = split_pairs(&cx.args, "annotation")?;
    let pairs = Pairs::annotations(&words)?;
    check(cx, &resources, "annotation", pairs.set.is_empty() && pairs.remove.is_empty())?;
    let outcome = Outcome::of(cx)?;
    let selected = select(cx, resources).find(cx).await?;
    let single = selected.single;
    if !single && cx.flags.some("resource-version").is_some() {
        bail!("--resource-version may only be used with a single resource");
    }
    selected.each(async |info| one(cx, &outcome, &pairs, info, single).await).await
}

async fn one(cx: &Cx, outcome: &Outcome, pairs: &Pairs, info: Info, single: bool) -> Result {
    let mut after = info.object.clone();
    if !cx.flags.on("overwrite") {
        let annotations = info.object.at("metadata.annotations");
        let clash = |(key, value): &(String, String)| {
            let old = annotations
                .get(key)
                .and_then(Value::as_str)
                .filter(|old| old != value && key != "kubernetes.io/change-cause")?;
            Some(format!("'{key}' already has a value ({old})"))
        };
        let clashes: Vec<String> = pairs.set.iter().filter_map(clash).collect();
        if !clashes.is_empty() {
            bail!(
                "--overwrite is false but found the following declared annotation(s): {}",
                clashes.join("; ")
            );
        }
    }
    pairs.apply(&mut after, "metadata.annotations");
    if cx.flags.on("list") {
        list(cx, &Info { object: after, ..info }, "annotations", "metadata.annotations", single);
        return Ok(());
    }
    if !(cx.flags.on("local") || outcome.is_client_only()) {
        after = patched(cx, outcome, &info, after).await?;
    }
    outcome.say(cx, &after, "annotated")
}
