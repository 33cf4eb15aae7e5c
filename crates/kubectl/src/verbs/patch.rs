//! `patch`: a change of an object, in one of the three forms.

use serde_json::Value;

use super::apply::client_side::locally;
use crate::changes::{JSON_PATCH, MERGE, STRATEGIC};
use crate::command::{Section, Verb};
use crate::cx::Cx;
use crate::error::{Error, Result, bail, plain};
use crate::flags::{DRY_RUN, FILES, Flag, LOCAL, MANAGER_PATCH, PRINT, SUBRESOURCE};
use crate::print::Outcome;
use crate::resources::Select;

/// The verb.
pub const VERB: Verb = Verb {
    name: "patch",
    section: Section::Advanced,
    usage: "(-f FILENAME | TYPE NAME) [-p PATCH|--patch-file FILE]",
    about: "Update fields of a resource",
    examples: &[(
        "Partially update a node using a strategic merge patch",
        "kubectl patch node k8s-node-1 -p '{\"spec\":{\"unschedulable\":true}}'",
    )],
    flags: &[FILES, PRINT, DRY_RUN, LOCAL, MANAGER_PATCH, SUBRESOURCE, OWN],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

static OWN: &[Flag] = &[
    Flag::text("patch", "", "The patch to be applied to the resource JSON file").short('p'),
    Flag::text("patch-file", "", "A file containing a patch to be applied to the resource"),
    Flag::text("type", "strategic", "The type of patch being provided; one of [json merge strategic]"),
];

async fn run(cx: &Cx) -> Result {
    let (inline, file) = (cx.flags.text("patch"), cx.flags.text("patch-file"));
    if !inline.is_empty() && !file.is_empty() {
        bail!("cannot specify --patch and --patch-file together");
    }
    if inline.is_empty() && file.is_empty() {
        bail!("must specify --patch or --patch-file containing the contents of the patch");
    }
    let content = match cx.flags.text("type").to_lowercase().as_str() {
        "json" => JSON_PATCH,
        "merge" => MERGE,
        "strategic" | "" => STRATEGIC,
        other => bail!("--type must be one of [json merge strategic], not {}", meta::go::quote(other)),
    };
    let text = if file.is_empty() {
        inline.to_owned()
    } else {
        std::fs::read_to_string(file).map_err(|error| {
            plain(format!("unable to read patch file: open {file}: {}", super::why(&error)))
        })?
    };
    let patch = codec::yaml::decode(text.as_bytes())
        .map_err(|error| plain(format!("unable to parse {}: {error}", meta::go::quote(&text))))?
        .value;
    let outcome = Outcome::of(cx)?;
    let selected = Select::of(cx).find(cx).await?;
    if selected.infos.is_empty() && selected.errors.is_empty() {
        bail!("no objects passed to patch");
    }
    selected
        .each(async |mut info| {
            info.subresource = cx.flags.text("subresource").to_owned();
            let after = if cx.flags.on("local") || outcome.is_client_only() {
                laid(&info.object, content, &patch)?
            } else {
                info.patch(cx.server().await?, content, &patch, outcome.query(cx)).await.map_err(|error| {
                    match error {
                        Error::Status(status) if status.code() == 415 => plain(format!(
                            "{content} is not supported by {}, Kind={}: {status}",
                            info.resource.api_version(),
                            info.resource.kind
                        )),
                        other => other,
                    }
                })?
            };
            let done = if after == info.object { "patched (no change)" } else { "patched" };
            outcome.say(cx, &after, done)
        })
        .await
}

fn laid(object: &Value, content: &str, patch: &Value) -> Result<Value> {
    if content == JSON_PATCH {
        return patch::json_patch::apply(object.clone(), patch).map_err(|error| plain(error.to_string()));
    }
    locally(object, content, patch)
}
