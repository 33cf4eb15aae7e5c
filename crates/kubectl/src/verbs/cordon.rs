//! `cordon` and `uncordon`: whether new pods may come to a node.

use serde_json::json;

use crate::changes;
use crate::command::{Section, Verb};
use crate::cx::Cx;
use crate::error::{Result, bail};
use crate::flags::{DRY_RUN, SELECTOR};
use crate::io::out;
use crate::print::Outcome;
use crate::resources::{Info, Select};
use crate::tree::{Tree as _, put};

/// `cordon`.
pub const CORDON: Verb = Verb {
    name: "cordon",
    section: Section::Cluster,
    usage: "NODE",
    about: "Mark node as unschedulable",
    examples: &[("Mark node \"foo\" as unschedulable", "kubectl cordon foo")],
    flags: &[DRY_RUN, SELECTOR],
    run: Some(|cx| Box::pin(run(cx, true))),
    ..Verb::NONE
};

/// `uncordon`.
pub const UNCORDON: Verb = Verb {
    name: "uncordon",
    section: Section::Cluster,
    usage: "NODE",
    about: "Mark node as schedulable",
    examples: &[("Mark node \"foo\" as schedulable", "kubectl uncordon foo")],
    flags: &[DRY_RUN, SELECTOR],
    run: Some(|cx| Box::pin(run(cx, false))),
    ..Verb::NONE
};

/// The nodes that arguments or a selector name.
pub(super) async fn nodes(cx: &Cx) -> Result<Vec<Info>> {
    let selecting = cx.flags.some("selector").is_some();
    if cx.args.is_empty() && !selecting {
        return Err(cx.usage(format!("USAGE: {} [flags]", cx.verb.usage)));
    }
    if !cx.args.is_empty() && selecting {
        return Err(cx.usage("error: cannot specify both a node name and a --selector option"));
    }
    let bare = |word: &String| {
        word.strip_prefix("node/").or_else(|| word.strip_prefix("nodes/")).unwrap_or(word).to_owned()
    };
    let mut args = vec!["nodes".to_owned()];
    args.extend(cx.args.iter().map(bare));
    let infos = Select::of(cx).args(args).find(cx).await?.sound()?;
    if infos.is_empty() {
        bail!("No resources found");
    }
    Ok(infos)
}

async fn run(cx: &Cx, wanted: bool) -> Result {
    for info in nodes(cx).await? {
        mark(cx, &info, wanted).await?;
    }
    Ok(())
}

/// Marks a node, unless it is marked so.
pub(super) async fn mark(cx: &Cx, info: &Info, wanted: bool) -> Result {
    let outcome = Outcome::of(cx)?;
    let word = if wanted { "cordoned" } else { "uncordoned" };
    if info.object.truth("spec.unschedulable") == wanted {
        out!(cx, "node/{} already {word}{}", info.name, outcome.dry_run.suffix());
        return Ok(());
    }
    let mut after = info.object.clone();
    if wanted {
        put(&mut after, "spec.unschedulable", json!(true));
    } else {
        crate::tree::take(&mut after, "spec.unschedulable");
    }
    changes::send(cx, &outcome, info, after, false).await?;
    out!(cx, "node/{} {word}{}", info.name, outcome.dry_run.suffix());
    Ok(())
}
