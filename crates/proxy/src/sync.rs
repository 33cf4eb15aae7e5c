//! One round: resolve what was touched, have the back end apply it, forget flows that lead nowhere. Blocks; `run.rs` calls it.

use std::collections::BTreeSet;

use crate::backend::{Backend, Cleanup, Error, Settings};
use crate::conntrack;
use crate::tracker::Tracker;
use crate::view::PortName;

/// The state that rounds share: it travels to a thread that may block and back.
pub struct Sync {
    /// What the API says.
    pub tracker: Tracker,
    backend: Box<dyn Backend>,
    settings: Settings,
    /// Ports that changed, but of which no round has succeeded since.
    pending: BTreeSet<PortName>,
}

impl Sync {
    /// Nothing applied yet.
    pub fn new(tracker: Tracker, backend: Box<dyn Backend>, settings: Settings) -> Self {
        Self { tracker, backend, settings, pending: BTreeSet::new() }
    }

    /// Applies what changed, or (`whole`) everything.
    pub fn apply(&mut self, whole: bool) -> Result<(), Error> {
        self.pending.extend(self.tracker.changes());
        let view = self.tracker.view();
        if whole {
            self.backend.rebuild(view)?;
        } else if !self.pending.is_empty() {
            self.backend.update(view, &self.pending)?;
        }
        let changed = std::mem::take(&mut self.pending);
        match conntrack::clean(self.settings.namespace(), view, &changed) {
            Ok(0) => {}
            Ok(count) => tracing::debug!(count, "forgot flows to endpoints that no longer serve"),
            // The rules hold; flows run out by themselves.
            Err(error) => {
                tracing::warn!(%error, "flows to endpoints that no longer serve could not be forgotten")
            }
        }
        Ok(())
    }

    /// Whether what was applied is still there.
    pub fn is_intact(&mut self) -> bool {
        self.backend.is_intact()
    }

    /// Takes away what other modes left behind.
    pub fn forget_modes(&mut self, others: &[Cleanup]) {
        for cleanup in others {
            if let Err(error) = cleanup(&self.settings) {
                tracing::warn!(%error, "rules of another mode could not be taken away");
            }
        }
    }
}
