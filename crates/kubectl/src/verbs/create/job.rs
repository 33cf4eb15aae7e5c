//! `create job`, from an image or from a cron job.

use serde_json::json;

use super::COMMON;
use super::deployment::name_and_command;
use crate::command::Verb;
use crate::cx::Cx;
use crate::error::{Result, bail};
use crate::flags::Flag;
use crate::generate::make;
use crate::resources::Select;
use crate::tree::Tree as _;

/// The verb.
pub const VERB: Verb = Verb {
    name: "job",
    usage: "NAME --image=image [--from=cronjob/name] -- [COMMAND] [args...]",
    about: "Create a job with the specified name",
    examples: &[
        ("Create a job", "kubectl create job my-job --image=busybox"),
        (
            "Create a job from a cron job named \"a-cronjob\"",
            "kubectl create job test-job --from=cronjob/a-cronjob",
        ),
    ],
    flags: &[COMMON[0], COMMON[1], COMMON[2], COMMON[3], COMMON[4], OWN],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

static OWN: &[Flag] = &[
    Flag::text("image", "", "Image name to run"),
    Flag::text("from", "", "The name of the resource to create a Job from (only CronJob is supported)"),
];

async fn run(cx: &Cx) -> Result {
    let (name, command) = name_and_command(cx)?;
    let (image, from) = (cx.flags.text("image"), cx.flags.text("from"));
    if image.is_empty() == from.is_empty() {
        bail!("either --image or --from must be specified");
    }
    if !from.is_empty() && !command.is_empty() {
        bail!("cannot specify --from and command");
    }
    if from.is_empty() {
        let mut container = json!({"name": name, "image": image});
        if !command.is_empty() {
            container["command"] = json!(command);
        }
        let job = json!({
            "apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": name},
            "spec": {"template": {"spec": {"containers": [container], "restartPolicy": "Never"}}},
        });
        return make(cx, job, true, "failed to create job:").await;
    }
    let infos = Select::of(cx).args([from]).find(cx).await?.sound()?;
    let [info] = infos.as_slice() else { bail!("from must be an existing cronjob") };
    if info.object.kind() != "CronJob" {
        bail!("unknown object type *{}.{}", "v1", info.object.kind());
    }
    let template = info.object.at("spec.jobTemplate");
    let mut annotations = template.at("metadata.annotations").as_object().cloned().unwrap_or_default();
    annotations.insert("cronjob.kubernetes.io/instantiate".to_owned(), json!("manual"));
    let job = json!({
        "apiVersion": "batch/v1", "kind": "Job",
        "metadata": {
            "name": name,
            "annotations": annotations,
            "labels": template.at("metadata.labels"),
            "ownerReferences": [{
                "apiVersion": "batch/v1", "kind": "CronJob", "name": info.name, "uid": info.object.text("metadata.uid"),
                "controller": true,
            }],
        },
        "spec": template.at("spec"),
    });
    make(cx, job, true, "failed to create job:").await
}
