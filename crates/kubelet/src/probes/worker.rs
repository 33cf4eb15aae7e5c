//! The task of one probe: waits until it is due, asks, counts, tells.

use std::sync::Arc;
use std::time::Duration;

use api::core::v1::{Container, Pod, Probe};
use informer::Severity;
use runtime::Shutdown;
use tokio::sync::mpsc;

use super::ask;
use super::count::{Answer, Count};
use crate::backoff::SECOND;
use crate::pod::actor::Message;
use crate::pod::state::ProbeKind;
use crate::pod::step::Input;
use crate::shared::Shared;

/// One probe of one container.
pub(super) struct Worker {
    pub shared: Arc<Shared>,
    pub sender: mpsc::UnboundedSender<Message>,
    pub pod: Arc<Pod>,
    pub ip: String,
    pub id: String,
    pub kind: ProbeKind,
    pub container: Container,
    pub probe: Probe,
    pub started_at: i64,
    pub stop: Shutdown,
}

impl Worker {
    pub async fn run(self) {
        tokio::select! {
            () = self.stop.wait() => {}
            () = self.go_on() => {}
        }
    }

    async fn go_on(&self) {
        let probe = &self.probe;
        let success = probe.success_threshold.unwrap_or(1);
        let mut count = Count::new(self.kind, success, probe.failure_threshold.unwrap_or(3));
        let delay = i64::from(probe.initial_delay_seconds.unwrap_or(0)) * SECOND;
        let due = self.started_at + delay - self.shared.now();
        self.shared.clock.sleep(Duration::from_nanos(u64::try_from(due).unwrap_or(0))).await;
        let period = u64::try_from(probe.period_seconds.unwrap_or(10)).unwrap_or(10).max(1);
        loop {
            let begin = self.shared.clock.monotonic();
            if let Some(well) = self.ask_once().await
                && let Some(verdict) = count.add(well)
            {
                let input = Input::Probed { id: self.id.clone(), kind: self.kind, well: verdict };
                let _ = self.sender.send(Message::Input(input));
            }
            let spent = self.shared.clock.monotonic() - begin;
            self.shared.clock.sleep(Duration::from_secs(period).saturating_sub(spent)).await;
        }
    }

    /// Asks, and tells users of what is not well. `None`: nothing was learnt.
    async fn ask_once(&self) -> Option<bool> {
        let name = match self.kind {
            ProbeKind::Startup => "Startup",
            ProbeKind::Liveness => "Liveness",
            ProbeKind::Readiness => "Readiness",
        };
        let tell = |reason: &str, text: String| {
            self.shared.event(&self.pod, Some(&self.container.name), Severity::Warning, reason, &text);
        };
        match ask::ask(self).await {
            Answer::Success => Some(true),
            Answer::Warning(text) => {
                tell("ProbeWarning", format!("{name} probe warning: {text}"));
                Some(true)
            }
            Answer::Failure(text) => {
                tell("Unhealthy", format!("{name} probe failed: {text}"));
                Some(false)
            }
            Answer::Unknown(text) => {
                tell("Unhealthy", format!("{name} probe errored and resulted in unknown state: {text}"));
                None
            }
        }
    }

    /// How long one question may take.
    pub fn limit(&self) -> Duration {
        Duration::from_secs(u64::try_from(self.probe.timeout_seconds.unwrap_or(1)).unwrap_or(1).max(1))
    }
}
