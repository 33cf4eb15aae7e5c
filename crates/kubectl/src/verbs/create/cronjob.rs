//! `create cronjob`.

use serde_json::json;

use super::COMMON;
use super::deployment::name_and_command;
use crate::command::Verb;
use crate::cx::Cx;
use crate::error::Result;
use crate::flags::Flag;
use crate::generate::make;

/// The verb.
pub const VERB: Verb = Verb {
    name: "cronjob",
    aliases: &["cj"],
    usage: "NAME --image=image --schedule='0/5 * * * ?' -- [COMMAND] [args...] [flags]",
    about: "Create a cron job with the specified name",
    examples: &[(
        "Create a cron job",
        "kubectl create cronjob my-job --image=busybox --schedule=\"*/1 * * * *\"",
    )],
    flags: &[COMMON[0], COMMON[1], COMMON[2], COMMON[3], COMMON[4], OWN],
    required: &["image", "schedule"],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

static OWN: &[Flag] = &[
    Flag::text("image", "", "Image name to run"),
    Flag::text("schedule", "", "A schedule in the Cron format the job should be run with"),
    Flag::text("restart", "", "job's restart policy. supported values: OnFailure, Never"),
];

async fn run(cx: &Cx) -> Result {
    let (name, command) = name_and_command(cx)?;
    let mut container = json!({"name": name, "image": cx.flags.text("image")});
    if !command.is_empty() {
        container["command"] = json!(command);
    }
    let restart = cx.flags.some("restart").unwrap_or("OnFailure");
    let cronjob = json!({
        "apiVersion": "batch/v1", "kind": "CronJob", "metadata": {"name": name},
        "spec": {
            "schedule": cx.flags.text("schedule"),
            "jobTemplate": {
                "metadata": {"name": name},
                "spec": {"template": {"spec": {"containers": [container], "restartPolicy": restart}}},
            },
        },
    });
    make(cx, cronjob, true, "failed to create cronjob:").await
}
