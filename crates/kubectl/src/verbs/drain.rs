//! `drain`: a node without pods, for maintenance.

use std::time::Duration;

use http::Method;
use serde_json::{Value, json};

use super::cordon::{mark, nodes};
use super::delete::wait_gone;
use crate::command::{Section, Verb};
use crate::cx::Cx;
use crate::error::{Error, Result, bail};
use crate::flags::{CHUNK, DRY_RUN, Flag, SELECTOR};
use crate::io::{err, out};
use crate::print::DryRun;
use crate::resources::Info;
use crate::server::Ask;
use crate::tree::Tree as _;

/// The verb.
pub const VERB: Verb = Verb {
    name: "drain",
    section: Section::Cluster,
    usage: "NODE",
    about: "Drain node in preparation for maintenance",
    examples: &[(
        "Drain node \"foo\", even if there are pods not managed by a controller on it",
        "kubectl drain foo --force",
    )],
    flags: &[DRY_RUN, SELECTOR, CHUNK, OWN],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

static OWN: &[Flag] = &[
    Flag::switch(
        "delete-emptydir-data",
        "Continue even if there are pods using emptyDir (local data that will be deleted when the node is drained)",
    ),
    Flag::switch("disable-eviction", "Force drain to use delete, even if eviction is supported"),
    Flag::switch("force", "Continue even if there are pods that do not declare a controller"),
    Flag::number("grace-period", "-1", "Period of time in seconds given to each pod to terminate gracefully"),
    Flag::switch("ignore-daemonsets", "Ignore DaemonSet-managed pods"),
    Flag::text("pod-selector", "", "Label selector to filter pods on the node"),
    Flag::number(
        "skip-wait-for-delete-timeout",
        "0",
        "If pod DeletionTimestamp older than N seconds, skip waiting for the pod",
    ),
    Flag::duration("timeout", "0s", "The length of time to wait before giving up, zero means infinite"),
];

async fn run(cx: &Cx) -> Result {
    let infos = nodes(cx).await?;
    for info in &infos {
        mark(cx, info, true).await?;
    }
    let mut errors = Vec::new();
    for info in &infos {
        match drain(cx, info).await {
            Ok(()) => out!(cx, "node/{} drained{}", info.name, DryRun::of(cx)?.suffix()),
            Err(error) => {
                err!(
                    cx,
                    "error: unable to drain node \"{}\" due to error: {error}, continuing command...",
                    info.name
                );
                errors.push(error);
            }
        }
    }
    if errors.is_empty() {
        return Ok(());
    }
    err!(cx, "There are pending nodes to be drained:");
    for info in infos.iter().take(errors.len()) {
        err!(cx, " {}", info.name);
    }
    let told = errors.iter().map(|error| format!("error: {error}")).collect::<Vec<_>>().join("\n");
    Err(Error::Exact(told))
}

/// What becomes of a pod.
enum Fate {
    Evict,
    Skip(Option<String>),
    Refuse(&'static str),
}

fn fate(cx: &Cx, pod: &Value) -> Fate {
    let owner = pod.items("metadata.ownerReferences").iter().find(|owner| owner.truth("controller"));
    let over = matches!(pod.text("status.phase"), "Succeeded" | "Failed");
    if pod.at("metadata.annotations").get("kubernetes.io/config.mirror").is_some() {
        return Fate::Skip(None);
    }
    if owner.is_some_and(|owner| owner.kind() == "DaemonSet") {
        if over {
            return Fate::Evict;
        }
        return if cx.flags.on("ignore-daemonsets") {
            Fate::Skip(Some(format!("{}/{}", pod.namespace(), pod.name())))
        } else {
            Fate::Refuse("cannot delete DaemonSet-managed Pods (use --ignore-daemonsets to ignore)")
        };
    }
    if over {
        return Fate::Evict;
    }
    let local = pod.items("spec.volumes").iter().any(|volume| volume.has("emptyDir"));
    if local && !cx.flags.on("delete-emptydir-data") {
        return Fate::Refuse(
            "cannot delete Pods with local storage (use --delete-emptydir-data to override)",
        );
    }
    if owner.is_none() && !cx.flags.on("force") {
        return Fate::Refuse("cannot delete Pods that declare no controller (use --force to override)");
    }
    Fate::Evict
}

async fn drain(cx: &Cx, node: &Info) -> Result {
    let server = cx.server().await?;
    let pods = server.discovery().await?.of_kind("v1", "Pod")?;
    let mut query = vec![("fieldSelector", format!("spec.nodeName={}", node.name))];
    query.extend(cx.flags.some("pod-selector").map(|labels| ("labelSelector", labels.to_owned())));
    let list = server.call(Ask::get(pods.path("")).query(query)).await?;
    let (mut going, mut ignored, mut refused): (Vec<Info>, Vec<String>, Vec<(&str, String)>) =
        (Vec::new(), Vec::new(), Vec::new());
    for pod in list.items("items") {
        match fate(cx, pod) {
            Fate::Evict => going.push(Info::of(&pods, pod.clone())),
            Fate::Skip(name) => ignored.extend(name),
            Fate::Refuse(why) => refused.push((why, format!("{}/{}", pod.namespace(), pod.name()))),
        }
    }
    if !refused.is_empty() {
        let mut reasons: Vec<&str> = refused.iter().map(|(why, _)| *why).collect();
        reasons.sort_unstable();
        reasons.dedup();
        let names = |why: &str| {
            refused
                .iter()
                .filter(|(known, _)| *known == why)
                .map(|(_, name)| name.as_str())
                .collect::<Vec<_>>()
                .join(", ")
        };
        let texts: Vec<String> = reasons.iter().map(|why| format!("{why}: {}", names(why))).collect();
        bail!("{}", if texts.len() == 1 { texts[0].clone() } else { format!("[{}]", texts.join(", ")) });
    }
    if !ignored.is_empty() {
        err!(cx, "Warning: ignoring DaemonSet-managed Pods: {}", ignored.join(", "));
    }
    let dry_run = DryRun::of(cx)?;
    let limit = cx.flags.duration("timeout");
    let all = async {
        for info in &going {
            if dry_run == DryRun::Client {
                out!(cx, "evicting pod {}/{} (dry run)", info.namespace, info.name);
            } else {
                evict(cx, info, dry_run).await?;
            }
        }
        for info in going.iter().filter(|_| dry_run == DryRun::None) {
            wait_gone(cx, info, info.object.text("metadata.uid"), Duration::ZERO).await?;
            out!(
                cx,
                "pod/{} {}",
                info.name,
                if cx.flags.on("disable-eviction") { "deleted" } else { "evicted" }
            );
        }
        Ok(())
    };
    if limit.is_zero() {
        return all.await;
    }
    match tokio::time::timeout(limit, all).await {
        Ok(done) => done,
        Err(_) => bail!("drain did not complete within {}", cx.flags.text("timeout")),
    }
}

async fn evict(cx: &Cx, info: &Info, dry_run: DryRun) -> Result {
    let server = cx.server().await?;
    let suffix = dry_run.suffix();
    let mut options = json!({});
    if cx.flags.int("grace-period") >= 0 {
        options["gracePeriodSeconds"] = json!(cx.flags.int("grace-period"));
    }
    if cx.flags.on("disable-eviction") {
        options["apiVersion"] = json!("v1");
        options["kind"] = json!("DeleteOptions");
        out!(cx, "deleting pod {}/{}{suffix}", info.namespace, info.name);
        server.call(Ask::new(Method::DELETE, info.path()).query(dry_run.query()).body(&options)).await?;
        return Ok(());
    }
    let body = json!({
        "apiVersion": "policy/v1", "kind": "Eviction",
        "metadata": {"name": info.name, "namespace": info.namespace}, "deleteOptions": options,
    });
    loop {
        out!(cx, "evicting pod {}/{}{suffix}", info.namespace, info.name);
        match server
            .call(
                Ask::new(Method::POST, format!("{}/eviction", info.path()))
                    .query(dry_run.query())
                    .body(&body),
            )
            .await
        {
            Ok(_) => return Ok(()),
            Err(error) if error.is_not_found() => return Ok(()),
            Err(Error::Status(status)) if status.code() == 429 => {
                err!(
                    cx,
                    "error when evicting pods/\"{}\" -n \"{}\" (will retry after 5s): {status}",
                    info.name,
                    info.namespace
                );
                // A budget frees up without telling anybody.
                tokio::time::sleep(Duration::from_secs(5)).await;
            }
            Err(error) => {
                bail!("error when evicting pods/\"{}\" -n \"{}\": {error}", info.name, info.namespace)
            }
        }
    }
}
