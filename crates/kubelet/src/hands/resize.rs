//! Telling cgroups of a running pod what it may use now.

use node::LinuxResources;

use super::Scene;
use crate::pod::spec;
use crate::resize::{Plan, Step};
use crate::resources;
use crate::shared::Shared;

pub(super) async fn resize(shared: &Shared, scene: &Scene) -> Result<(), String> {
    let (pod, uid) = (&scene.pod, spec::uid(&scene.pod));
    let plan = Plan::of(pod, &scene.seen);
    check(shared, scene, &plan).await?;
    let path = resources::cgroup_path(&shared.config.cgroup_root, pod);
    for step in plan.steps() {
        match step {
            Step::Pod(limits) => {
                if let Some(cgroups) = &shared.cgroups {
                    cgroups.ensure(&path, &limits)?;
                }
            }
            Step::Container { id, name, amounts } => {
                // Who is killed first can't be changed in a running container.
                let limits = LinuxResources {
                    oom_score_adj: 0,
                    ..resources::linux(pod, amounts, shared.machine.memory)
                };
                shared.runtime.update_resources(&id, &limits).await.map_err(|error| error.to_string())?;
                shared.ledger.told(uid, &name, amounts);
            }
        }
    }
    shared.ledger.pod_told(uid, plan.pod_want);
    Ok(())
}

/// A limit below what is used would end what uses it: that is found out before anything is changed.
async fn check(shared: &Shared, scene: &Scene, plan: &Plan) -> Result<(), String> {
    let lowered = |have: i64, want: i64| want > 0 && (have == 0 || want < have);
    let mut complaints = Vec::new();
    let limit = plan.pod_want.memory_limit;
    if let Some(cgroups) = shared.cgroups.as_ref().filter(|_| lowered(plan.pod_have.memory_limit, limit)) {
        let path = resources::cgroup_path(&shared.config.cgroup_root, &scene.pod);
        match cgroups.memory_usage(&path) {
            Some(usage) if usage >= unsigned(limit) => complaints
                .push(format!("attempting to set pod memory limit ({limit}) below current usage ({usage})")),
            Some(_) => {}
            None => complaints.push("missing pod memory usage".to_owned()),
        }
    }
    for change in &plan.changes {
        let (name, limit) = (&change.name, change.want.memory_limit);
        if !lowered(change.have.memory_limit, limit) {
            continue;
        }
        match shared.runtime.container_stats(&change.id).await.map(|stats| stats.memory.usage) {
            Ok(usage) if usage >= unsigned(limit) => complaints.push(format!(
                "attempting to set container \"{name}\" memory limit ({limit}) below current usage ({usage})"
            )),
            Ok(_) => {}
            Err(_) => complaints.push(format!("missing container \"{name}\" memory usage")),
        }
    }
    match complaints.as_slice() {
        [] => Ok(()),
        [one] => Err(format!("cannot decrease memory limits: {one}")),
        all => Err(format!("cannot decrease memory limits: [{}]", all.join(", "))),
    }
}

fn unsigned(bytes: i64) -> u64 {
    u64::try_from(bytes).unwrap_or(0)
}
