//! A pod fits nowhere: say so, make room if it may push others out, and let it wait.

use std::sync::Arc;

use api::Resource as _;
use api::core::v1::{Pod, PodCondition};
use client::{DeleteOptions, Patch};
use informer::{Reference, Severity};
use serde_json::{Value, json};

use super::Scheduler;
use crate::decide::Unfit;
use crate::pod::PodInfo;
use crate::preempt::Plan;

/// Tells users why, removes victims, and puts the pod back.
pub async fn unfit(scheduler: &Arc<Scheduler>, pod: &Arc<PodInfo>, unfit: &Unfit, plan: Option<Plan>) {
    let message = unfit.message();
    let mut status = json!({});
    if let Some(plan) = &plan {
        scheduler.cache.lock().nominate(pod.clone(), &plan.node);
        status["nominatedNodeName"] = json!(plan.node);
    }
    let told = condition(&pod.pod).is_some_and(|known| {
        known.status == "False"
            && known.reason.as_deref() == Some("Unschedulable")
            && known.message.as_deref() == Some(&message)
    });
    if !told {
        status["conditions"] = json!([scheduler.unschedulable(&message)]);
        let reference = Reference::of(&*pod.pod);
        scheduler.recorder.event(&reference, Severity::Warning, "FailedScheduling", &message);
    }
    if status.as_object().is_some_and(|fields| !fields.is_empty()) {
        let patch = Patch::Strategic(json!({ "status": status }));
        let pods = scheduler.client.within::<Pod>(pod.namespace());
        if let Err(error) = pods.patch_status(pod.pod.name(), &patch).await
            && !error.is_not_found()
        {
            tracing::warn!(pod = pod.pod.name(), %error, "the status of a pod that fits nowhere was not written");
        }
    }
    scheduler.queue.unfit(pod.uid(), unfit.plugins.clone());
    if let Some(plan) = plan {
        let (scheduler, pod) = (scheduler.clone(), pod.clone());
        tokio::spawn(async move { remove(&scheduler, &pod, &plan).await });
    }
}

fn condition(pod: &Pod) -> Option<&PodCondition> {
    let conditions = pod.status.as_ref()?.conditions.as_ref()?;
    conditions.iter().find(|condition| condition.type_ == "PodScheduled")
}

impl Scheduler {
    fn unschedulable(&self, message: &str) -> Value {
        json!({
            "type": "PodScheduled",
            "status": "False",
            "reason": "Unschedulable",
            "message": message,
            "lastTransitionTime": api::time::render(&api::time::time(self.clock.now())),
            "lastProbeTime": null,
        })
    }
}

/// Removes those who have to leave, telling them why.
async fn remove(scheduler: &Scheduler, pod: &PodInfo, plan: &Plan) {
    for victim in plan.victims.iter().filter(|victim| !victim.is_terminating()) {
        let pods = scheduler.client.within::<Pod>(victim.namespace());
        let message = format!("{}: preempting to accommodate a higher priority pod", scheduler_name(pod));
        let condition = json!({
            "type": "DisruptionTarget",
            "status": "True",
            "reason": "PreemptionByScheduler",
            "message": message,
            "lastTransitionTime": api::time::render(&api::time::time(scheduler.clock.now())),
        });
        let patch = Patch::Strategic(json!({"status": {"conditions": [condition]}}));
        // The condition is a courtesy; the removal is what counts.
        let _ = pods.patch_status(victim.pod.name(), &patch).await;
        let options = DeleteOptions::of_uid(victim.uid());
        match pods.delete(victim.pod.name(), &options).await {
            Ok(()) => {
                let message = format!("Preempted by pod {} on node {}", pod.uid(), plan.node);
                scheduler.recorder.event(
                    &Reference::of(&*victim.pod),
                    Severity::Normal,
                    "Preempted",
                    &message,
                );
            }
            Err(error) if error.is_not_found() || error.is_conflict() => {}
            Err(error) => {
                tracing::warn!(victim = victim.pod.name(), %error, "a pod could not be removed to make room")
            }
        }
    }
}

fn scheduler_name(pod: &PodInfo) -> &str {
    pod.spec().and_then(|spec| spec.scheduler_name.as_deref()).unwrap_or("default-scheduler")
}
