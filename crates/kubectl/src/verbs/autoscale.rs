//! `autoscale`: an autoscaler for what runs.

use serde_json::json;

use crate::command::{Section, Verb};
use crate::cx::Cx;
use crate::error::{Result, bail};
use crate::flags::{DRY_RUN, FILES, Flag, MANAGER_AUTOSCALE, PRINT, SAVE_CONFIG};
use crate::generate::{annotate_applied, typed};
use crate::print::Outcome;
use crate::resources::{Info, Select};
use crate::tree::{Tree as _, put};

/// The verb.
pub const VERB: Verb = Verb {
    name: "autoscale",
    section: Section::Deploy,
    usage: "(-f FILENAME | TYPE NAME | TYPE/NAME) [--min=MINPODS] --max=MAXPODS [--cpu=CPU] [--memory=MEMORY]",
    about: "Auto-scale a deployment, replica set, stateful set, or replication controller",
    examples: &[(
        "Auto scale a deployment \"foo\", with the number of pods between 2 and 10",
        "kubectl autoscale deployment foo --min=2 --max=10",
    )],
    flags: &[FILES, PRINT, DRY_RUN, SAVE_CONFIG, MANAGER_AUTOSCALE, OWN],
    required: &["max"],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

static OWN: &[Flag] = &[
    Flag::number("min", "-1", "The lower limit for the number of pods that can be set by the autoscaler"),
    Flag::number(
        "max",
        "-1",
        "The upper limit for the number of pods that can be set by the autoscaler. Required",
    ),
    Flag::number(
        "cpu-percent",
        "-1",
        "The target average CPU utilization over all the pods; deprecated, use --cpu",
    ),
    Flag::text("cpu", "", "Target CPU utilization over all the pods: 70%, 500m or 2"),
    Flag::text("memory", "", "Target memory utilization over all the pods: 60%, 256Mi"),
    Flag::text(
        "name",
        "",
        "The name for the newly created object. If not specified, the name of the input resource will be used",
    ),
];

async fn run(cx: &Cx) -> Result {
    let (min, max) = (cx.flags.int("min"), cx.flags.int("max"));
    if max < 1 {
        bail!("--max=MAXPODS is required and must be at least 1, max: {max}");
    }
    if max < min {
        bail!("--max=MAXPODS must be larger or equal to --min=MINPODS, max: {max}, min: {min}");
    }
    let outcome = Outcome::of(cx)?;
    let selected = Select::of(cx).find(cx).await?;
    if selected.infos.is_empty() && selected.errors.is_empty() {
        bail!("no objects passed to autoscale");
    }
    selected.each(async |info| one(cx, &outcome, &info).await).await
}

fn metric(resource: &str, text: &str) -> Result<serde_json::Value> {
    let target = match text.strip_suffix('%').map(str::parse::<i64>) {
        Some(Ok(percent)) if percent > 0 => json!({"type": "Utilization", "averageUtilization": percent}),
        Some(_) => bail!("invalid value for {resource}: {text}"),
        None => match text.parse::<meta::Quantity>() {
            Ok(amount) => json!({"type": "AverageValue", "averageValue": amount.to_string()}),
            Err(_) => bail!("invalid value for {resource}: {text}"),
        },
    };
    Ok(json!({"type": "Resource", "resource": {"name": resource, "target": target}}))
}

async fn one(cx: &Cx, outcome: &Outcome, info: &Info) -> Result {
    let kind = info.object.kind();
    if !["Deployment", "ReplicaSet", "StatefulSet", "ReplicationController"].contains(&kind) {
        bail!("cannot autoscale a {kind}: not supported");
    }
    let name = cx.flags.some("name").unwrap_or(&info.name);
    let mut spec = json!({
        "scaleTargetRef": {"apiVersion": info.resource.api_version(), "kind": kind, "name": info.name},
        "maxReplicas": cx.flags.int("max"),
    });
    if cx.flags.int("min") > 0 {
        spec["minReplicas"] = json!(cx.flags.int("min"));
    }
    let mut metrics = Vec::new();
    if cx.flags.int("cpu-percent") >= 0 {
        metrics.push(metric("cpu", &format!("{}%", cx.flags.int("cpu-percent")))?);
    } else if let Some(cpu) = cx.flags.some("cpu") {
        metrics.push(metric("cpu", cpu)?);
    }
    if let Some(memory) = cx.flags.some("memory") {
        metrics.push(metric("memory", memory)?);
    }
    if !metrics.is_empty() {
        spec["metrics"] = json!(metrics);
    }
    let mut object = json!({"apiVersion": "autoscaling/v2", "kind": "HorizontalPodAutoscaler", "metadata": {"name": name}, "spec": spec});
    typed(&mut object);
    let (namespace, explicit) = cx.namespace().await?;
    if cx.flags.on("save-config") {
        annotate_applied(&mut object);
    }
    if outcome.is_client_only() {
        if explicit {
            put(&mut object, "metadata.namespace", json!(namespace));
        }
        return outcome.say(cx, &object, "autoscaled");
    }
    let server = cx.server().await?;
    let mut target =
        Info::of(&server.discovery().await?.of_kind("autoscaling/v2", "HorizontalPodAutoscaler")?, json!({}));
    target.namespace.clone_from(&info.namespace);
    let made = target.create(server, &object, outcome.query(cx)).await?;
    outcome.say(cx, &made, "autoscaled")
}
