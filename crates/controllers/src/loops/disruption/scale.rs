//! How many pods the managers of some pods want. Of those that are known the caches say it, of others the server, by their `scale`.

use std::collections::BTreeMap;
use std::sync::Arc;

use api::Resource;
use api::apps::v1::{Deployment, ReplicaSet, StatefulSet};
use api::core::v1::{Pod, ReplicationController};
use api::meta::OwnerReference;
use bytes::Bytes;
use client::Client;
use http::Request;
use informer::{Event, Informer, Inputs};
use serde_json::Value;

use crate::Context;
use crate::discovery::discover;

/// What was found.
#[derive(Debug, Default, PartialEq)]
pub struct Wanted {
    /// How many pods all managers together want.
    pub replicas: i32,
    /// How many pods nobody manages.
    pub unmanaged: usize,
}

/// The managers.
pub struct Scales {
    client: Client,
    deployments: Informer<Deployment>,
    replica_sets: Informer<ReplicaSet>,
    stateful_sets: Informer<StatefulSet>,
    controllers: Informer<ReplicationController>,
}

impl Scales {
    pub fn new(context: &Context) -> Self {
        Self {
            client: context.client.clone(),
            deployments: context.informers.of(),
            replica_sets: context.informers.of(),
            stateful_sets: context.informers.of(),
            controllers: context.informers.of(),
        }
    }

    /// Tells of namespaces in which somebody wants another number of pods.
    pub fn inputs(&self, inputs: &mut Inputs, tell: impl Fn(&str) + Clone + Send + Sync + 'static) {
        watch(
            inputs,
            &self.deployments,
            |one| one.spec.as_ref().and_then(|spec| spec.replicas),
            tell.clone(),
        );
        watch(
            inputs,
            &self.replica_sets,
            |one| one.spec.as_ref().and_then(|spec| spec.replicas),
            tell.clone(),
        );
        watch(
            inputs,
            &self.stateful_sets,
            |one| one.spec.as_ref().and_then(|spec| spec.replicas),
            tell.clone(),
        );
        watch(inputs, &self.controllers, |one| one.spec.as_ref().and_then(|spec| spec.replicas), tell);
    }

    /// How many pods the managers of these want.
    pub async fn of(&self, pods: &[Arc<Pod>]) -> Result<Wanted, String> {
        let mut managers: BTreeMap<String, i32> = BTreeMap::new();
        let mut wanted = Wanted::default();
        for pod in pods {
            let Some(owner) = pod.controller() else {
                wanted.unmanaged += 1;
                continue;
            };
            if managers.contains_key(&owner.uid) {
                continue;
            }
            let found = match self.known(pod.namespace(), owner) {
                Some(found) => found,
                None => self.asked(pod.namespace(), owner).await?,
            };
            let (uid, replicas) =
                found.ok_or_else(|| format!("found no controllers for pod \"{}\"", pod.name()))?;
            managers.insert(owner.uid.clone(), 0);
            managers.insert(uid, replicas);
        }
        wanted.replicas = managers.values().sum();
        Ok(wanted)
    }

    /// From the caches: the manager of the manager, if there is one. Outside, whether the kind is known at all.
    fn known(&self, namespace: &str, owner: &OwnerReference) -> Option<Option<(String, i32)>> {
        let group = owner.api_version.split_once('/').map_or("", |(group, _)| group);
        match (group, owner.kind.as_str()) {
            ("", "ReplicationController") => {
                let found = same(self.controllers.get(namespace, &owner.name), owner);
                Some(found.map(|one| {
                    (one.uid().to_owned(), wanted(one.spec.as_ref().and_then(|spec| spec.replicas)))
                }))
            }
            ("apps", "StatefulSet") => {
                let found = same(self.stateful_sets.get(namespace, &owner.name), owner);
                Some(found.map(|one| {
                    (one.uid().to_owned(), wanted(one.spec.as_ref().and_then(|spec| spec.replicas)))
                }))
            }
            ("apps", "ReplicaSet") => {
                let Some(set) = same(self.replica_sets.get(namespace, &owner.name), owner) else {
                    return Some(None);
                };
                let above = set.controller().filter(|above| above.kind == "Deployment").cloned();
                let deployment =
                    above.and_then(|above| same(self.deployments.get(namespace, &above.name), &above));
                Some(Some(match deployment {
                    Some(one) => {
                        (one.uid().to_owned(), wanted(one.spec.as_ref().and_then(|spec| spec.replicas)))
                    }
                    None => (set.uid().to_owned(), wanted(set.spec.as_ref().and_then(|spec| spec.replicas))),
                }))
            }
            _ => None,
        }
    }

    async fn asked(&self, namespace: &str, owner: &OwnerReference) -> Result<Option<(String, i32)>, String> {
        let resources = discover(&self.client).await.map_err(|error| error.to_string())?;
        let is_it = |one: &&crate::discovery::Found| {
            one.kind == owner.kind
                && owner.api_version.split_once('/').map_or("", |(group, _)| group) == one.group
        };
        let Some(resource) = resources.iter().find(is_it) else { return Ok(None) };
        let path = format!("{}/{}/scale", resource.path(namespace), owner.name);
        let request = Request::get(path).body(Bytes::new()).map_err(|error| error.to_string())?;
        let answer = self.client.request(request).await.map_err(|error| error.to_string())?;
        if !answer.status().is_success() {
            let about = format!("{} {}", owner.kind, owner.name);
            return Err(format!("{about} does not implement the scale subresource"));
        }
        let tree: Value = serde_json::from_slice(answer.body()).map_err(|error| error.to_string())?;
        let replicas = tree["spec"]["replicas"].as_i64().and_then(|count| i32::try_from(count).ok());
        let is_same = tree["metadata"]["uid"].as_str().is_none_or(|uid| uid == owner.uid);
        Ok(is_same.then(|| (owner.uid.clone(), replicas.unwrap_or_default())))
    }
}

fn wanted(replicas: Option<i32>) -> i32 {
    replicas.unwrap_or(1)
}

/// Only the very object that a reference names, not another of the same name.
fn same<K: Resource>(found: Option<Arc<K>>, owner: &OwnerReference) -> Option<Arc<K>> {
    found.filter(|found| found.uid() == owner.uid)
}

fn watch<K: Resource>(
    inputs: &mut Inputs,
    informer: &Informer<K>,
    replicas: fn(&K) -> Option<i32>,
    tell: impl Fn(&str) + Send + Sync + 'static,
) {
    inputs.on(informer, move |event| {
        if !matches!(event, Event::Updated { old, new } if replicas(old) == replicas(new)) {
            tell(event.object().namespace());
        }
        Vec::new()
    });
}
