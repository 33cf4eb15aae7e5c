//! The loop of one pod: takes what is learnt, asks `step` what follows, has it done, and tells the API how the pod is.
//!
//! The loop itself never waits for anything long: effects run as tasks of their own (`hands`) and come back as messages. Whatever an effect
//! did to the runtime is looked at before its outcome is told to `step`, so that `step` never decides on an older picture than it caused.

use std::sync::Arc;
use std::time::Duration;

use api::core::v1::{Pod, PodStatus};
use runtime::Shutdown;
use tokio::sync::{mpsc, watch};
use volume::PodVolumes;

use crate::hands::{self, Scene};
use crate::observe::{self, Ended};
use crate::pod::spec;
use crate::pod::state::{Life, Observation, State, Verdict};
use crate::pod::step::{Effect, Input, step};
use crate::probes::Probes;
use crate::shared::Shared;
use crate::status;

/// How long to wait before a runtime that did not answer is asked again.
const RUNTIME_RETRY: Duration = Duration::from_secs(1);

/// How long to wait before files that could not be brought up to date are tried again.
const REFRESH_RETRY: Duration = Duration::from_secs(10);

/// What an actor is told.
#[derive(Debug)]
pub enum Message {
    /// Something was learnt.
    Input(Input),
    /// Something happened in the runtime.
    Look,
    /// An effect has its outcome.
    Outcome(Input),
    /// Volumes are there, or why not.
    Volumes(Result<PodVolumes, String>),
    /// Objects that its volumes or environments are made of have changed.
    Changed,
}

/// How a pod is, for whoever asks.
#[derive(Debug, Clone)]
pub struct Snapshot {
    /// The pod as it is wanted, with its status as it is.
    pub pod: Arc<Pod>,
    /// What the runtime has of it.
    pub seen: Observation,
    /// Where in its life it is.
    pub life: Life,
}

/// The way to an actor.
#[derive(Clone)]
pub struct Handle {
    messages: mpsc::UnboundedSender<Message>,
    snapshot: watch::Receiver<Snapshot>,
}

impl Handle {
    /// Tells it something; an actor that has ended does not care.
    pub fn tell(&self, message: Message) {
        let _ = self.messages.send(message);
    }

    /// Waits until the pod is as wanted, or gone.
    pub async fn wait_for(&mut self, is_so: impl FnMut(&Snapshot) -> bool) {
        // An actor that has ended tells nothing more.
        let _ = self.snapshot.wait_for(is_so).await;
    }

    /// How the pod is.
    pub fn snapshot(&self) -> Snapshot {
        self.snapshot.borrow().clone()
    }
}

/// The loop.
pub struct Actor {
    shared: Arc<Shared>,
    state: State,
    volumes: PodVolumes,
    refreshing: bool,
    ended: Ended,
    probes: Probes,
    cancel: Shutdown,
    messages: mpsc::UnboundedReceiver<Message>,
    sender: mpsc::UnboundedSender<Message>,
    snapshot: watch::Sender<Snapshot>,
}

/// Starts the loop of a pod, which a verdict ends before it begins; the future ends when nothing is left of the pod, or with the kubelet.
pub fn start(
    shared: Arc<Shared>,
    pod: Arc<Pod>,
    verdict: Option<Verdict>,
) -> (Handle, impl Future<Output = ()> + Send + 'static) {
    let (sender, messages) = mpsc::unbounded_channel();
    let first = Snapshot { pod: pod.clone(), seen: Observation::default(), life: Life::Active };
    let (snapshot, receiver) = watch::channel(first);
    let handle = Handle { messages: sender.clone(), snapshot: receiver };
    let mut state = State::new(pod.clone());
    state.allocation = shared.ledger.allocation(spec::uid(&pod));
    let actor = Actor {
        probes: Probes::new(shared.clone(), sender.clone()),
        cancel: shared.shutdown.child(),
        state,
        shared,
        volumes: PodVolumes::default(),
        refreshing: false,
        ended: Ended::new(),
        messages,
        sender,
        snapshot,
    };
    (handle, actor.run(pod, verdict))
}

impl Actor {
    async fn run(mut self, pod: Arc<Pod>, verdict: Option<Verdict>) {
        self.shared.objects.hold(&pod);
        // A pod may be on its way out before anything was known of it.
        self.advance(Input::Pod(pod));
        if let Some(verdict) = verdict {
            self.advance(Input::End(verdict, 0));
        }
        self.look().await;
        while self.state.life != Life::Gone {
            let pause = self.pause();
            let clock = self.shared.clock.clone();
            tokio::select! {
                () = self.shared.shutdown.wait() => break,
                Some(message) = self.messages.recv() => self.hear(message).await,
                () = async { match pause {
                    Some(pause) => clock.sleep(pause).await,
                    None => std::future::pending().await,
                } } => self.due(),
            }
        }
        self.probes.stop();
        if self.state.life == Life::Gone {
            let uid = spec::uid(&self.state.pod);
            self.shared.objects.release(uid);
            self.shared.statuses.forget(uid);
        }
    }

