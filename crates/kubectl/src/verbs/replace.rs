//! `replace`: an object in the place of another; `--force` deletes first.

use http::Method;
use serde_json::{Value, json};

use crate::command::{Section, Verb};
use crate::cx::Cx;
use crate::error::{Result, bail, plain};
use crate::flags::{DRY_RUN, FILES, Flag, MANAGER_REPLACE, PRINT, SAVE_CONFIG, SUBRESOURCE, VALIDATE};
use crate::generate::{LAST_APPLIED, annotate_applied};
use crate::print::Outcome;
use crate::resources::{Info, Select};
use crate::server::Ask;
use crate::tree::Tree as _;

/// The verb.
pub const VERB: Verb = Verb {
    name: "replace",
    section: Section::Advanced,
    usage: "-f FILENAME",
    about: "Replace a resource by file name or stdin",
    examples: &[("Replace a pod using the data in pod.json", "kubectl replace -f ./pod.json")],
    flags: &[FILES, PRINT, DRY_RUN, SAVE_CONFIG, VALIDATE, MANAGER_REPLACE, SUBRESOURCE, OWN],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

static OWN: &[Flag] = &[
    Flag::text("cascade", "background", "Must be \"background\", \"orphan\", or \"foreground\"")
        .implied("background"),
    Flag::switch("force", "If true, immediately remove resources from API and bypass graceful deletion"),
    Flag::number(
        "grace-period",
        "-1",
        "Period of time in seconds given to the resource to terminate gracefully",
    ),
    Flag::text("raw", "", "Raw URI to PUT to the server"),
    Flag::duration("timeout", "0s", "The length of time to wait before giving up on a delete"),
    Flag::switch("wait", "If true, wait for resources to be gone before returning"),
];

async fn run(cx: &Cx) -> Result {
    let files = cx.flags.list("filename");
    if let Some(path) = cx.flags.some("raw") {
        let [file] = files.as_slice() else { bail!("--raw can only use a single local file or stdin") };
        let body = if file == "-" { cx.io.read_all()? } else { std::fs::read(file)? };
        let answer =
            cx.server().await?.read(Ask::new(Method::PUT, path).bytes("application/json", body)).await?;
        cx.io.out(answer);
        return Ok(());
    }
    if files.is_empty() && cx.flags.some("kustomize").is_none() {
        return Err(cx.usage("Must specify --filename to replace"));
    }
    if cx.flags.int("grace-period") >= 0 && !cx.flags.on("force") {
        bail!("--grace-period must have --force specified");
    }
    if !cx.flags.duration("timeout").is_zero() && !cx.flags.on("force") {
        bail!("--timeout must have --force specified");
    }
    let outcome = Outcome::of(cx)?;
    let selected = Select::of(cx).find(cx).await?;
    if selected.infos.is_empty() && selected.errors.is_empty() {
        bail!("no objects passed to replace");
    }
    selected.each(async |info| one(cx, &outcome, info).await).await
}

async fn one(cx: &Cx, outcome: &Outcome, mut info: Info) -> Result {
    let annotated = info.object.at("metadata.annotations").get(LAST_APPLIED).is_some();
    if cx.flags.on("save-config") || annotated {
        annotate_applied(&mut info.object);
    }
    if outcome.is_client_only() {
        return outcome.say(cx, &info.object, "replaced");
    }
    let server = cx.server().await?;
    info.subresource = cx.flags.text("subresource").to_owned();
    if cx.flags.on("force") {
        return force(cx, outcome, &info).await;
    }
    let mut object = info.object.clone();
    // What says no version replaces whatever there is.
    if object.text("metadata.resourceVersion").is_empty() {
        let now = info.get(server).await.map_err(|error| error.of_source("replacing", &info.source))?;
        crate::tree::put(
            &mut object,
            "metadata.resourceVersion",
            Value::from(now.text("metadata.resourceVersion")),
        );
    }
    let after = info.replace(server, &object, outcome.query(cx)).await;
    outcome.say(cx, &after.map_err(|error| error.of_source("replacing", &info.source))?, "replaced")
}

async fn force(cx: &Cx, outcome: &Outcome, info: &Info) -> Result {
    let server = cx.server().await?;
    let grace = if cx.flags.int("grace-period") < 0 { 0 } else { cx.flags.int("grace-period") };
    let body = json!({
        "apiVersion": "v1", "kind": "DeleteOptions", "gracePeriodSeconds": grace,
        "propagationPolicy": super::delete::propagation(cx.flags.text("cascade"))?,
    });
    match info.get(server).await {
        Ok(before) => {
            server.call(Ask::new(Method::DELETE, info.path()).body(&body)).await?;
            crate::io::out!(
                cx,
                "{} \"{}\" deleted from {} namespace",
                info.label().split('/').next().unwrap_or_default(),
                info.name,
                info.namespace
            );
            super::delete::wait_gone(cx, info, before.text("metadata.uid"), cx.flags.duration("timeout"))
                .await?;
        }
        Err(error) if error.is_not_found() => {}
        Err(error) => return Err(error),
    }
    let mut object = info.object.clone();
    crate::tree::take(&mut object, "metadata.resourceVersion");
    crate::tree::take(&mut object, "metadata.uid");
    let made =
        info.create(server, &object, outcome.query(cx)).await.map_err(|error| plain(error.to_string()))?;
    outcome.say(cx, &made, "replaced")
}
