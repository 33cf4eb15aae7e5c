//! `delete`: objects go, and by default it waits until they are gone.

use std::time::Duration;

use http::Method;
use serde_json::{Value, json};

use crate::command::{Section, Verb};
use crate::cx::Cx;
use crate::error::{Error, Result, bail};
use crate::flags::{ALL, ALL_NAMESPACES, DRY_RUN, FIELD_SELECTOR, FILES, Flag, SELECTOR};
use crate::io::{err, out};
use crate::print::DryRun;
use crate::resources::{Info, Select, Selected};
use crate::server::Ask;
use crate::tree::Tree as _;
use crate::waiting::{Waited, until};

/// The verb.
pub const VERB: Verb = Verb {
    name: "delete",
    section: Section::Intermediate,
    usage: "([-f FILENAME] | [-k DIRECTORY] | TYPE [(NAME | -l label | --all)])",
    about: "Delete resources by file names, stdin, resources and names, or by resources and label selector",
    examples: &[
        (
            "Delete pods and services with same names \"baz\" and \"foo\"",
            "kubectl delete pod,service baz foo",
        ),
        ("Force delete a pod on a dead node", "kubectl delete pod foo --force"),
    ],
    flags: &[FILES, DRY_RUN, SELECTOR, FIELD_SELECTOR, ALL, ALL_NAMESPACES, HOW, OWN],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

/// How objects go, for every verb that deletes.
pub(super) static HOW: &[Flag] = &[
    Flag::text("cascade", "background", "Must be \"background\", \"orphan\", or \"foreground\"")
        .implied("background"),
    Flag::switch("force", "If true, immediately remove resources from API and bypass graceful deletion"),
    Flag::number(
        "grace-period",
        "-1",
        "Period of time in seconds given to the resource to terminate gracefully",
    ),
    Flag::duration(
        "timeout",
        "0s",
        "The length of time to wait before giving up on a delete, zero means for ever",
    ),
    Flag::switch_on("wait", "If true, wait for resources to be gone before returning"),
];

static OWN: &[Flag] = &[
    Flag::switch("ignore-not-found", "Treat \"resource not found\" as a successful delete"),
    Flag::switch("now", "If true, resources are signaled for immediate shutdown (same as --grace-period=1)"),
    Flag::switch("interactive", "If true, delete resource only when user confirms").short('i'),
    Flag::text("output", "", "Output mode. Use \"-o name\" for shorter output (resource/name)").short('o'),
    Flag::text("raw", "", "Raw URI to DELETE to the server"),
];

/// What a delete asks for.
pub(super) struct Options {
    pub grace: i64,
    pub propagation: &'static str,
    pub dry_run: DryRun,
    pub wait: bool,
    pub timeout: Duration,
    pub ignore_not_found: bool,
    pub quiet: bool,
    pub name_only: bool,
}

impl Options {
    fn of(cx: &Cx) -> Result<Self> {
        let mut grace = cx.flags.int("grace-period");
        let force = cx.flags.on("force");
        if cx.flags.on("now") {
            if grace != -1 {
                bail!("--now and --grace-period cannot be specified together");
            }
            grace = 1;
        }
        if grace == 0 && !force {
            grace = 1;
        }
        if force && grace < 0 {
            grace = 0;
        }
        let output = cx.flags.text("output");
        if !matches!(output, "" | "name") {
            bail!("unexpected -o output mode: {output}. We only support '-o name'");
        }
        for flag in ["selector", "field-selector"] {
            if cx.flags.on("all") && cx.flags.some(flag).is_some() {
                bail!("cannot set --all and --{flag} at the same time");
            }
        }
        if force && grace > 0 {
            bail!("--force and --grace-period greater than 0 cannot be specified together");
        }
        if force {
            err!(
                cx,
                "Warning: Immediate deletion does not wait for confirmation that the running resource has been terminated. The resource may continue to run on the cluster indefinitely."
            );
        }
        let selecting = cx.flags.on("all")
            || cx.flags.some("selector").is_some()
            || cx.flags.some("field-selector").is_some();
        let ignore =
            if cx.flags.changed("ignore-not-found") { cx.flags.on("ignore-not-found") } else { selecting };
        Ok(Self {
            grace,
            propagation: propagation(cx.flags.text("cascade"))?,
            dry_run: DryRun::of(cx)?,
            wait: cx.flags.on("wait"),
            timeout: cx.flags.duration("timeout"),
            ignore_not_found: ignore,
            quiet: false,
            name_only: output == "name",
        })
    }
}

pub(super) fn propagation(cascade: &str) -> Result<&'static str> {
    match cascade {
        "background" | "true" => Ok("Background"),
        "orphan" | "false" => Ok("Orphan"),
        "foreground" => Ok("Foreground"),
        other => {
            bail!("invalid cascade value ({other}). Must be \"background\", \"foreground\", or \"orphan\"")
        }
    }
}

