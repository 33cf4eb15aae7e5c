//! `apply`: objects as files say, by a three-way patch from the last time they were applied, or by the server (`--server-side`).

pub(super) mod client_side;
mod last_applied;
mod prune;

use serde_json::Value;

use crate::changes::APPLY;
use crate::command::{Section, Verb};
use crate::cx::Cx;
use crate::error::{Error, Result, bail, plain};
use crate::flags::{ALL, DRY_RUN, FILES, Flag, PRINT, SELECTOR, SUBRESOURCE, VALIDATE};
use crate::io::err;
use crate::print::{DryRun, Outcome, Printer};
use crate::resources::{Info, Select, Selected};
use crate::server::{Ask, Query};
use crate::tree::Tree as _;

/// The verb.
pub const VERB: Verb = Verb {
    name: "apply",
    section: Section::Advanced,
    usage: "(-f FILENAME | -k DIRECTORY)",
    about: "Apply a configuration to a resource by file name or stdin",
    examples: &[
        ("Apply the configuration in pod.json to a pod", "kubectl apply -f ./pod.json"),
        ("Apply the JSON passed into stdin to a pod", "cat pod.json | kubectl apply -f -"),
    ],
    flags: &[FILES, PRINT, DRY_RUN, VALIDATE, SELECTOR, ALL, SUBRESOURCE, OWN],
    below: &[last_applied::SET, last_applied::VIEW],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

static OWN: &[Flag] = &[
    Flag::text("cascade", "background", "Must be \"background\", \"orphan\", or \"foreground\"")
        .implied("background"),
    Flag::text(
        "field-manager",
        "kubectl-client-side-apply",
        "Name of the manager used to track field ownership",
    ),
    Flag::switch("force", "If true, immediately remove resources from API and bypass graceful deletion"),
    Flag::switch("force-conflicts", "If true, server-side apply will force the changes against conflicts"),
    Flag::number(
        "grace-period",
        "-1",
        "Period of time in seconds given to the resource to terminate gracefully",
    ),
    Flag::switch_on("openapi-patch", "Kept for scripts: the schema is built in"),
    Flag::switch_on(
        "overwrite",
        "Automatically resolve conflicts between the modified and live configuration by using values from the modified configuration",
    ),
    Flag::switch(
        "prune",
        "Automatically delete resource objects, that do not appear in the configs and are created by either apply or create --save-config",
    ),
    Flag::repeat("prune-allowlist", "Overwrite the default allowlist with <group/version/kind> for --prune"),
    Flag::switch("server-side", "If true, apply runs in the server instead of the client"),
    Flag::duration("timeout", "0s", "The length of time to wait before giving up on a delete"),
    Flag::switch("wait", "If true, wait for resources to be gone before returning"),
];

const CONFLICTS: &str = "Please review the fields above--they currently have other managers. Here\n\
are the ways you can resolve this warning:\n\
* If you intend to manage all of these fields, please re-run the apply\n  command with the `--force-conflicts` flag.\n\
* If you do not intend to manage all of the fields, please edit your\n  manifest to remove references to the fields that should keep their\n  current managers.\n\
* You may co-own fields by updating your manifest to match the existing\n  value; in this case, you'll become the manager if the other manager(s)\n  \
stop managing the field (remove it from their configuration).\n\
See https://kubernetes.io/docs/reference/using-api/server-side-apply/#conflicts";

async fn run(cx: &Cx) -> Result {
    if cx.flags.list("filename").is_empty() && cx.flags.some("kustomize").is_none() {
        return Err(plain("must specify one of -f and -k"));
    }
    if !cx.args.is_empty() {
        return Err(cx.usage(format!("Unexpected args: [{}]", cx.args.join(" "))));
    }
    if cx.flags.on("force-conflicts") && !cx.flags.on("server-side") {
        bail!("--force-conflicts only works with --server-side");
    }
    let outcome = Outcome::of(cx)?;
    if cx.flags.on("server-side") && outcome.dry_run == DryRun::Client {
        bail!("--dry-run=client doesn't work with --server-side (did you mean --dry-run=server instead?)");
    }
    if cx.flags.on("force") && outcome.dry_run == DryRun::Server {
        bail!("--dry-run=server cannot be used with --force");
    }
    if cx.flags.on("prune") && !cx.flags.on("all") && cx.flags.some("selector").is_none() {
        bail!(
            "all resources selected for prune without explicitly passing --all. To prune all resources, pass the --all flag. If you did not mean to prune all resources, specify a label selector"
        );
    }
    let select = Select { all: false, ..Select::of(cx) };
    let Selected { infos, mut errors, .. } = select.find(cx).await?;
    if infos.is_empty() && errors.is_empty() {
        bail!("no objects passed to apply");
    }
    let mut applied = Vec::new();
    for info in infos {
        match one(cx, &outcome, info).await {
            Ok(info) => applied.push(info),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() && cx.flags.on("prune") {
        prune::run(cx, &outcome, &applied).await?;
    }
    if outcome.shows_object() {
        show(cx, &applied)?;
    }
    Error::all(errors)
}

/// One object as it is, several as a list.
fn show(cx: &Cx, applied: &[Info]) -> Result {
    let Some(printer) = Printer::of(cx)? else { return Ok(()) };
    match applied {
        [] => Ok(()),
        [one] => printer.print(cx, &one.object),
        many => {
            let items: Vec<&Value> = many.iter().map(|info| &info.object).collect();
            printer.print(
                cx,
                &serde_json::json!({"apiVersion": "v1", "kind": "List", "metadata": {}, "items": items}),
            )
        }
    }
}

async fn one(cx: &Cx, outcome: &Outcome, mut info: Info) -> Result<Info> {
    let generated = info.object.text("metadata.generateName");
    if info.name.is_empty() && !generated.is_empty() {
        bail!("from {generated}: cannot use generate name with apply");
    }
    info.subresource = cx.flags.text("subresource").to_owned();
    let done = if cx.flags.on("server-side") {
        server_side(cx, outcome, &mut info).await?
    } else {
        client_side::apply(cx, outcome, &mut info).await?
    };
    if info.object.has("metadata.deletionTimestamp") {
        err!(cx, "Warning: Detected changes to resource {} which is currently being deleted.", info.name);
    }
    if !outcome.shows_object() {
        outcome.say(cx, &info.object, done)?;
    }
    Ok(info)
}

fn manager(cx: &Cx) -> &str {
    if cx.flags.on("server-side") && !cx.flags.changed("field-manager") {
        "kubectl"
    } else {
        cx.flags.text("field-manager")
    }
}

async fn server_side(cx: &Cx, outcome: &Outcome, info: &mut Info) -> Result<&'static str> {
    let mut query: Query =
        outcome.query(cx).into_iter().filter(|(name, _)| *name != "fieldManager").collect();
    query.push(("fieldManager", manager(cx).to_owned()));
    query.push(("force", cx.flags.on("force-conflicts").to_string()));
    let ask = Ask::new(http::Method::PATCH, info.path())
        .query(query)
        .bytes(APPLY, serde_json::to_vec(&info.object)?);
    let answer =
        cx.server().await?.call(ask).await.map_err(|error| {
            if error.is_conflict() { plain(format!("{error}\n{CONFLICTS}")) } else { error }
        })?;
    info.refresh(answer);
    Ok("serverside-applied")
}
