//! Pods as this node knows them, and its configuration.

use api::Typed as _;
use serde_json::{Value, json};

use super::Server;
use super::answer::{self, Answer};

/// All pods that are bound to this node.
pub(super) fn wanted(server: &Server) -> Answer {
    let items: Vec<Value> = server.roster.all().iter().map(|snapshot| snapshot.pod.encode()).collect();
    answer::json(&json!({"kind": "PodList", "apiVersion": "v1", "metadata": {}, "items": items}))
}

/// Pods with containers that run.
pub(super) fn running(server: &Server) -> Answer {
    let running = server.roster.all().into_iter().filter(|snapshot| snapshot.seen.running().next().is_some());
    let items: Vec<Value> = running
        .map(|snapshot| {
            let containers: Vec<Value> = snapshot
                .seen
                .running()
                .map(|attempt| json!({"name": attempt.name, "image": attempt.image_id, "resources": {}}))
                .collect();
            let meta = &snapshot.pod.metadata;
            json!({
                "metadata": {"name": meta.name, "namespace": meta.namespace, "uid": meta.uid},
                "spec": {"containers": containers}, "status": {},
            })
        })
        .collect();
    answer::json(&json!({"kind": "PodList", "apiVersion": "v1", "metadata": {}, "items": items}))
}

/// What the kubelet was told, under upstream's names.
pub(super) fn configuration(server: &Server) -> Answer {
    let config = &server.shared.config;
    let seconds = |duration: std::time::Duration| format!("{}s", duration.as_secs());
    answer::json(&json!({"kubeletconfig": {
        "staticPodPath": config.static_pod_path,
        "fileCheckFrequency": seconds(config.file_check_frequency),
        "httpCheckFrequency": seconds(config.http_check_frequency),
        "maxPods": config.max_pods,
        "clusterDomain": config.cluster_domain,
        "clusterDNS": config.cluster_dns.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "nodeStatusUpdateFrequency": seconds(config.node_status_update_frequency),
        "nodeStatusReportFrequency": seconds(config.node_status_report_frequency),
        "nodeLeaseDurationSeconds": config.node_lease_duration.as_secs(),
        "containerLogMaxFiles": config.container_log_max_files,
        "imageGCHighThresholdPercent": config.image_gc_high_threshold,
        "imageGCLowThresholdPercent": config.image_gc_low_threshold,
        "enableServer": config.listen.is_some(),
    }}))
}
