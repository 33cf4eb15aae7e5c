//! `create poddisruptionbudget`.

use serde_json::json;

use super::COMMON;
use crate::command::Verb;
use crate::cx::Cx;
use crate::error::{Result, bail, plain};
use crate::flags::Flag;
use crate::generate::{int_or_string, make};

/// The verb.
pub const VERB: Verb = Verb {
    name: "poddisruptionbudget",
    aliases: &["pdb"],
    usage: "NAME --selector=SELECTOR --min-available=N [--dry-run=server|client|none]",
    about: "Create a pod disruption budget with the specified name",
    examples: &[(
        "Require at least one of the pods with app=rails",
        "kubectl create poddisruptionbudget my-pdb --selector=app=rails --min-available=1",
    )],
    flags: &[COMMON[0], COMMON[1], COMMON[2], COMMON[3], COMMON[4], OWN],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

static OWN: &[Flag] = &[
    Flag::text(
        "min-available",
        "",
        "The minimum number or percentage of available pods this budget requires",
    ),
    Flag::text(
        "max-unavailable",
        "",
        "The maximum number or percentage of unavailable pods this budget requires",
    ),
    Flag::text("selector", "", "A label selector to use for this budget"),
];

fn is_amount(text: &str) -> bool {
    let digits = text.strip_suffix('%').unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

async fn run(cx: &Cx) -> Result {
    let name = cx.one_name()?;
    let (selector, min, max) =
        (cx.flags.text("selector"), cx.flags.text("min-available"), cx.flags.text("max-unavailable"));
    if selector.is_empty() {
        bail!("a selector must be specified");
    }
    if min.is_empty() && max.is_empty() {
        bail!("one of min-available or max-unavailable must be specified");
    }
    if !min.is_empty() && !max.is_empty() {
        bail!("min-available and max-unavailable cannot be both specified");
    }
    if !min.is_empty() && !is_amount(min) {
        bail!("invalid format specified for min-available");
    }
    if !max.is_empty() && !is_amount(max) {
        bail!("invalid format specified for max-unavailable");
    }
    let selector =
        meta::selector::LabelSelector::parse(selector).map_err(|error| plain(error.to_string()))?;
    let mut budget = json!({
        "apiVersion": "policy/v1", "kind": "PodDisruptionBudget", "metadata": {"name": name},
        "spec": {"selector": serde_json::to_value(&selector)?},
    });
    for (field, value) in [("minAvailable", min), ("maxUnavailable", max)] {
        if !value.is_empty() {
            budget["spec"][field] = int_or_string(value);
        }
    }
    make(cx, budget, true, "failed to create poddisruptionbudgets:").await
}