async fn run(cx: &Cx) -> Result {
    let options = Options::of(cx)?;
    if let Some(path) = cx.flags.some("raw") {
        let answer = cx.server().await?.read(Ask::new(Method::DELETE, path)).await?;
        cx.io.out(answer);
        return Ok(());
    }
    let selected = Select { fetch: false, ..Select::of(cx) }.find(cx).await?;
    if cx.flags.on("interactive") && !confirmed(cx, &selected)? {
        return Ok(());
    }
    let (_, explicit) = cx.namespace().await?;
    let cluster_scoped = selected.infos.iter().any(|info| !info.resource.namespaced);
    if explicit && !cx.flags.on("all-namespaces") && cluster_scoped {
        err!(cx, "Warning: deleting cluster-scoped resources, not scoped to the provided namespace");
    }
    delete(cx, &options, selected).await
}

fn confirmed(cx: &Cx, selected: &Selected) -> Result<bool> {
    if selected.infos.is_empty() {
        out!(cx, "No resources found");
        return Ok(false);
    }
    out!(cx, "You are about to delete the following {} resource(s):", selected.infos.len());
    for info in &selected.infos {
        out!(cx, "{}", info.label());
    }
    cx.io.out("Do you want to continue? [y/N]: ");
    let mut answer = Vec::new();
    let mut byte = [0];
    while cx.io.read_some(&mut byte)? == 1 && byte[0] != b'\n' {
        answer.push(byte[0]);
    }
    let yes = matches!(String::from_utf8_lossy(&answer).trim().to_lowercase().as_str(), "y" | "yes");
    if !yes {
        out!(cx, "deletion is cancelled");
    }
    Ok(yes)
}

/// Deletes what was selected, and waits.
pub(super) async fn delete(cx: &Cx, options: &Options, selected: Selected) -> Result {
    let mut errors = selected.errors;
    let (mut gone, mut found) = (Vec::new(), 0);
    for info in selected.infos {
        found += 1;
        if options.dry_run == DryRun::Client {
            say(cx, options, &info);
            continue;
        }
        match one(cx, options, &info).await {
            Ok(uid) => {
                say(cx, options, &info);
                gone.push((info, uid));
            }
            Err(error) => errors.push(error),
        }
    }
    if options.ignore_not_found {
        errors.retain(|error| !error.is_not_found());
    }
    Error::all(errors)?;
    if found == 0 {
        out!(cx, "No resources found");
        return Ok(());
    }
    if !options.wait || options.dry_run != DryRun::None {
        return Ok(());
    }
    for (info, uid) in gone {
        wait_gone(cx, &info, &uid, options.timeout).await?;
    }
    Ok(())
}

async fn one(cx: &Cx, options: &Options, info: &Info) -> Result<String> {
    let mut body =
        json!({"apiVersion": "v1", "kind": "DeleteOptions", "propagationPolicy": options.propagation});
    if options.grace >= 0 {
        body["gracePeriodSeconds"] = json!(options.grace);
    }
    let query = options.dry_run.query();
    let answer =
        cx.server().await?.call(Ask::new(Method::DELETE, info.path()).query(query).body(&body)).await?;
    let uid =
        if answer.kind() == "Status" { answer.text("details.uid") } else { answer.text("metadata.uid") };
    Ok(uid.to_owned())
}

fn say(cx: &Cx, options: &Options, info: &Info) {
    if options.quiet {
        return;
    }
    if options.name_only {
        out!(cx, "{}", info.label());
        return;
    }
    let label = info.label();
    let kind = label.split('/').next().unwrap_or_default();
    let mut done = if options.grace == 0 { "force deleted" } else { "deleted" }.to_owned();
    if info.resource.namespaced {
        done += &format!(" from {} namespace", info.namespace);
    }
    out!(cx, "{kind} \"{}\" {done}{}", info.name, options.dry_run.suffix());
}

/// Waits until an object is gone, or another took its name.
pub(super) async fn wait_gone(cx: &Cx, info: &Info, uid: &str, timeout: Duration) -> Result {
    let limit = (!timeout.is_zero()).then_some(timeout);
    let other = |object: &Value| Ok(!uid.is_empty() && object.text("metadata.uid") != uid);
    let ended = match until(cx.server().await?, info, limit, other).await {
        // Who may delete need not be allowed to look.
        Err(Error::Status(status)) if matches!(status.code(), 403 | 405) => return Ok(()),
        other => other?,
    };
    if ended == Waited::Late {
        bail!("timed out waiting for the condition on {}/{}", info.resource.plural, info.name);
    }
    Ok(())
}
