//! Which pods this node has: takes them from all sources, keeps one actor for each, and passes on what concerns them.

mod admit;
mod mirror;
mod orphans;
mod ports;

use std::collections::BTreeMap;
use std::sync::Arc;

use api::core::v1::Pod;
use informer::{Event, Informer};
use node::RuntimeEvent;
use parking_lot::RwLock;
use tokio::sync::{broadcast, mpsc};

use crate::pod::actor::{self, Handle, Message, Snapshot};
use crate::pod::spec;
use crate::pod::state::Life;
use crate::pod::step::Input;
use crate::shared::Shared;
use crate::sources::{Pods, Source};
use mirror::Mirrors;

/// The pods of this node, for whoever asks (the server, metrics).
#[derive(Clone, Default)]
pub struct Roster(Arc<RwLock<BTreeMap<String, Handle>>>);

impl Roster {
    /// How all pods are.
    pub fn all(&self) -> Vec<Snapshot> {
        self.0.read().values().map(Handle::snapshot).collect()
    }

    /// The pod of this name (and UID, if one is given).
    pub fn find(&self, namespace: &str, name: &str, uid: Option<&str>) -> Option<Snapshot> {
        let fits = |snapshot: &Snapshot| {
            let pod = &snapshot.pod;
            spec::namespace(pod) == namespace
                && spec::name(pod) == name
                && uid.is_none_or(|uid| uid == spec::uid(pod))
        };
        self.all().into_iter().find(fits)
    }

    /// The way to a pod.
    pub fn get(&self, uid: &str) -> Option<Handle> {
        self.0.read().get(uid).cloned()
    }
}

/// What the manager listens to.
pub struct Inputs {
    /// Pods of the API that are bound to this node.
    pub pods: Option<Informer<Pod>>,
    /// Pods of files and URLs.
    pub sources: mpsc::UnboundedReceiver<Pods>,
    /// How many of those there are to wait for.
    pub source_count: usize,
    /// What happens in the runtime.
    pub events: Option<broadcast::Receiver<RuntimeEvent>>,
    /// UIDs of pods whose objects changed.
    pub changed: mpsc::UnboundedReceiver<String>,
}

/// The manager itself.
pub struct Manager {
    shared: Arc<Shared>,
    roster: Roster,
    fixed: BTreeMap<Source, Vec<Arc<Pod>>>,
    mirrors: Mirrors,
    ended: (mpsc::UnboundedSender<String>, mpsc::UnboundedReceiver<String>),
    cleaned: bool,
}

/// How often the runtime is looked at if it can't tell.
const RELIST: std::time::Duration = std::time::Duration::from_secs(1);

impl Manager {
    /// No pods yet.
    pub fn new(shared: Arc<Shared>, roster: Roster) -> Self {
        let mirrors = Mirrors::new(shared.client.clone());
        Self {
            shared,
            roster,
            fixed: BTreeMap::new(),
            mirrors,
            ended: mpsc::unbounded_channel(),
            cleaned: false,
        }
    }

    /// Works until told to stop. Containers go on.
    pub async fn run(mut self, mut inputs: Inputs) {
        let mut pods = inputs.pods.as_ref().map(Informer::subscribe);
        let synced = inputs.pods.clone();
        let mut waits_for_api = synced.is_some();
        loop {
            let shared = self.shared.clone();
            tokio::select! {
                () = shared.shutdown.wait() => return,
                Some(event) = async { match &mut pods {
                    Some(pods) => pods.next().await,
                    None => std::future::pending().await,
                } } => self.hear_api(&event),
                () = async { match &synced {
                    Some(synced) if waits_for_api => synced.synced().await,
                    _ => std::future::pending().await,
                } } => waits_for_api = false,
                Some((source, pods)) = inputs.sources.recv() => {
                    self.fixed.insert(source, pods);
                    self.settle_fixed();
                }
                event = next_event(&mut inputs.events, &shared) => self.hear_runtime(event),
                Some(uid) = inputs.changed.recv() => self.tell(&uid, Message::Changed),
                () = shared.ledger.freed() => {
                    for uid in shared.ledger.served() {
                        self.tell(&uid, Message::Input(Input::Room));
                    }
                }
                Some(uid) = self.ended.1.recv() => {
                    self.roster.0.write().remove(&uid);
                    self.settle_fixed();
                }
            }
            let settled = !waits_for_api && self.fixed.len() >= inputs.source_count;
            let drained = inputs.pods.as_ref().is_none_or(|pods| self.knows_all(pods));
            if settled && drained && !self.cleaned {
                self.cleaned = true;
                tokio::spawn(orphans::end(self.shared.clone(), self.roster.clone()));
            }
        }
    }

