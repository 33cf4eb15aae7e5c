//! Writes pods' statuses to the API: only what changed, the newest only, again until it is written.
//!
//! A patch names the pod's UID, so that a new pod of the same name never gets the status of an old one.

mod patch;

use std::collections::BTreeMap;
use std::sync::Arc;

use api::core::v1::{Pod, PodStatus};
use client::{Client, Patch};
use informer::Queue;
use parking_lot::Mutex;
use runtime::{Clock, Shutdown};
use tokio::sync::oneshot;

use crate::pod::spec;

/// So many pods' statuses are written at a time.
const WORKERS: usize = 4;

/// Writes statuses. Pods are known by the UID they have on this node.
pub struct StatusWriter {
    client: Option<Client>,
    entries: Mutex<BTreeMap<String, Entry>>,
    /// The objects that show static pods, which may be known before there is anything to write. Locked after `entries`.
    mirrors: Mutex<BTreeMap<String, Pod>>,
    queue: Queue<String>,
}

struct Entry {
    namespace: String,
    name: String,
    /// The UID of the object in the API; a static pod's is its mirror's, once there is one.
    uid: Option<String>,
    status: PodStatus,
    written: Option<PodStatus>,
    /// The version of the object that was written last.
    version: u64,
    waiting: Vec<oneshot::Sender<()>>,
}

impl StatusWriter {
    /// Nothing to write yet.
    pub fn new(client: Option<Client>, clock: Clock) -> Self {
        Self { client, entries: Mutex::default(), mirrors: Mutex::default(), queue: Queue::new(clock) }
    }

    /// The status of a pod as it should be; `known` is what the API had when it last told of the pod.
    pub fn put(&self, pod: &Pod, known: Option<&PodStatus>, status: &PodStatus) {
        let uid = spec::uid(pod);
        let mut entries = self.entries.lock();
        let entry = entries.entry(uid.to_owned()).or_insert_with(|| {
            let mirror = self.mirrors.lock().get(uid).cloned();
            let (api_uid, written) = match spec::is_static(pod) {
                true => (
                    mirror.as_ref().map(|mirror| spec::uid(mirror).to_owned()),
                    mirror.and_then(|mirror| mirror.status),
                ),
                false => (Some(uid.to_owned()), known.cloned()),
            };
            Entry {
                namespace: spec::namespace(pod).to_owned(),
                name: spec::name(pod).to_owned(),
                uid: api_uid,
                status: status.clone(),
                written,
                version: version(pod),
                waiting: Vec::new(),
            }
        });
        entry.status = status.clone();
        if entry.written.as_ref() != Some(status) {
            self.queue.add(uid.to_owned());
        }
    }

    /// The API told of a pod: if somebody else has changed what is ours to say, it is said again.
    pub fn heard(&self, pod: &Pod) {
        let mut entries = self.entries.lock();
        let Some(entry) = entries.get_mut(spec::uid(pod)) else { return };
        let news = version(pod) > entry.version && entry.written.as_ref() == Some(&entry.status);
        let told = pod.status.clone().unwrap_or_default();
        if news && patch::of("", Some(&told), &entry.status).is_some() {
            entry.written = Some(told);
            self.queue.add(spec::uid(pod).to_owned());
        }
    }

    /// The object in the API that shows a static pod.
    pub fn set_mirror(&self, uid: &str, mirror: Option<&Pod>) {
        let mut entries = self.entries.lock();
        match mirror {
            Some(mirror) => drop(self.mirrors.lock().insert(uid.to_owned(), mirror.clone())),
            None => drop(self.mirrors.lock().remove(uid)),
        }
        let Some(entry) = entries.get_mut(uid) else { return };
        let mirror_uid = mirror.map(|mirror| spec::uid(mirror).to_owned());
        if entry.uid != mirror_uid {
            entry.uid = mirror_uid;
            entry.written = mirror.and_then(|mirror| mirror.status.clone());
            self.queue.add(uid.to_owned());
        }
    }

    /// The pod is gone.
    pub fn forget(&self, uid: &str) {
        self.entries.lock().remove(uid);
        self.mirrors.lock().remove(uid);
    }

    /// Waits until what was put last is written, or can't be any more.
    pub async fn flush(&self, uid: &str) {
        let wait = {
            let mut entries = self.entries.lock();
            match entries.get_mut(uid) {
                Some(entry) if entry.written.as_ref() != Some(&entry.status) => {
                    let (sender, receiver) = oneshot::channel();
                    entry.waiting.push(sender);
                    receiver
                }
                _ => return,
            }
        };
        self.queue.add(uid.to_owned());
        // An entry that is dropped will never be written.
        let _ = wait.await;
    }

    /// Writes until told to stop.
    pub async fn run(self: Arc<Self>, shutdown: Shutdown) {
        let workers = (0..WORKERS).map(|_| self.work());
        tokio::select! {
            _ = futures_util::future::join_all(workers) => {}
            () = shutdown.wait() => {}
        }
    }

    async fn work(&self) {
        while let Some(uid) = self.queue.next().await {
            match self.write(&uid).await {
                Ok(()) => self.queue.forget(&uid),
                Err(error) => {
                    tracing::warn!(uid = *uid, %error, "a pod's status can't be written");
                    self.queue.retry(uid.clone());
                }
            }
        }
    }

    async fn write(&self, uid: &str) -> Result<(), client::Error> {
        let Some(Task { namespace, name, api_uid, patch, status }) = self.next_task(uid) else {
            return Ok(());
        };
        let Some(client) = &self.client else { return Ok(()) };
        let outcome = client.within::<Pod>(&namespace).patch_status(&name, &Patch::Strategic(patch)).await;
        let written = match outcome {
            Ok(pod) => Some(version(&pod)),
            // Gone, or another pod of that name.
            Err(error) if error.is_not_found() || error.is_conflict() => None,
            Err(error) => return Err(error),
        };
        let mut entries = self.entries.lock();
        // A mirror that was replaced meanwhile has yet to be told.
        let Some(entry) = entries.get_mut(uid).filter(|entry| entry.uid.as_ref() == Some(&api_uid)) else {
            return Ok(());
        };
        entry.written = Some(status);
        entry.version = written.unwrap_or(entry.version);
        if entry.written.as_ref() == Some(&entry.status) {
            entry.waiting.clear();
        } else {
            self.queue.add(uid.to_owned());
        }
        Ok(())
    }

    /// What has to be written of a pod, if anything.
    fn next_task(&self, uid: &str) -> Option<Task> {
        let mut entries = self.entries.lock();
        let entry = entries.get_mut(uid)?;
        let api_uid = entry.uid.clone()?;
        let patch = patch::of(&api_uid, entry.written.as_ref(), &entry.status);
        let Some(patch) = patch else {
            entry.written = Some(entry.status.clone());
            entry.waiting.clear();
            return None;
        };
        let (namespace, name) = (entry.namespace.clone(), entry.name.clone());
        Some(Task { namespace, name, api_uid, patch, status: entry.status.clone() })
    }
}

/// One write.
struct Task {
    namespace: String,
    name: String,
    api_uid: String,
    patch: serde_json::Value,
    status: PodStatus,
}

/// The version of an object; versions of one server can be compared.
fn version(pod: &Pod) -> u64 {
    pod.metadata.resource_version.as_deref().and_then(|text| text.parse().ok()).unwrap_or(0)
}
