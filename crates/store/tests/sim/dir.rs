//! The names of the simulated disk, and which of their changes survive.

use std::collections::BTreeMap;

use super::Loss;

/// One change that is not synced yet.
#[derive(Debug, Clone)]
enum Change {
    Create { name: String, file: usize },
    Rename { from: String, to: String, file: usize },
    Remove { name: String, file: usize },
}

/// Names, as they are seen and as they are durable.
#[derive(Debug, Clone, Default)]
pub struct Directory {
    now: BTreeMap<String, usize>,
    durable: BTreeMap<String, usize>,
    pending: Vec<Change>,
}

impl Directory {
    pub fn names(&self) -> impl Iterator<Item = (&String, usize)> {
        self.now.iter().map(|(name, file)| (name, *file))
    }

    pub fn find(&self, name: &str) -> Option<usize> {
        self.now.get(name).copied()
    }

    pub fn create(&mut self, name: &str, file: usize) {
        self.change(Change::Create { name: name.to_owned(), file });
    }

    pub fn rename(&mut self, from: &str, to: &str, file: usize) {
        self.change(Change::Rename { from: from.to_owned(), to: to.to_owned(), file });
    }

    pub fn remove(&mut self, name: &str, file: usize) {
        self.change(Change::Remove { name: name.to_owned(), file });
    }

    fn change(&mut self, change: Change) {
        apply(&mut self.now, &change);
        self.pending.push(change);
    }

    pub fn sync(&mut self) {
        self.pending.clear();
        self.durable.clone_from(&self.now);
    }

    /// The names after a power loss.
    pub fn survivors(&self, loss: Loss, rng: &mut fastrand::Rng) -> BTreeMap<String, usize> {
        let mut names = self.durable.clone();
        let until = loss.steps(self.pending.len(), rng);
        for (n, change) in self.pending.iter().enumerate() {
            let kept = if loss == Loss::Unordered { rng.bool() } else { n < until };
            if kept {
                apply(&mut names, change);
            }
        }
        names
    }
}

/// Also when an earlier change was lost: a name changes only if it still means the same file.
fn apply(names: &mut BTreeMap<String, usize>, change: &Change) {
    match change {
        Change::Create { name, file } => {
            names.insert(name.clone(), *file);
        }
        Change::Rename { from, to, file } => {
            if names.get(from) == Some(file) {
                names.remove(from);
            }
            names.insert(to.clone(), *file);
        }
        Change::Remove { name, file } => {
            if names.get(name) == Some(file) {
                names.remove(name);
            }
        }
    }
}
