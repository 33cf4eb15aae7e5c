//! `set selector`: of a service.

use serde_json::json;

use super::{COMMON, select};
use crate::changes;
use crate::command::Verb;
use crate::cx::Cx;
use crate::error::{Result, bail, plain};
use crate::flags::Flag;
use crate::print::Outcome;
use crate::tree::{Tree as _, put};

/// The verb.
pub const VERB: Verb = Verb {
    name: "selector",
    usage: "(-f FILENAME | TYPE NAME) EXPRESSIONS [--resource-version=version]",
    about: "Set the selector on a resource",
    examples: &[("Set the selector of a service", "kubectl set selector service my-svc 'environment=qa'")],
    flags: &[COMMON[0], COMMON[1], COMMON[2], COMMON[4], COMMON[5], COMMON[6], OWN],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

static OWN: &[Flag] = &[Flag::text(
    "resource-version",
    "",
    "If non-empty, the selectors update will only succeed if this is the current resource-version",
)];

async fn run(cx: &Cx) -> Result {
    let Some((expression, resources)) = cx.args.split_last() else {
        bail!("one or more resources must be specified as <resource> <name> or <resource>/<name>");
    };
    let selector =
        meta::selector::LabelSelector::parse(expression).map_err(|error| plain(error.to_string()))?;
    let outcome = Outcome::of(cx)?;
    select(cx, resources)
        .find(cx)
        .await?
        .each(async |info| {
            if info.object.kind() != "Service" {
                bail!("setting a selector is only supported for Services");
            }
            let labels = selector.as_map().map_err(|error| plain(error.to_string()))?;
            let mut after = info.object.clone();
            put(&mut after, "spec.selector", json!(labels));
            if let Some(version) = cx.flags.some("resource-version") {
                put(&mut after, "metadata.resourceVersion", json!(version));
            }
            let (after, _) = changes::send(cx, &outcome, &info, after, cx.flags.on("local")).await?;
            outcome.say(cx, &after, "selector updated")
        })
        .await
}
