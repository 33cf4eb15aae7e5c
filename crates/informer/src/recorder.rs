//! Events that people see: what a component did to an object and why (`kubectl describe`, `kubectl get events`).
//!
//! Recording never waits and never fails: events are queued, equal ones are counted on one object, and an object about which too
//! much is said falls silent for a while (`correlate.rs`). One task writes them (`write.rs`).

mod correlate;
mod write;

use api::Resource;
use api::core::v1::ObjectReference;
use client::Client;
use runtime::Clock;
use tokio::sync::mpsc;

use correlate::Occurrence;

/// So many events may wait to be written; more are dropped.
const WAITING: usize = 1000;

/// Whether somebody should worry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Severity {
    /// The ordinary course of things.
    Normal,
    /// Somebody may have to do something.
    Warning,
}

impl Severity {
    fn as_str(self) -> &'static str {
        match self {
            Self::Normal => "Normal",
            Self::Warning => "Warning",
        }
    }
}

/// What an event is about.
#[derive(Debug, Clone, PartialEq)]
pub struct Reference(pub ObjectReference);

impl Reference {
    /// An object.
    pub fn of<K: Resource>(object: &K) -> Self {
        let meta = object.meta();
        Self(ObjectReference {
            api_version: Some(K::api_version()),
            kind: Some(K::KIND.to_owned()),
            namespace: meta.namespace.clone(),
            name: meta.name.clone(),
            uid: meta.uid.clone(),
            resource_version: meta.resource_version.clone(),
            field_path: None,
        })
    }

    /// A part of it, such as `spec.containers{web}`.
    pub fn at(mut self, field_path: &str) -> Self {
        self.0.field_path = Some(field_path.to_owned());
        self
    }
}

/// Records events in the name of one component. Cheap to clone.
#[derive(Clone)]
pub struct Recorder(mpsc::Sender<Occurrence>);

impl Recorder {
    /// Writes through this client until the last clone is gone. `host` is where the component runs; empty where that says nothing.
    pub fn new(client: Client, component: &str, host: &str, clock: Clock) -> Self {
        let (sender, waiting) = mpsc::channel(WAITING);
        let writer = write::Writer::new(client, component, host, clock);
        tokio::spawn(writer.run(waiting));
        Self(sender)
    }

    /// Something happened to an object.
    pub fn event(&self, about: &Reference, severity: Severity, reason: &str, message: impl Into<String>) {
        let occurrence = Occurrence {
            about: about.0.clone(),
            severity,
            reason: reason.to_owned(),
            message: message.into(),
        };
        if self.0.try_send(occurrence).is_err() {
            tracing::debug!(reason, "too many events wait; dropped one");
        }
    }
}
