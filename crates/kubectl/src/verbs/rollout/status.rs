//! `rollout status`: waits until a workload is as its specification says.

use serde_json::Value;

use crate::command::Verb;
use crate::cx::Cx;
use crate::error::{Result, bail};
use crate::flags::{FILES, Flag, SELECTOR};
use crate::history;
use crate::pods::condition;
use crate::resources::{Info, Select};
use crate::tree::Tree as _;
use crate::waiting::{Waited, until};

/// The verb.
pub const VERB: Verb = Verb {
    name: "status",
    usage: "(TYPE NAME | TYPE/NAME) [flags]",
    about: "Show the status of the rollout",
    examples: &[("Watch the rollout status of a deployment", "kubectl rollout status deployment/nginx")],
    flags: &[FILES, SELECTOR, OWN],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

static OWN: &[Flag] = &[
    Flag::switch_on("watch", "Watch the status of the rollout until it's done").short('w'),
    Flag::number("revision", "0", "Pin to a specific revision for showing its status"),
    Flag::duration("timeout", "0s", "The length of time to wait before ending watch, zero means never"),
];

async fn run(cx: &Cx) -> Result {
    if cx.args.is_empty() && cx.flags.list("filename").is_empty() {
        bail!("required resource not specified");
    }
    if cx.flags.int("revision") < 0 {
        bail!("revision must be a positive integer: {}", cx.flags.int("revision"));
    }
    let selected = Select { latest: true, types_mean_all: true, ..Select::of(cx) }.find(cx).await?;
    if selected.infos.is_empty() && selected.errors.is_empty() {
        let (namespace, _) = cx.namespace().await?;
        crate::io::err!(cx, "No resources found in {namespace} namespace.");
        return Ok(());
    }
    selected.each(async |info| one(cx, &info).await).await
}

async fn one(cx: &Cx, info: &Info) -> Result {
    let revision = cx.flags.int("revision");
    let (group, kind) = (&info.resource.group, info.resource.kind.clone());
    if group != "apps" || !["Deployment", "DaemonSet", "StatefulSet"].contains(&kind.as_str()) {
        bail!(
            "no status viewer has been implemented for {kind}{}{group}",
            if group.is_empty() { "" } else { "." }
        );
    }
    if !cx.flags.on("watch") {
        cx.io.out(status(&kind, &info.object, revision)?.0);
        return Ok(());
    }
    let limit = cx.flags.duration("timeout");
    let limit = (!limit.is_zero()).then_some(limit);
    // The same words twice in a row say nothing.
    let mut last = String::new();
    let ended = until(cx.server().await?, info, limit, |object| {
        let (text, done) = status(&kind, object, revision)?;
        if text != last {
            cx.io.out(&text);
            last = text;
        }
        Ok(done)
    })
    .await?;
    match ended {
        Waited::Done => Ok(()),
        Waited::Gone => bail!("object has been deleted"),
        Waited::Late => bail!("timed out waiting for the condition"),
    }
}

/// What to say, and whether it is over.
fn status(kind: &str, object: &Value, revision: i64) -> Result<(String, bool)> {
    match kind {
        "Deployment" => deployment(object, revision),
        "DaemonSet" => daemon_set(object),
        _ => stateful_set(object),
    }
}

fn deployment(object: &Value, revision: i64) -> Result<(String, bool)> {
    let name = object.name();
    if revision > 0 {
        let running = history::number(object).unwrap_or_default();
        if running != revision {
            bail!("desired revision ({revision}) is different from the running revision ({running})");
        }
    }
    if object.int("metadata.generation") > object.int("status.observedGeneration") {
        return Ok(("Waiting for deployment spec update to be observed...\n".to_owned(), false));
    }
    if condition(object, "Progressing")
        .is_some_and(|found| found.text("reason") == "ProgressDeadlineExceeded")
    {
        bail!("deployment \"{name}\" exceeded its progress deadline");
    }
    let status = object.at("status");
    let (wanted, all, updated, available) = (
        object.int("spec.replicas"),
        status.int("replicas"),
        status.int("updatedReplicas"),
        status.int("availableReplicas"),
    );
    let waiting = |text: String| {
        Ok((format!("Waiting for deployment \"{name}\" rollout to finish: {text}...\n"), false))
    };
    if updated < wanted {
        return waiting(format!("{updated} out of {wanted} new replicas have been updated"));
    }
    if all > updated {
        return waiting(format!("{} old replicas are pending termination", all - updated));
    }
    if available < updated {
        return waiting(format!("{available} of {updated} updated replicas are available"));
    }
    Ok((format!("deployment \"{name}\" successfully rolled out\n"), true))
}

fn daemon_set(object: &Value) -> Result<(String, bool)> {
    let name = object.name();
    if object.text("spec.updateStrategy.type") != "RollingUpdate" {
        bail!("rollout status is only available for RollingUpdate strategy type");
    }
    if object.int("metadata.generation") > object.int("status.observedGeneration") {
        return Ok(("Waiting for daemon set spec update to be observed...\n".to_owned(), false));
    }
    let status = object.at("status");
    let (wanted, updated, available) = (
        status.int("desiredNumberScheduled"),
        status.int("updatedNumberScheduled"),
        status.int("numberAvailable"),
    );
    if updated < wanted {
        return Ok((
            format!(
                "Waiting for daemon set \"{name}\" rollout to finish: {updated} out of {wanted} new pods have been updated...\n"
            ),
            false,
        ));
    }
    if available < wanted {
        return Ok((
            format!(
                "Waiting for daemon set \"{name}\" rollout to finish: {available} of {wanted} updated pods are available...\n"
            ),
            false,
        ));
    }
    Ok((format!("daemon set \"{name}\" successfully rolled out\n"), true))
}

fn stateful_set(object: &Value) -> Result<(String, bool)> {
    if object.text("spec.updateStrategy.type") != "RollingUpdate" {
        bail!("rollout status is only available for RollingUpdate strategy type");
    }
    let (spec, status) = (object.at("spec"), object.at("status"));
    let observed = status.int("observedGeneration");
    if observed == 0 || object.int("metadata.generation") > observed {
        return Ok(("Waiting for statefulset spec update to be observed...\n".to_owned(), false));
    }
    let (wanted, ready, updated) =
        (spec.int("replicas"), status.int("readyReplicas"), status.int("updatedReplicas"));
    if ready < wanted {
        return Ok((format!("Waiting for {} pods to be ready...\n", wanted - ready), false));
    }
    if spec.has("updateStrategy.rollingUpdate") {
        let partitioned = wanted - spec.int("updateStrategy.rollingUpdate.partition");
        if spec.has("updateStrategy.rollingUpdate.partition") && updated < partitioned {
            let text = format!(
                "Waiting for partitioned roll out to finish: {updated} out of {partitioned} new pods have been updated...\n"
            );
            return Ok((text, false));
        }
        return Ok((
            format!("partitioned roll out complete: {updated} new pods have been updated...\n"),
            true,
        ));
    }
    if status.text("updateRevision") != status.text("currentRevision") {
        let text = format!(
            "waiting for statefulset rolling update to complete {updated} pods at revision {}...\n",
            status.text("updateRevision")
        );
        return Ok((text, false));
    }
    let text = format!(
        "statefulset rolling update complete {} pods at revision {}...\n",
        status.int("currentReplicas"),
        status.text("currentRevision")
    );
    Ok((text, true))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_deployment_is_followed_to_its_end() {
        let at = |updated: i64, all: i64, available: i64| {
            let object = json!({
                "metadata": {"name": "web", "generation": 2}, "spec": {"replicas": 3},
                "status": {"observedGeneration": 2, "updatedReplicas": updated, "replicas": all, "availableReplicas": available},
            });
            deployment(&object, 0).unwrap()
        };
        let waiting = "Waiting for deployment \"web\" rollout to finish: ";
        assert_eq!(at(1, 3, 3).0, format!("{waiting}1 out of 3 new replicas have been updated...\n"));
        assert_eq!(at(3, 4, 3).0, format!("{waiting}1 old replicas are pending termination...\n"));
        assert_eq!(at(3, 3, 2).0, format!("{waiting}2 of 3 updated replicas are available...\n"));
        assert_eq!(at(3, 3, 3), ("deployment \"web\" successfully rolled out\n".to_owned(), true));
    }
}
