//! What belongs to an object and is not in it, asked of the server before the object is described.

use serde_json::Value;

use crate::cx::Cx;
use crate::error::Result;
use crate::history;
use crate::pods;
use crate::resources::Info;
use crate::server::{Ask, Query};
use crate::tree::Tree as _;

/// An object and what belongs to it.
#[derive(Clone, Debug)]
pub struct Facts<'a> {
    /// The object.
    pub object: &'a Value,
    /// Its events; none if they are not wanted.
    pub events: Option<Vec<Value>>,
    /// Now, in seconds since the epoch.
    pub now: i64,
    /// Its pods.
    pub pods: Vec<Value>,
    /// Its endpoint slices, or those of the services it names.
    pub slices: Vec<Value>,
    /// Services it names.
    pub services: Vec<Value>,
    /// Quotas of the namespace.
    pub quotas: Vec<Value>,
    /// Limit ranges of the namespace.
    pub limits: Vec<Value>,
    /// The lease of the node.
    pub lease: Option<Value>,
    /// Replica sets of a deployment, each with whether it is the current one.
    pub replica_sets: Vec<(Value, bool)>,
}

impl<'a> Facts<'a> {
    /// Of an object alone.
    pub fn of(object: &'a Value, now: i64) -> Self {
        Self {
            object,
            events: None,
            now,
            pods: Vec::new(),
            slices: Vec::new(),
            services: Vec::new(),
            quotas: Vec::new(),
            limits: Vec::new(),
            lease: None,
            replica_sets: Vec::new(),
        }
    }
}

async fn list(cx: &Cx, api_version: &str, kind: &str, namespace: &str, query: Query) -> Result<Vec<Value>> {
    let server = cx.server().await?;
    let resource = server.discovery().await?.of_kind(api_version, kind)?;
    let list = server.call(Ask::get(resource.path(namespace)).query(query)).await?;
    Ok(list.items("items").to_vec())
}

/// Asks for what belongs to an object. What cannot be had is left out.
pub async fn gather<'a>(cx: &Cx, info: &'a Info, show_events: bool) -> Result<Facts<'a>> {
    let object = &info.object;
    let mut facts = Facts::of(object, cx.now());
    let namespace = info.namespace.as_str();
    let slices_of = |service: &str| vec![("labelSelector", format!("kubernetes.io/service-name={service}"))];
    match object.kind() {
        "Node" => {
            let fields = format!("spec.nodeName={},status.phase!=Succeeded,status.phase!=Failed", info.name);
            facts.pods = list(cx, "v1", "Pod", "", vec![("fieldSelector", fields)]).await.unwrap_or_default();
            let leases = list(
                cx,
                "coordination.k8s.io/v1",
                "Lease",
                "kube-node-lease",
                vec![("fieldSelector", format!("metadata.name={}", info.name))],
            );
            facts.lease = leases.await.ok().and_then(|mut leases| leases.pop());
        }
        "Service" => {
            facts.slices = list(cx, "discovery.k8s.io/v1", "EndpointSlice", namespace, slices_of(&info.name))
                .await
                .unwrap_or_default()
        }
        "Ingress" => {
            facts.services = list(cx, "v1", "Service", namespace, Vec::new()).await.unwrap_or_default();
            facts.slices = list(cx, "discovery.k8s.io/v1", "EndpointSlice", namespace, Vec::new())
                .await
                .unwrap_or_default();
        }
        "ReplicaSet" | "DaemonSet" | "StatefulSet" => {
            let selector = pods::label_selector(object.at("spec.selector"))?;
            let all = pods::matching(cx, namespace, &selector, None).await.unwrap_or_default();
            let uid = object.text("metadata.uid");
            let owned = |pod: &Value| {
                pod.items("metadata.ownerReferences").iter().any(|owner| owner.text("uid") == uid)
            };
            facts.pods = all.into_iter().filter(owned).collect();
        }
        "Deployment" => {
            let all = history::revisions(cx, info).await.unwrap_or_default();
            facts.replica_sets = all
                .into_iter()
                .map(|one| {
                    let current = history::same_template(&one.template, object.at("spec.template"));
                    (one.holder, current)
                })
                .collect();
        }
        "PersistentVolumeClaim" => {
            let all = list(cx, "v1", "Pod", namespace, Vec::new()).await.unwrap_or_default();
            let uses = |pod: &Value| {
                pod.items("spec.volumes")
                    .iter()
                    .any(|volume| volume.text("persistentVolumeClaim.claimName") == info.name)
            };
            facts.pods = all.into_iter().filter(uses).collect();
        }
        "Namespace" => {
            facts.quotas = list(cx, "v1", "ResourceQuota", &info.name, Vec::new()).await.unwrap_or_default();
            facts.limits = list(cx, "v1", "LimitRange", &info.name, Vec::new()).await.unwrap_or_default();
        }
        _ => {}
    }
    if show_events {
        facts.events = events(cx, info).await.ok();
    }
    Ok(facts)
}

async fn events(cx: &Cx, info: &Info) -> Result<Vec<Value>> {
    let object = &info.object;
    // A node's events are about its name: it writes them before it knows its UID.
    let uid =
        if object.kind() == "Node" { info.name.clone() } else { object.text("metadata.uid").to_owned() };
    let fields = format!(
        "involvedObject.name={},involvedObject.namespace={},involvedObject.kind={},involvedObject.uid={uid}",
        info.name,
        info.namespace,
        object.kind()
    );
    let mut found = list(cx, "v1", "Event", &info.namespace, vec![("fieldSelector", fields)]).await?;
    if object.kind() == "Node" {
        let fields = format!(
            "involvedObject.name={},involvedObject.kind=Node,involvedObject.uid={}",
            info.name,
            object.text("metadata.uid")
        );
        found.extend(list(cx, "v1", "Event", "", vec![("fieldSelector", fields)]).await?);
    }
    Ok(found)
}
