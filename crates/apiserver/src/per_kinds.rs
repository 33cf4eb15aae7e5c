//! Something that is made of the kinds that are served, and kept until they change.

use std::sync::Arc;

use parking_lot::Mutex;
use registry::Kind;

/// Holds what was made last, with the kinds that it was made of.
pub(crate) struct PerKinds<T>(Mutex<Option<Made<T>>>);

struct Made<T> {
    of: Vec<Arc<Kind>>,
    what: Arc<T>,
}

impl<T> Default for PerKinds<T> {
    fn default() -> Self {
        Self(Mutex::new(None))
    }
}

impl<T> PerKinds<T> {
    /// What was made of these very kinds, or what `make` makes of them now.
    pub(crate) fn get(&self, kinds: Vec<Arc<Kind>>, make: impl FnOnce(&[Arc<Kind>]) -> T) -> Arc<T> {
        let mut kept = self.0.lock();
        if let Some(made) = &*kept
            && made.of.len() == kinds.len()
            && made.of.iter().zip(&kinds).all(|(one, other)| Arc::ptr_eq(one, other))
        {
            return made.what.clone();
        }
        let what = Arc::new(make(&kinds));
        *kept = Some(Made { of: kinds, what: what.clone() });
        what
    }
}
