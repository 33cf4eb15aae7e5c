//! `set image`.

use serde_json::json;

use super::{COMMON, containers, each};
use crate::changes::split_pairs;
use crate::command::Verb;
use crate::cx::Cx;
use crate::error::{Error, Result, plain};

/// The verb.
pub const VERB: Verb = Verb {
    name: "image",
    usage: "(-f FILENAME | TYPE NAME) CONTAINER_NAME_1=CONTAINER_IMAGE_1 ... CONTAINER_NAME_N=CONTAINER_IMAGE_N",
    about: "Update the image of a pod template",
    examples: &[(
        "Set a deployment's nginx container image to 'nginx:1.9.1'",
        "kubectl set image deployment/nginx nginx=nginx:1.9.1",
    )],
    flags: &COMMON,
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

async fn run(cx: &Cx) -> Result {
    let (resources, words) = split_pairs(&cx.args, "image")?;
    let pairs: Vec<(&str, &str)> = words.iter().filter_map(|word| word.split_once('=')).collect();
    let mut wrong = Vec::new();
    if cx.flags.on("all") && cx.flags.some("selector").is_some() {
        wrong.push(plain("cannot set --all and --selector at the same time"));
    }
    if resources.is_empty() && cx.flags.list("filename").is_empty() {
        wrong
            .push(plain("one or more resources must be specified as <resource> <name> or <resource>/<name>"));
    }
    if pairs.is_empty() {
        wrong.push(plain("at least one image update is required"));
    } else if pairs.len() > 1 && pairs.iter().any(|(name, _)| *name == "*") {
        wrong.push(plain("all containers are already specified by *, but saw more than one container_name=container_image pairs"));
    }
    Error::all(wrong)?;
    each(cx, &resources, "image updated", "failed to patch image update to pod template", |spec| {
        let mut missing = Vec::new();
        for (name, image) in &pairs {
            let mut found = false;
            for container in containers(spec) {
                if *name == "*" || container.get("name").is_some_and(|own| own == name) {
                    container.insert("image".to_owned(), json!(image));
                    found = true;
                }
            }
            if !found {
                missing
                    .push(plain(format!("error: unable to find container named {}", meta::go::quote(name))));
            }
        }
        Error::all(missing)
    })
    .await
}
