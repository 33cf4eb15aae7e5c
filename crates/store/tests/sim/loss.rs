//! What remains of unsynced work when the power goes.

/// A way to lose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loss {
    /// All of it.
    Everything,
    /// Nothing: the kernel had written all of it back.
    Nothing,
    /// Each sector and each name by chance; of names those that were changed first.
    Scattered,
    /// Each sector and each name by chance, names in any order.
    Unordered,
    /// The data up to some write, cut within a sector's bounds, and the names up to some change.
    Prefix,
}

impl Loss {
    /// Every way.
    pub const ALL: [Self; 5] =
        [Self::Everything, Self::Nothing, Self::Scattered, Self::Unordered, Self::Prefix];

    /// How many of `count` steps in a row survive.
    pub(super) fn steps(self, count: usize, rng: &mut fastrand::Rng) -> usize {
        match self {
            Self::Everything => 0,
            Self::Nothing => count,
            Self::Scattered | Self::Unordered | Self::Prefix => rng.usize(0..=count),
        }
    }
}
