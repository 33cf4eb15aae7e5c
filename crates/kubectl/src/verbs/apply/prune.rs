//! `apply --prune`: what was applied once and is in no file any more goes.

use http::Method;
use serde_json::json;

use crate::cx::Cx;
use crate::error::{Result, bail};
use crate::generate::LAST_APPLIED;
use crate::io::out;
use crate::print::Outcome;
use crate::resources::Info;
use crate::server::Ask;
use crate::tree::Tree as _;

/// The kinds that are looked through unless others are named.
const KINDS: [(&str, &str); 14] = [
    ("v1", "ConfigMap"),
    ("v1", "Endpoints"),
    ("v1", "Namespace"),
    ("v1", "PersistentVolumeClaim"),
    ("v1", "PersistentVolume"),
    ("v1", "Pod"),
    ("v1", "ReplicationController"),
    ("v1", "Secret"),
    ("v1", "Service"),
    ("batch/v1", "Job"),
    ("batch/v1", "CronJob"),
    ("networking.k8s.io/v1", "Ingress"),
    ("apps/v1", "DaemonSet"),
    ("apps/v1", "Deployment"),
];
const MORE: [(&str, &str); 2] = [("apps/v1", "ReplicaSet"), ("apps/v1", "StatefulSet")];

pub(super) async fn run(cx: &Cx, outcome: &Outcome, applied: &[Info]) -> Result {
    let server = cx.server().await?;
    let discovery = server.discovery().await?;
    let mut kinds: Vec<(String, String)> = Vec::new();
    for word in cx.flags.list("prune-allowlist") {
        let parts: Vec<&str> = word.split('/').collect();
        let [group, version, kind] = parts[..] else {
            bail!("invalid GroupVersionKind format: {word}, please follow <group/version/kind>")
        };
        let api_version = if group == "core" || group.is_empty() {
            version.to_owned()
        } else {
            format!("{group}/{version}")
        };
        kinds.push((api_version, kind.to_owned()));
    }
    if kinds.is_empty() {
        kinds = KINDS
            .iter()
            .chain(&MORE)
            .map(|(version, kind)| ((*version).to_owned(), (*kind).to_owned()))
            .collect();
    }
    let mut namespaces: Vec<&str> =
        applied.iter().map(|info| info.namespace.as_str()).filter(|name| !name.is_empty()).collect();
    namespaces.sort_unstable();
    namespaces.dedup();
    let kept: Vec<&str> = applied.iter().map(|info| info.object.text("metadata.uid")).collect();
    for (api_version, kind) in kinds {
        let Ok(resource) = discovery.of_kind(&api_version, &kind) else { continue };
        let places: Vec<&str> = if resource.namespaced { namespaces.clone() } else { vec![""] };
        for namespace in places {
            let query = cx
                .flags
                .some("selector")
                .map(|labels| ("labelSelector", labels.to_owned()))
                .into_iter()
                .collect();
            let list = server.call(Ask::get(resource.path(namespace)).query(query)).await?;
            for object in list.items("items") {
                let ours = object.at("metadata.annotations").get(LAST_APPLIED).is_some();
                if !ours || kept.contains(&object.text("metadata.uid")) {
                    continue;
                }
                let info = Info::of(&resource, object.clone());
                if !outcome.is_client_only() {
                    let body = json!({"apiVersion": "v1", "kind": "DeleteOptions", "propagationPolicy": "Background"});
                    server
                        .call(
                            Ask::new(Method::DELETE, info.path()).query(outcome.dry_run.query()).body(&body),
                        )
                        .await?;
                }
                out!(cx, "{} pruned{}", info.label(), outcome.dry_run.suffix());
            }
        }
    }
    Ok(())
}
