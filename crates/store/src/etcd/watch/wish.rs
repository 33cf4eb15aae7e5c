//! The consumer's wish for a progress mark. Pure; the watch does the asking.
//!
//! The mark must be no older than the newest revision at the time of the wish, and the member that serves the watch may lag behind
//! the others. So a wish first asks a quorum for the newest revision, then holds out for a mark at least that new. The server answers
//! only watches that have caught up, so it is asked again until it does.

use crate::Revision;

/// Where a wish stands.
#[derive(Debug, Default)]
pub(super) struct Wish {
    /// A quorum is being asked for the newest revision.
    asking: bool,
    /// Somebody wished again meanwhile, perhaps for something newer than the answer on its way.
    again: bool,
    /// The least that will do.
    target: Option<Revision>,
}

impl Wish {
    /// Somebody wishes for a mark; whether the quorum must be asked now.
    pub fn made(&mut self) -> bool {
        self.again = self.asking;
        !std::mem::replace(&mut self.asking, true)
    }

    /// The quorum has answered (`None`: it could not); whether it must be asked again.
    pub fn answered(&mut self, newest: Option<Revision>) -> bool {
        self.target = self.target.max(newest);
        self.asking = std::mem::take(&mut self.again) || newest.is_none();
        self.asking
    }

    /// Whether the server should be asked for a mark.
    pub fn is_waiting(&self) -> bool {
        self.target.is_some()
    }

    /// Whether a mark at `revision` goes to the consumer: while one is awaited, only if it is new enough.
    pub fn accepts(&mut self, revision: Revision) -> bool {
        if self.target.is_some_and(|target| revision < target) {
            return false;
        }
        self.target = None;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_wish_every_mark_is_good() {
        let mut wish = Wish::default();
        assert!(wish.accepts(Revision(1)) && !wish.is_waiting());
    }

    #[test]
    fn a_wish_holds_out_for_a_mark_that_is_new_enough() {
        let mut wish = Wish::default();
        assert!(wish.made());
        assert!(!wish.is_waiting(), "the target is not known yet");
        assert!(!wish.answered(Some(Revision(9))));
        assert!(wish.is_waiting());
        assert!(!wish.accepts(Revision(8)) && wish.is_waiting(), "a lagging member's mark");
        assert!(wish.accepts(Revision(9)) && !wish.is_waiting());
    }

    #[test]
    fn a_wish_made_while_asking_asks_again() {
        let mut wish = Wish::default();
        assert!(wish.made());
        assert!(!wish.made());
        assert!(wish.answered(Some(Revision(5))), "the second wish may mean something newer");
        assert!(wish.accepts(Revision(6)), "this answers the first");
        assert!(!wish.answered(Some(Revision(7))));
        assert!(!wish.accepts(Revision(6)) && wish.accepts(Revision(7)));
    }

    #[test]
    fn a_quorum_that_can_not_answer_is_asked_again() {
        let mut wish = Wish::default();
        assert!(wish.made());
        assert!(wish.answered(None));
        assert!(!wish.answered(Some(Revision(3))) && wish.is_waiting());
    }
}
