//! `apply view-last-applied` and `apply set-last-applied`.

use serde_json::{Value, json};

use crate::changes::MERGE;
use crate::command::Verb;
use crate::cx::Cx;
use crate::error::{Result, bail};
use crate::flags::{ALL, DRY_RUN, FILES, Flag, PRINT, SELECTOR};
use crate::generate::{LAST_APPLIED, applied_text, put_annotation};
use crate::print::Outcome;
use crate::resources::Select;
use crate::tree::Tree as _;

/// `apply view-last-applied`.
pub const VIEW: Verb = Verb {
    name: "view-last-applied",
    usage: "(TYPE [NAME | -l label] | TYPE/NAME | -f FILENAME)",
    about: "View the latest last-applied-configuration annotations of a resource/object",
    flags: &[FILES, SELECTOR, ALL, OUTPUT],
    run: Some(|cx| Box::pin(view(cx))),
    ..Verb::NONE
};

/// `apply set-last-applied`.
pub const SET: Verb = Verb {
    name: "set-last-applied",
    usage: "-f FILENAME",
    about: "Set the last-applied-configuration annotation on a live object to match the contents of a file",
    flags: &[FILES, PRINT, DRY_RUN, CREATE],
    run: Some(|cx| Box::pin(set(cx))),
    ..Verb::NONE
};

static OUTPUT: &[Flag] =
    &[Flag::text("output", "yaml", "Output format. Must be one of (yaml, json)").short('o')];
static CREATE: &[Flag] = &[Flag::switch(
    "create-annotation",
    "Will create 'last-applied-configuration' annotations if current objects doesn't have one",
)];

async fn view(cx: &Cx) -> Result {
    Select { latest: true, ..Select::of(cx) }
        .find(cx)
        .await?
        .each(async |info| {
            let found = info.object.at("metadata.annotations").get(LAST_APPLIED).and_then(Value::as_str);
            let Some(text) = found else {
                bail!("no last-applied-configuration annotation found on resource: {}", info.name)
            };
            let tree: Value = serde_json::from_str(text)?;
            match cx.flags.text("output") {
                "json" => cx.io.out(serde_json::to_string_pretty(&tree)? + "\n"),
                "" | "yaml" => cx.io.out(codec::yaml::to_string(&tree)),
                other => {
                    bail!("Unexpected -o output mode: {other}, the flag 'output' must be one of yaml|json")
                }
            }
            Ok(())
        })
        .await
}

async fn set(cx: &Cx) -> Result {
    let outcome = Outcome::of(cx)?;
    Select::of(cx).find(cx).await?.each(async |info| {
        let server = cx.server().await?;
        let live = info.get(server).await?;
        let known = live.at("metadata.annotations").get(LAST_APPLIED).is_some();
        if !known && !cx.flags.on("create-annotation") {
            bail!("no last-applied-configuration annotation found on resource: {}, to create the annotation, run the command with --create-annotation", info.name);
        }
        let text = applied_text(&info.object);
        let mut after = live;
        if !outcome.is_client_only() {
            let patch = json!({"metadata": {"annotations": {LAST_APPLIED: text}}});
            after = info.patch(server, MERGE, &patch, outcome.query(cx)).await?;
        } else {
            put_annotation(&mut after, LAST_APPLIED, &text);
        }
        outcome.say(cx, &after, "configured")
    }).await
}
