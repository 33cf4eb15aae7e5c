//! What came before, in lists as long as a request can hold: looked up, so that nobody pays for every pair. Used by kinds whose items
//! must differ.

use std::collections::HashSet;
use std::hash::Hash;

/// The things of a list that were seen so far.
pub struct Seen<T>(HashSet<T>);

impl<T: Eq + Hash> Default for Seen<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Eq + Hash> Seen<T> {
    /// Nothing yet.
    pub fn new() -> Self {
        Self(HashSet::new())
    }

    /// Whether this one came before; from now on it did.
    pub fn again(&mut self, thing: T) -> bool {
        !self.0.insert(thing)
    }
}

/// Whether any of them comes twice.
pub fn any_repeats<T: Eq + Hash>(things: impl IntoIterator<Item = T>) -> bool {
    let mut seen = Seen::new();
    things.into_iter().any(|thing| seen.again(thing))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thing_comes_again_when_it_came_before() {
        let mut seen = Seen::new();
        assert_eq!(["a", "b", "a", "a"].map(|thing| seen.again(thing)), [false, false, true, true]);
        assert!(any_repeats([1, 2, 1]) && !any_repeats([1, 2, 3]));
    }
}
