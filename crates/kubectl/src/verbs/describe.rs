//! `describe`: objects for people, with their events.

use crate::command::{Section, Verb};
use crate::cx::Cx;
use crate::describe;
use crate::error::{Error, Result, bail};
use crate::flags::{ALL_NAMESPACES, CHUNK, FILES, Flag, SELECTOR};
use crate::io::err;
use crate::resources::{Info, Select, Selected, What};

/// The verb.
pub const VERB: Verb = Verb {
    name: "describe",
    section: Section::Troubleshooting,
    usage: "(-f FILENAME | TYPE [NAME_PREFIX | -l label] | TYPE/NAME)",
    about: "Show details of a specific resource or group of resources",
    examples: &[
        ("Describe a node", "kubectl describe nodes kubernetes-node-emt8.c.myproject.internal"),
        ("Describe all pods", "kubectl describe pods"),
    ],
    flags: &[FILES, SELECTOR, ALL_NAMESPACES, CHUNK, OWN],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

static OWN: &[Flag] =
    &[Flag::switch_on("show-events", "If true, display events related to the described object")];

async fn run(cx: &Cx) -> Result {
    if cx.args.is_empty() && cx.flags.list("filename").is_empty() {
        bail!(
            "You must specify the type of resource to describe. Use \"kubectl api-resources\" for a complete list of supported resources.\n"
        );
    }
    let select = Select { latest: true, types_mean_all: true, ..Select::of(cx) };
    let Selected { mut infos, mut errors, .. } = select.find(cx).await?;
    if errors.len() == 1 && infos.is_empty() && errors[0].is_not_found() && cx.args.len() == 2 {
        infos = by_prefix(cx, &select).await?;
        if !infos.is_empty() {
            errors.clear();
        }
    }
    for (index, info) in infos.iter().enumerate() {
        let facts = describe::gather(cx, info, cx.flags.on("show-events")).await?;
        let text = describe::describe(&facts);
        cx.io.out(if index == 0 { text } else { format!("\n\n{text}") });
    }
    if infos.is_empty() && errors.is_empty() {
        if cx.flags.on("all-namespaces") {
            err!(cx, "No resources found");
        } else {
            err!(cx, "No resources found in {} namespace.", cx.namespace().await?.0);
        }
    }
    Error::all(errors)
}

/// Objects whose name begins with the word that is no name.
async fn by_prefix(cx: &Cx, select: &Select) -> Result<Vec<Info>> {
    let what = What::read(&cx.args, cx.server().await?.discovery().await?)?;
    let What::Named(named) = what else { return Ok(Vec::new()) };
    let Some((_, prefix)) = named.first() else { return Ok(Vec::new()) };
    let all = select.clone().args([cx.args[0].clone()]).find(cx).await?.sound()?;
    Ok(all.into_iter().filter(|info| info.name.starts_with(prefix.as_str())).collect())
}
