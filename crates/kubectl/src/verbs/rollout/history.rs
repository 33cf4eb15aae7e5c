//! `rollout history`: the revisions of a workload, or the template of one.

use serde_json::json;

use crate::command::Verb;
use crate::cx::Cx;
use crate::describe;
use crate::error::{Result, bail, plain};
use crate::flags::{FILES, Flag, PRINT, SELECTOR};
use crate::history::revisions;
use crate::io::out;
use crate::print::{Printer, Tabs};
use crate::resources::{Info, Select};
use crate::tree::{Tree as _, put};

/// The verb.
pub const VERB: Verb = Verb {
    name: "history",
    usage: "(TYPE NAME | TYPE/NAME) [flags]",
    about: "View rollout history",
    examples: &[("View the rollout history of a deployment", "kubectl rollout history deployment/abc")],
    flags: &[FILES, PRINT, SELECTOR, OWN],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

static OWN: &[Flag] =
    &[Flag::number("revision", "0", "See the details, including podTemplate of the revision specified")];

async fn run(cx: &Cx) -> Result {
    if cx.args.is_empty() && cx.flags.list("filename").is_empty() {
        bail!("required resource not specified");
    }
    if cx.flags.int("revision") < 0 {
        bail!("revision must be a positive integer: {}", cx.flags.int("revision"));
    }
    let printer = Printer::of(cx)?;
    let selected = Select { latest: true, types_mean_all: true, ..Select::of(cx) }.find(cx).await?;
    selected.each(async |info| one(cx, &info, printer.as_ref()).await).await
}

async fn one(cx: &Cx, info: &Info, printer: Option<&Printer>) -> Result {
    let all = revisions(cx, info).await?;
    let wanted = cx.flags.int("revision");
    let found = all.iter().find(|one| one.number == wanted);
    if let Some(printer) = printer {
        if wanted > 0 {
            let found = found.ok_or_else(|| plain("unable to find the specified revision"))?;
            let mut object = info.object.clone();
            put(&mut object, "spec.template", found.template.clone());
            return printer
                .print(cx, &if info.object.kind() == "Deployment" { found.holder.clone() } else { object });
        }
        for one in &all {
            printer.print(cx, &one.holder)?;
        }
        return Ok(());
    }
    let label = info.label();
    let text = if all.is_empty() {
        "No rollout history found.".to_owned()
    } else if wanted > 0 {
        let found = found.ok_or_else(|| plain("unable to find the specified revision"))?;
        let mut template = found.template.clone();
        if !found.cause.is_empty() {
            crate::tree::object_at(&mut template, "metadata.annotations")
                .insert(crate::history::CHANGE_CAUSE.to_owned(), json!(found.cause));
        }
        describe::pod_template(&template)
    } else {
        let mut text = "REVISION\tCHANGE-CAUSE\n".to_owned();
        for one in &all {
            text +=
                &format!("{}\t{}\n", one.number, if one.cause.is_empty() { "<none>" } else { &one.cause });
        }
        Tabs::new(5, 2).render(&text)
    };
    if wanted > 0 {
        out!(cx, "{label} with revision #{wanted}");
    } else {
        out!(cx, "{label} ");
    }
    out!(cx, "{text}");
    Ok(())
}
