//! `create priorityclass`.

use serde_json::json;

use super::COMMON;
use crate::command::Verb;
use crate::cx::Cx;
use crate::error::Result;
use crate::flags::Flag;
use crate::generate::make;

/// The verb.
pub const VERB: Verb = Verb {
    name: "priorityclass",
    aliases: &["pc"],
    usage: "NAME --value=VALUE --global-default=BOOL [--dry-run=server|client|none]",
    about: "Create a priority class with the specified name",
    examples: &[(
        "Create a priority class named high-priority",
        "kubectl create priorityclass high-priority --value=1000 --description=\"high priority\"",
    )],
    flags: &[COMMON[0], COMMON[1], COMMON[2], COMMON[3], COMMON[4], OWN],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

static OWN: &[Flag] = &[
    Flag::number("value", "0", "the value of this priority class"),
    Flag::switch("global-default", "whether this PriorityClass should be considered as the default priority"),
    Flag::text("description", "", "guidelines on when this priority class should be used"),
    Flag::text(
        "preemption-policy",
        "PreemptLowerPriority",
        "the policy for preempting pods with lower priority",
    ),
];

async fn run(cx: &Cx) -> Result {
    let mut object = json!({
        "apiVersion": "scheduling.k8s.io/v1", "kind": "PriorityClass", "metadata": {"name": cx.one_name()?},
        "value": cx.flags.int("value"), "preemptionPolicy": cx.flags.text("preemption-policy"),
    });
    if cx.flags.on("global-default") {
        object["globalDefault"] = json!(true);
    }
    if let Some(description) = cx.flags.some("description") {
        object["description"] = json!(description);
    }
    make(cx, object, false, "failed to create priorityclass:").await
}