    /// How long until something is due.
    fn pause(&self) -> Option<Duration> {
        let now = self.shared.now();
        let wake = self.state.wake.map(|at| Duration::from_nanos(u64::try_from(at - now).unwrap_or(0)));
        let refresh = self.volumes.refresh_at.filter(|_| self.state.is_active() && !self.refreshing);
        let refresh = refresh.map(|at| at.duration_since(self.shared.clock.now()).unwrap_or_default());
        [wake, refresh].into_iter().flatten().min()
    }

    fn due(&mut self) {
        if self.volumes.refresh_at.is_some_and(|at| at <= self.shared.clock.now()) {
            self.refresh_volumes();
        }
        self.advance(Input::Time);
    }

    async fn hear(&mut self, message: Message) {
        match message {
            Message::Input(Input::Pod(pod)) => {
                self.shared.objects.hold(&pod);
                self.advance(Input::Pod(pod.clone()));
                self.shared.statuses.heard(&pod);
                // Labels and annotations may be shown in files.
                self.refresh_volumes();
            }
            Message::Input(input) => self.advance(input),
            Message::Look => self.look().await,
            Message::Outcome(input) => {
                self.look().await;
                self.advance(input);
            }
            Message::Volumes(result) => {
                self.refreshing = false;
                let result = match result {
                    Ok(volumes) => {
                        self.volumes = volumes;
                        Ok(())
                    }
                    Err(error) => {
                        self.volumes.refresh_at = Some(self.shared.clock.now() + REFRESH_RETRY);
                        Err(error)
                    }
                };
                self.advance(Input::Volumes(result));
            }
            Message::Changed => {
                self.refresh_volumes();
                self.advance(Input::Changed);
            }
        }
    }

    /// Looks at what the runtime has, as often as it takes.
    async fn look(&mut self) {
        loop {
            let uid = spec::uid(&self.state.pod).to_owned();
            match observe::observe(self.shared.runtime.as_ref(), &uid, &mut self.ended).await {
                Ok(mut seen) => {
                    seen.actuated = self.shared.ledger.actuated(&uid);
                    return self.advance(Input::Seen(seen));
                }
                Err(error) => tracing::warn!(uid, %error, "the runtime does not answer"),
            }
            tokio::select! {
                () = self.shared.shutdown.wait() => return,
                () = self.shared.clock.sleep(RUNTIME_RETRY) => {}
            }
        }
    }

    /// Brings files of volumes up to date, if they are there at all.
    fn refresh_volumes(&mut self) {
        if self.state.is_active()
            && !self.refreshing
            && self.state.volumes == crate::pod::state::Volumes::Ready
        {
            self.refreshing = true;
            self.perform(Effect::SetUpVolumes);
        }
    }

    /// One step and all that follows from it.
    fn advance(&mut self, input: Input) {
        let now = self.shared.now();
        let (state, mut effects) = step(self.state.clone(), now, input);
        self.state = state;
        // Nobody is told of a new specification before it is known whether the node can do it.
        if effects.contains(&Effect::Allocate) {
            let answer = self.shared.ledger.resize(&self.state.wanted);
            let (state, more) = step(self.state.clone(), now, Input::Allocated(Box::new(answer)));
            self.state = state;
            effects.extend(more);
        }
        self.tell_status(now);
        for effect in effects {
            tracing::debug!(pod = %spec::described(&self.state.pod), ?effect, "next");
            self.perform(effect);
        }
        if matches!(self.state.life, Life::Terminated { .. } | Life::Gone) {
            self.shared.ledger.release(spec::uid(&self.state.pod));
        }
        self.probes.follow(&self.state);
    }

    fn tell_status(&mut self, now: i64) {
        if !self.state.looked {
            return;
        }
        let status = status::render(&self.state, &self.shared.host, now);
        let new = status != self.state.status;
        self.state.status = status;
        if new
            || self.snapshot.borrow().life != self.state.life
            || self.snapshot.borrow().seen != self.state.seen
        {
            let mut pod = (*self.state.pod).clone();
            pod.status = Some(self.state.status.clone());
            let (seen, life) = (self.state.seen.clone(), self.state.life);
            self.snapshot.send_replace(Snapshot { pod: Arc::new(pod), seen, life });
        }
        let known: Option<&PodStatus> = self.state.pod.status.as_ref();
        self.shared.statuses.put(&self.state.pod, known, &self.state.status);
    }

    fn perform(&mut self, effect: Effect) {
        if effect == Effect::CancelStarts {
            self.cancel.trigger();
            return;
        }
        if effect == Effect::Withdraw {
            return self.shared.ledger.withdraw(spec::uid(&self.state.pod));
        }
        let scene = Scene {
            pod: self.state.pod.clone(),
            seen: self.state.seen.clone(),
            volumes: self.volumes.clone(),
            refreshing: self.refreshing,
            cancel: self.cancel.clone(),
        };
        let (shared, sender) = (self.shared.clone(), self.sender.clone());
        tokio::spawn(async move {
            if let Some(message) = hands::perform(&shared, &scene, effect).await {
                let _ = sender.send(message);
            }
        });
    }
}
