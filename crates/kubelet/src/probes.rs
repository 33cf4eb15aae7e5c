//! Probes: a task for each probe of each container that runs, which asks when it is due and tells the actor when its mind changes.
//!
//! | module | what it holds |
//! |---|---|
//! | `count` | pure: results to a verdict, by thresholds |
//! | `ask` | the table of ways to ask: `exec`, `http`, `tcp`, `grpc` |

mod ask;
mod count;
mod exec;
mod grpc;
mod http_get;
mod tcp;
mod worker;

use std::collections::BTreeMap;
use std::sync::Arc;

use api::core::v1::{Container, Probe};
use runtime::Shutdown;
use tokio::sync::mpsc;

use crate::pod::actor::Message;
use crate::pod::spec::{self, Role};
use crate::pod::state::{Attempt, ProbeKind, State};
use crate::shared::Shared;
use worker::Worker;

/// The probes of one pod.
pub struct Probes {
    shared: Arc<Shared>,
    sender: mpsc::UnboundedSender<Message>,
    running: BTreeMap<(String, ProbeKind), Shutdown>,
}

impl Probes {
    /// None yet.
    pub fn new(shared: Arc<Shared>, sender: mpsc::UnboundedSender<Message>) -> Self {
        Self { shared, sender, running: BTreeMap::new() }
    }

    /// Starts and ends tasks so that they fit what runs.
    pub fn follow(&mut self, state: &State) {
        let wanted = wanted(state);
        self.running.retain(|key, stop| {
            let keep = wanted.iter().any(|(id, kind, ..)| (id, kind) == (&key.0, &key.1));
            if !keep {
                stop.trigger();
            }
            keep
        });
        for (id, kind, container, probe, started_at) in wanted {
            if self.running.contains_key(&(id.clone(), kind)) {
                continue;
            }
            let stop = self.shared.shutdown.child();
            self.running.insert((id.clone(), kind), stop.clone());
            let worker = Worker {
                shared: self.shared.clone(),
                sender: self.sender.clone(),
                pod: state.pod.clone(),
                ip: ip(state, &self.shared),
                id,
                kind,
                container,
                probe,
                started_at,
                stop,
            };
            tokio::spawn(worker.run());
        }
    }

    /// Ends all.
    pub fn stop(&mut self) {
        self.running.values().for_each(Shutdown::trigger);
        self.running.clear();
    }
}

type Wanted = (String, ProbeKind, Container, Probe, i64);

/// The probes that should go on.
fn wanted(state: &State) -> Vec<Wanted> {
    let mut all = Vec::new();
    for attempt in state.seen.running() {
        let Some((role, container)) = spec::container(&state.pod, &attempt.name) else { continue };
        if matches!(role, Role::Init | Role::Ephemeral)
            || state.stopping(&attempt.id).is_some() && !state.is_active()
        {
            continue;
        }
        for (kind, probe) in [
            (ProbeKind::Startup, &container.startup_probe),
            (ProbeKind::Liveness, &container.liveness_probe),
            (ProbeKind::Readiness, &container.readiness_probe),
        ] {
            let Some(probe) = probe.as_ref().filter(|_| goes_on(state, attempt, kind)) else { continue };
            all.push((
                attempt.id.clone(),
                kind,
                container.clone().into_owned(),
                probe.clone(),
                attempt.started_at,
            ));
        }
    }
    all
}

/// Whether a probe has something to find out: the first until it has, the others after that.
fn goes_on(state: &State, attempt: &Attempt, kind: ProbeKind) -> bool {
    let started = state.has_started(attempt);
    match kind {
        ProbeKind::Startup => {
            let known = state.probed.get(&attempt.id).and_then(|probed| probed.startup);
            known.is_none() && state.is_active() && !state.is_starting(&attempt.name)
        }
        ProbeKind::Liveness => started && state.is_active(),
        ProbeKind::Readiness => started,
    }
}

/// The address that the pod is reached at.
fn ip(state: &State, shared: &Shared) -> String {
    let ips = match spec::host_network(&state.pod) {
        true => shared.host.ips.first().cloned(),
        false => state.seen.sandboxes.first().and_then(|sandbox| sandbox.ips.first().cloned()),
    };
    ips.unwrap_or_default()
}
