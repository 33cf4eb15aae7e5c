//! Writes events to the API, one after the other.

use std::time::Duration;

use api::core::v1::{Event, EventSource};
use api::{Resource as _, time};
use client::{Client, Error, Patch};
use runtime::Clock;
use serde_json::json;
use tokio::sync::mpsc;

use super::correlate::{Correlator, Occurrence, Verdict};

/// How often and how long to try while the server cannot be reached.
const TRIES: u32 = 12;
const PAUSE: Duration = Duration::from_secs(10);

pub(super) struct Writer {
    client: Client,
    source: EventSource,
    clock: Clock,
    correlator: Correlator,
}

impl Writer {
    pub fn new(client: Client, component: &str, host: &str, clock: Clock) -> Self {
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let source = EventSource { component: some(component), host: some(host) };
        Self { client, source, clock, correlator: Correlator::default() }
    }

    pub async fn run(mut self, mut waiting: mpsc::Receiver<Occurrence>) {
        while let Some(occurrence) = waiting.recv().await {
            let (verdict, wrote) = self.correlator.judge(&occurrence, self.clock.monotonic());
            match verdict {
                Verdict::Drop => {}
                Verdict::Create { message } => {
                    let event = self.event(&occurrence, self.new_name(&occurrence), message, 1);
                    wrote(&mut self.correlator, event.name().to_owned());
                    self.insist(&event, false).await;
                }
                Verdict::Count { name, count, message } => {
                    self.insist(&self.event(&occurrence, name, message, count), true).await;
                }
            }
        }
    }

    /// Names are unique per object by the time they were made.
    fn new_name(&self, occurrence: &Occurrence) -> String {
        let nanos = self.clock.now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default().as_nanos();
        format!("{}.{nanos:x}", occurrence.about.name.as_deref().unwrap_or_default())
    }

    fn event(&self, occurrence: &Occurrence, name: String, message: String, count: i32) -> Event {
        let now = time::time(self.clock.now());
        let namespace = occurrence.about.namespace.clone().unwrap_or_else(|| "default".to_owned());
        Event {
            metadata: api::meta::ObjectMeta {
                name: Some(name),
                namespace: Some(namespace),
                ..Default::default()
            },
            involved_object: occurrence.about.clone(),
            reason: Some(occurrence.reason.clone()),
            message: Some(message),
            type_: Some(occurrence.severity.as_str().to_owned()),
            count: Some(count),
            first_timestamp: Some(now.clone()),
            last_timestamp: Some(now),
            reporting_component: self.source.component.clone(),
            reporting_instance: self.source.host.clone(),
            source: Some(self.source.clone()),
            ..Event::default()
        }
    }

    async fn insist(&self, event: &Event, counted: bool) {
        for _ in 0..TRIES {
            match self.write(event, counted).await {
                Err(Error::Transport(error)) => tracing::debug!(%error, "cannot record an event yet"),
                Err(error) => return tracing::debug!(%error, "an event was refused"),
                Ok(()) => return,
            }
            self.clock.sleep(PAUSE).await;
        }
    }

    async fn write(&self, event: &Event, counted: bool) -> Result<(), Error> {
        let events = self.client.within::<Event>(event.namespace());
        if counted {
            let last = event.last_timestamp.as_ref().map(time::render);
            let patch = json!({"count": event.count, "lastTimestamp": last, "message": event.message});
            match events.patch(event.name(), &Patch::Strategic(patch)).await {
                Err(error) if error.is_not_found() => {}
                done => return done.map(drop),
            }
        }
        events.create(event).await.map(drop)
    }
}
