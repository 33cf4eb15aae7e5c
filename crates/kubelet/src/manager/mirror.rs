//! Mirror pods: what the API shows of pods that it does not know. Made when missing, made anew when outdated, deleted with the pod.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use api::core::v1::Pod;
use api::meta::OwnerReference;
use client::{Client, DeleteOptions};
use informer::Key;
use parking_lot::Mutex;

use crate::names;
use crate::pod::spec;
use crate::shared::Shared;

/// The mirrors that the API has for this node, by name.
pub(super) struct Mirrors {
    client: Option<Client>,
    seen: BTreeMap<Key, Arc<Pod>>,
    /// Names of mirrors that were deleted, until they are back.
    gone: BTreeSet<Key>,
    /// Names that a request is under way for.
    busy: Arc<Mutex<BTreeMap<Key, ()>>>,
}

impl Mirrors {
    pub fn new(client: Option<Client>) -> Self {
        Self { client, seen: BTreeMap::new(), gone: BTreeSet::new(), busy: Arc::default() }
    }

    /// The API told of a mirror.
    pub fn heard(&mut self, pod: &Arc<Pod>, gone: bool) {
        let key = Key::of(pod.as_ref());
        self.busy.lock().remove(&key);
        if gone {
            self.seen.remove(&key);
            self.gone.insert(key);
        } else {
            self.gone.remove(&key);
            self.seen.insert(key, pod.clone());
        }
    }

    /// Asks for what is missing, and for the end of what should not be.
    pub fn settle(&self, wanted: &BTreeMap<String, Arc<Pod>>, shared: &Arc<Shared>) {
        let Some(client) = &self.client else { return };
        for pod in wanted.values() {
            let found = self.seen.get(&Key::of(pod.as_ref()));
            let current =
                found.filter(|mirror| shows(mirror, pod) && mirror.metadata.deletion_timestamp.is_none());
            shared.statuses.set_mirror(spec::uid(pod), current.map(AsRef::as_ref));
            match (found, current) {
                (_, Some(_)) => {}
                (Some(outdated), None) => self.delete(client, outdated, shared),
                (None, None) => self.create(client, pod, shared),
            }
        }
        let names: Vec<Key> = wanted.values().map(|pod| Key::of(pod.as_ref())).collect();
        for (key, mirror) in self.seen.iter().filter(|(key, _)| !names.contains(key)) {
            tracing::debug!(%key, "the mirror of a pod that is gone");
            self.delete(client, mirror, shared);
        }
    }

    fn delete(&self, client: &Client, mirror: &Arc<Pod>, shared: &Arc<Shared>) {
        let key = Key::of(mirror.as_ref());
        if self.busy.lock().insert(key.clone(), ()).is_some() {
            return;
        }
        let (client, mirror, busy, _shared) =
            (client.clone(), mirror.clone(), self.busy.clone(), shared.clone());
        tokio::spawn(async move {
            let options =
                DeleteOptions { grace_seconds: Some(0), ..DeleteOptions::of_uid(spec::uid(&mirror)) };
            let outcome = client.within::<Pod>(&key.namespace).delete(&key.name, &options).await;
            if let Err(error) = outcome {
                tracing::warn!(%key, %error, "a mirror pod can't be deleted");
            }
            busy.lock().remove(&key);
        });
    }

    fn create(&self, client: &Client, pod: &Arc<Pod>, shared: &Arc<Shared>) {
        let key = Key::of(pod.as_ref());
        if self.busy.lock().insert(key.clone(), ()).is_some() {
            return;
        }
        let (client, pod, busy, shared) = (client.clone(), pod.clone(), self.busy.clone(), shared.clone());
        let again = self.gone.contains(&key);
        tokio::spawn(async move {
            if again {
                tokio::select! {
                    () = shared.shutdown.wait() => return,
                    () = shared.clock.sleep(AGAIN) => {}
                }
            }
            // The node object owns its mirrors, so they wait for it.
            for _ in 0..MOST_TRIES {
                let node =
                    client.all::<api::core::v1::Node>().find(&shared.config.node_name).await.ok().flatten();
                let outcome = match node {
                    Some(node) => client
                        .within::<Pod>(&key.namespace)
                        .create(&mirror_of(&pod, &node))
                        .await
                        .map(|_| ())
                        .map_err(|error| error.to_string()),
                    None => Err("the node is not registered".to_owned()),
                };
                match outcome {
                    Ok(()) => break,
                    Err(error) if error.contains("already exists") => break,
                    Err(error) => tracing::debug!(%key, error, "a mirror pod can't be made yet"),
                }
                tokio::select! {
                    () = shared.shutdown.wait() => return,
                    () = shared.clock.sleep(RETRY) => {}
                }
            }
            busy.lock().remove(&key);
        });
    }
}

/// Until a mirror that was deleted is back. `kubectl delete` (1.32 and older ones) takes a pod of the same name that
/// appears while it begins to wait for the one it deleted, and waits for ever.
const AGAIN: std::time::Duration = std::time::Duration::from_secs(1);

/// Until a mirror is tried again, and how often at most before the next look at all of them.
const RETRY: std::time::Duration = std::time::Duration::from_secs(2);
const MOST_TRIES: usize = 300;

/// Whether the mirror shows this version of the pod.
fn shows(mirror: &Pod, pod: &Pod) -> bool {
    let read = |pod: &Pod, key: &str| pod.metadata.annotations.as_ref().and_then(|map| map.get(key)).cloned();
    read(mirror, names::CONFIG_MIRROR) == read(pod, names::CONFIG_HASH)
}

/// What the API is asked to show.
fn mirror_of(pod: &Pod, node: &api::core::v1::Node) -> Pod {
    let mut mirror = pod.clone();
    mirror.metadata.uid = None;
    mirror.status = None;
    let annotations = mirror.metadata.annotations.get_or_insert_default();
    let hash = annotations.get(names::CONFIG_HASH).cloned().unwrap_or_default();
    annotations.insert(names::CONFIG_MIRROR.into(), hash);
    mirror.metadata.owner_references = Some(vec![OwnerReference {
        api_version: "v1".into(),
        kind: "Node".into(),
        name: node.metadata.name.clone().unwrap_or_default(),
        uid: node.metadata.uid.clone().unwrap_or_default(),
        controller: Some(true),
        block_owner_deletion: None,
    }]);
    mirror
}
