//! How often a new or changed object goes round the plugins that may change it: once more after a webhook has changed it, so that those
//! who came before see what it did.

use std::collections::BTreeSet;

use parking_lot::Mutex;
use resource::Object;
use serde_json::Value;

/// What is remembered from one round to the next.
#[derive(Default)]
pub struct Rounds(Mutex<Inner>);

#[derive(Default)]
struct Inner {
    /// A second round is wanted.
    wanted: bool,
    /// It is under way.
    second: bool,
    /// The object as webhooks left it.
    left: Option<Value>,
    /// Webhooks that were asked and want to be asked again if the object changes after them.
    asked: BTreeSet<String>,
    /// Those after which it changed.
    due: BTreeSet<String>,
}

impl Rounds {
    /// Whether a second round is wanted; if so, it begins.
    pub(crate) fn begin_second(&self) -> bool {
        let mut inner = self.0.lock();
        inner.second = inner.wanted;
        inner.second
    }

    /// Whether it is the second round.
    pub fn is_second(&self) -> bool {
        self.0.lock().second
    }

    /// Webhooks come to have their say: whatever changed since they last had it concerns all who want to know.
    pub fn enter(&self, object: Option<&Object>) {
        let mut inner = self.0.lock();
        if inner.second && inner.left.as_ref() != object.map(Object::tree) {
            inner.require();
        }
    }

    /// Webhooks have had their say.
    pub fn leave(&self, object: Option<&Object>) {
        self.0.lock().left = object.map(|object| object.tree().clone());
    }

    /// Whether a webhook has its say in this round: in the second only if it wants to and something changed after it.
    pub fn is_due(&self, webhook: &str) -> bool {
        let inner = self.0.lock();
        !inner.second || inner.due.contains(webhook)
    }

    /// A webhook was asked; it may have changed the object, and may want to be asked again.
    pub fn asked(&self, webhook: &str, changed: bool, again: bool) {
        let mut inner = self.0.lock();
        if changed {
            inner.require();
            inner.wanted = true;
        }
        if again {
            inner.asked.insert(webhook.to_owned());
        }
    }
}

impl Inner {
    fn require(&mut self) {
        let asked = std::mem::take(&mut self.asked);
        self.due.extend(asked);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_wants_to_be_asked_again_is_if_the_object_changed_later() {
        let rounds = Rounds::default();
        rounds.enter(None);
        assert!(rounds.is_due("a") && rounds.is_due("b"));
        rounds.asked("a", true, true);
        rounds.asked("b", true, true);
        rounds.asked("c", true, false);
        rounds.asked("d", false, true);
        rounds.leave(None);
        assert!(rounds.begin_second() && rounds.is_second());
        rounds.enter(None);
        assert_eq!(["a", "b", "c", "d"].map(|name| rounds.is_due(name)), [true, true, false, false]);
    }

    #[test]
    fn changes_of_other_plugins_count_too() {
        let rounds = Rounds::default();
        let object = |n: i64| Object::new(serde_json::json!({"n": n})).unwrap();
        rounds.enter(Some(&object(1)));
        rounds.asked("a", true, true);
        rounds.leave(Some(&object(1)));
        assert!(rounds.begin_second());
        rounds.enter(Some(&object(2)));
        assert!(rounds.is_due("a"));
        assert!(!Rounds::default().begin_second());
    }
}
