//! Revisions that must stay readable for a while: a long read, a checkpoint or a backup holds one.
//!
//! A pin only holds back the dropping of old versions from memory. What the store answers as compacted doesn't depend on it.

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::Mutex;

use crate::Revision;

/// The pins in force. Cheap to clone; clones share them.
#[derive(Clone, Default)]
pub(crate) struct Pins(Arc<Mutex<BTreeMap<Revision, usize>>>);

impl Pins {
    /// Keeps everything readable at `revision` and later until the guard is dropped. Must be called under the state's lock.
    pub(crate) fn pin(&self, revision: Revision) -> Pin {
        *self.0.lock().entry(revision).or_default() += 1;
        Pin { pins: self.clone(), revision }
    }

    /// The oldest pinned revision.
    pub(crate) fn oldest(&self) -> Option<Revision> {
        self.0.lock().first_key_value().map(|(revision, _)| *revision)
    }
}

/// Holds a pin.
pub(crate) struct Pin {
    pins: Pins,
    revision: Revision,
}

impl Drop for Pin {
    fn drop(&mut self) {
        let mut pins = self.pins.0.lock();
        if let Some(count) = pins.get_mut(&self.revision) {
            *count -= 1;
            if *count == 0 {
                pins.remove(&self.revision);
            }
        }
    }
}
