//! `create deployment`.

use serde_json::{Value, json};

use super::COMMON;
use crate::command::Verb;
use crate::cx::Cx;
use crate::error::{Result, bail};
use crate::flags::Flag;
use crate::generate::make;

/// The verb.
pub const VERB: Verb = Verb {
    name: "deployment",
    aliases: &["deploy"],
    usage: "NAME --image=image -- [COMMAND] [args...]",
    about: "Create a deployment with the specified name",
    examples: &[
        (
            "Create a deployment named my-dep that runs the busybox image",
            "kubectl create deployment my-dep --image=busybox",
        ),
        ("Create a deployment with a command", "kubectl create deployment my-dep --image=busybox -- date"),
    ],
    flags: &[COMMON[0], COMMON[1], COMMON[2], COMMON[3], COMMON[4], OWN],
    required: &["image"],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

static OWN: &[Flag] = &[
    Flag::list(
        "image",
        "Image names to run. A deployment can have multiple images set for multi-container pod",
    ),
    Flag::number("port", "-1", "The containerPort that this deployment exposes"),
    Flag::number("replicas", "1", "Number of replicas to create. Default is 1").short('r'),
];

async fn run(cx: &Cx) -> Result {
    let (name, command) = name_and_command(cx)?;
    let images = cx.flags.list("image");
    if images.len() > 1 && !command.is_empty() {
        bail!("cannot specify multiple --image options and command");
    }
    let mut containers: Vec<Value> = images.iter().map(|image| container(image, &command)).collect();
    if cx.flags.int("port") >= 0 {
        containers[0]["ports"] = json!([{"containerPort": cx.flags.int("port")}]);
    }
    let labels = json!({"app": name});
    let deployment = json!({
        "apiVersion": "apps/v1", "kind": "Deployment",
        "metadata": {"name": name, "labels": labels},
        "spec": {
            "replicas": cx.flags.int("replicas"),
            "selector": {"matchLabels": labels},
            "template": {"metadata": {"labels": labels}, "spec": {"containers": containers}},
        },
    });
    make(cx, deployment, true, "failed to create deployment:").await
}

/// The name, and what follows it or `--`.
pub(super) fn name_and_command(cx: &Cx) -> Result<(&str, Vec<String>)> {
    let before = cx.dash.unwrap_or(cx.args.len());
    match cx.args[..before] {
        [ref name] => Ok((name, cx.args[1..].to_vec())),
        ref args => Err(cx.usage(format!("exactly one NAME is required, got {}", args.len()))),
    }
}

/// A container called after its image.
fn container(image: &str, command: &[String]) -> Value {
    let name = image.rsplit('/').next().unwrap_or(image);
    let name = name.split([':', '@']).next().unwrap_or(name);
    let name = if name.contains(['_', '.']) {
        format!("{}-{}", name.replace(['_', '.'], "-"), crate::verbs::random_suffix())
    } else {
        name.to_owned()
    };
    let mut container = json!({"name": name, "image": image});
    if !command.is_empty() {
        container["command"] = json!(command);
    }
    container
}
