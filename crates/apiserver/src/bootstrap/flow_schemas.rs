//! Says of the flow schemas of the system that the level of priority they name is there.

use std::sync::Arc;

use futures_util::future::try_join_all;
use meta::options::GetOptions;
use meta::{StatusError, Time};
use registry::{Object, Registry, Target};
use serde_json::{Value, json};

const GROUP: &str = "flowcontrol.apiserver.k8s.io";

pub(super) async fn run(registry: &Arc<Registry>) -> Result<(), StatusError> {
    let names = authz::policy::flow_schemas();
    let names = names.iter().filter_map(|tree| tree["metadata"]["name"].as_str());
    try_join_all(names.map(|name| describe(registry, name))).await.map(drop)
}

async fn describe(registry: &Registry, name: &str) -> Result<(), StatusError> {
    let Some(target) = super::target(registry, GROUP, "flowschemas", "") else { return Ok(()) };
    let target = Target { name: name.to_owned(), ..target };
    let found =
        registry.get(&target, &GetOptions::default()).await?.object().map_err(StatusError::internal)?;
    if found.get("status.conditions").is_some() {
        return Ok(());
    }
    let level = found.text("spec.priorityLevelConfiguration.name").to_owned();
    let now: Time = registry.clock().now().into();
    let condition = condition(registry, &level, &now.to_string()).await;
    let change = |schema: &mut Object| {
        schema.set("status.conditions", json!([condition]));
        Ok(())
    };
    registry.alter(&target, false, change).await.map(drop)
}

async fn condition(registry: &Registry, level: &str, now: &str) -> Value {
    let target = super::target(registry, GROUP, "prioritylevelconfigurations", "");
    let there = match target.map(|target| Target { name: level.to_owned(), ..target }) {
        Some(target) => registry.get(&target, &GetOptions::default()).await.is_ok(),
        None => false,
    };
    let (status, reason, end) =
        if there { ("False", "Found", "it exists") } else { ("True", "NotFound", "there is no such object") };
    let link = if there { "and" } else { "but" };
    let message = format!(
        "This FlowSchema references the PriorityLevelConfiguration object named {level:?} {link} {end}"
    );
    json!({"type": "Dangling", "status": status, "lastTransitionTime": now, "reason": reason, "message": message})
}
