//! `create -f`, and below it one file for each kind that can be made from flags.

mod bindings;
mod configmap;
mod cronjob;
mod data;
mod deployment;
mod hash;
mod ingress;
mod job;
mod namespace;
mod pdb;
mod priorityclass;
mod quota;
mod roles;
mod secret;
mod service;
mod serviceaccount;
mod token;

use http::Method;

use crate::command::{Section, Verb};
use crate::cx::Cx;
use crate::error::{Result, bail, plain};
use crate::flags::{DRY_RUN, FILES, Flag, MANAGER_CREATE, PRINT, SAVE_CONFIG, SELECTOR, VALIDATE};
use crate::generate::annotate_applied;
use crate::print::Outcome;
use crate::resources::{Info, Select};
use crate::server::Ask;

/// The verb.
pub const VERB: Verb = Verb {
    name: "create",
    section: Section::Beginner,
    usage: "-f FILENAME",
    about: "Create a resource from a file or from stdin",
    examples: &[
        ("Create a pod using the data in pod.json", "kubectl create -f ./pod.json"),
        ("Create a pod based on the JSON passed into stdin", "cat pod.json | kubectl create -f -"),
    ],
    flags: &[FILES, PRINT, DRY_RUN, SAVE_CONFIG, VALIDATE, SELECTOR, MANAGER_CREATE, OWN],
    below: &[
        roles::CLUSTER_ROLE,
        bindings::CLUSTER_ROLE_BINDING,
        configmap::VERB,
        cronjob::VERB,
        deployment::VERB,
        ingress::VERB,
        job::VERB,
        namespace::VERB,
        pdb::VERB,
        priorityclass::VERB,
        quota::VERB,
        roles::ROLE,
        bindings::ROLE_BINDING,
        secret::VERB,
        service::VERB,
        serviceaccount::VERB,
        token::VERB,
    ],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

/// The flags of every verb below.
const COMMON: [&[Flag]; 5] = [PRINT, DRY_RUN, SAVE_CONFIG, VALIDATE, MANAGER_CREATE];

static OWN: &[Flag] = &[
    Flag::switch("edit", "Edit the API resource before creating"),
    Flag::text("raw", "", "Raw URI to POST to the server"),
    Flag::switch("windows-line-endings", "Only relevant if --edit=true"),
];

async fn run(cx: &Cx) -> Result {
    if cx.flags.list("filename").is_empty() && cx.flags.some("kustomize").is_none() {
        if !cx.args.is_empty() {
            return Err(cx.usage(format!("Unexpected args: [{}]", cx.args.join(" "))));
        }
        return Err(plain("must specify one of -f and -k"));
    }
    if !cx.args.is_empty() {
        return Err(cx.usage(format!("Unexpected args: [{}]", cx.args.join(" "))));
    }
    if let Some(path) = cx.flags.some("raw") {
        return raw(cx, path).await;
    }
    if cx.flags.on("edit") {
        return super::edit::before_create(cx).await;
    }
    let outcome = Outcome::of(cx)?;
    let selected = Select::of(cx).find(cx).await?;
    if selected.infos.is_empty() && selected.errors.is_empty() {
        bail!("no objects passed to create");
    }
    selected.each(async |info| create(cx, &outcome, info).await).await
}

/// Makes an object of a file.
pub async fn create(cx: &Cx, outcome: &Outcome, mut info: Info) -> Result {
    if cx.flags.on("save-config") {
        annotate_applied(&mut info.object);
    }
    if outcome.is_client_only() {
        return outcome.say(cx, &info.object, "created");
    }
    let created = info.create(cx.server().await?, &info.object, outcome.query(cx)).await;
    let created = created.map_err(|error| error.of_source("creating", &info.source))?;
    outcome.say(cx, &created, "created")
}

async fn raw(cx: &Cx, path: &str) -> Result {
    let files = cx.flags.list("filename");
    let [file] = files.as_slice() else { bail!("--raw can only use a single local file or stdin") };
    if cx.flags.some("output").is_some() {
        bail!("--raw and --output are mutually exclusive");
    }
    let body = if file == "-" { cx.io.read_all()? } else { std::fs::read(file)? };
    let answer =
        cx.server().await?.read(Ask::new(Method::POST, path).bytes("application/json", body)).await?;
    cx.io.out(answer);
    Ok(())
}