    /// Whether every pod of the API has been heard of.
    fn knows_all(&self, pods: &Informer<Pod>) -> bool {
        let known = self.roster.0.read();
        pods.list().iter().all(|pod| spec::is_mirror(pod) || known.contains_key(spec::uid(pod)))
    }

    fn tell(&self, uid: &str, message: Message) {
        if let Some(handle) = self.roster.get(uid) {
            handle.tell(message);
        }
    }

    fn hear_api(&mut self, event: &Event<Pod>) {
        let pod = event.object().clone();
        if spec::is_mirror(&pod) {
            let gone = matches!(event, Event::Deleted(_));
            self.mirrors.heard(&pod, gone);
            self.settle_fixed();
            return;
        }
        if let Event::Updated { old, .. } = event
            && spec::uid(old) != spec::uid(&pod)
        {
            self.tell(spec::uid(old), Message::Input(Input::Removed));
        }
        if matches!(event, Event::Deleted(_)) {
            return self.tell(spec::uid(&pod), Message::Input(Input::Removed));
        }
        match self.roster.get(spec::uid(&pod)) {
            Some(handle) => handle.tell(Message::Input(Input::Pod(pod))),
            None => self.start(pod),
        }
    }

    fn start(&self, pod: Arc<Pod>) {
        let uid = spec::uid(&pod).to_owned();
        let mut verdict = admit::judge(&self.shared, &pod, &self.roster);
        if let Some(verdict) = &mut verdict {
            self.shared.event(&pod, None, informer::Severity::Warning, &verdict.reason, &verdict.message);
            verdict.message = format!("Pod was rejected: {}", verdict.message);
        }
        let (handle, work) = actor::start(self.shared.clone(), pod, verdict);
        self.roster.0.write().insert(uid.clone(), handle);
        let ended = self.ended.0.clone();
        tokio::spawn(async move {
            work.await;
            let _ = ended.send(uid);
        });
    }

    /// Makes the pods of files and URLs be those that run, and has the API show them.
    fn settle_fixed(&mut self) {
        let wanted: BTreeMap<String, Arc<Pod>> =
            self.fixed.values().flatten().map(|pod| (spec::uid(pod).to_owned(), pod.clone())).collect();
        let known: Vec<(String, Snapshot)> =
            self.roster.0.read().iter().map(|(uid, handle)| (uid.clone(), handle.snapshot())).collect();
        let known: Vec<_> =
            known.into_iter().filter(|(_, snapshot)| spec::is_static(&snapshot.pod)).collect();
        for (uid, _) in known.iter().filter(|(uid, _)| !wanted.contains_key(uid)) {
            self.tell(uid, Message::Input(Input::Removed));
        }
        for (uid, pod) in &wanted {
            let same_name = |snapshot: &Snapshot| {
                spec::name(&snapshot.pod) == spec::name(pod)
                    && spec::namespace(&snapshot.pod) == spec::namespace(pod)
            };
            // The pod before this one ends first; then this is asked again.
            if !known.iter().any(|(other, snapshot)| other == uid || same_name(snapshot)) {
                self.start(pod.clone());
            }
        }
        self.mirrors.settle(&wanted, &self.shared);
    }

    fn hear_runtime(&self, event: Option<RuntimeEvent>) {
        match event {
            Some(event) => self.tell(&event.pod_uid, Message::Look),
            None => {
                let active = |handle: &&Handle| !matches!(handle.snapshot().life, Life::Terminated { .. });
                self.roster.0.read().values().filter(active).for_each(|handle| handle.tell(Message::Look));
            }
        }
    }
}

/// The next event; `None`: everything has to be looked at.
async fn next_event(
    events: &mut Option<broadcast::Receiver<RuntimeEvent>>,
    shared: &Shared,
) -> Option<RuntimeEvent> {
    let Some(receiver) = events else {
        shared.clock.sleep(RELIST).await;
        return None;
    };
    match receiver.recv().await {
        Ok(event) => Some(event),
        Err(broadcast::error::RecvError::Lagged(_)) => None,
        Err(broadcast::error::RecvError::Closed) => {
            // Perhaps it can tell again: events are asked for anew.
            shared.clock.sleep(RELIST).await;
            *events = shared.runtime.events().await.ok().flatten();
            None
        }
    }
}
