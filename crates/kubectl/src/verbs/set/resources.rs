//! `set resources`: requests and limits of containers.

use serde_json::{Map, Value, json};

use super::{COMMON, containers, each};
use crate::command::Verb;
use crate::cx::Cx;
use crate::error::{Result, bail, plain};
use crate::flags::Flag;

/// The verb.
pub const VERB: Verb = Verb {
    name: "resources",
    usage: "(-f FILENAME | TYPE NAME)  ([--limits=LIMITS & --requests=REQUESTS]",
    about: "Update resource requests/limits on objects with pod templates",
    examples: &[(
        "Set a deployment's nginx container CPU limits to \"200m\" and memory to \"512Mi\"",
        "kubectl set resources deployment nginx -c=nginx --limits=cpu=200m,memory=512Mi",
    )],
    flags: &[COMMON[0], COMMON[1], COMMON[2], COMMON[3], COMMON[4], COMMON[5], COMMON[6], OWN],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

static OWN: &[Flag] = &[
    Flag::text("containers", "*", "The names of containers in the selected pod templates to change")
        .short('c'),
    Flag::text("limits", "", "The resource requirement limits for this container"),
    Flag::text("requests", "", "The resource requirement requests for this container"),
];

fn amounts(text: &str) -> Result<Map<String, Value>> {
    let mut all = Map::new();
    for pair in text.split(',').filter(|pair| !pair.is_empty()) {
        let Some((name, amount)) = pair.split_once('=') else {
            bail!("Invalid argument syntax {pair}, expected <resource>=<value>")
        };
        let amount: meta::Quantity = amount.parse().map_err(|error| plain(format!("{error}")))?;
        all.insert(name.to_owned(), json!(amount.to_string()));
    }
    Ok(all)
}

async fn run(cx: &Cx) -> Result {
    if cx.flags.on("all") && cx.flags.some("selector").is_some() {
        bail!("cannot set --all and --selector at the same time");
    }
    let (limits, requests) = (cx.flags.text("limits"), cx.flags.text("requests"));
    if limits.is_empty() && requests.is_empty() {
        bail!("you must specify an update to requests or limits (in the form of --requests/--limits)");
    }
    let (limits, requests) = (amounts(limits)?, amounts(requests)?);
    let wanted = cx.flags.text("containers").to_owned();
    each(
        cx,
        &cx.args,
        "resource requirements updated",
        "failed to patch resources update to pod template",
        |spec| {
            let mut found = false;
            for container in containers(spec) {
                if wanted != "*" && container.get("name").is_none_or(|name| *name != wanted) {
                    continue;
                }
                found = true;
                let resources = container.entry("resources").or_insert_with(|| json!({}));
                for (field, amounts) in [("limits", &limits), ("requests", &requests)] {
                    if !amounts.is_empty() {
                        let members = crate::tree::object_at(resources, field);
                        members.extend(amounts.clone());
                    }
                }
            }
            if !found {
                bail!("error: unable to find container named {}", meta::go::quote(&wanted));
            }
            Ok(())
        },
    )
    .await
}
