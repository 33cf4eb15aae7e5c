//! Conflicts: fields that an apply would change and that others own. Texts and order are upstream's.

use std::fmt;

use super::field_set::FieldSet;
use super::managed::{Entry, Operation};
use super::{Path, PathElement};
use crate::go_text::quote;

/// One field in conflict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// Its owner, as the message names it: `"m" using v1`.
    pub manager: String,
    /// The field.
    pub path: Vec<PathElement>,
}

impl Conflict {
    /// The message of its cause in the answer's details.
    pub fn message(&self) -> String {
        format!("conflict with {}", self.manager)
    }

    /// The field of its cause.
    pub fn field(&self) -> String {
        text(&self.path)
    }
}

fn text(path: &Path) -> String {
    path.iter().map(ToString::to_string).collect()
}

/// Every conflict of an apply, by owner. Prints as the message of the answer (a 409 with reason `Conflict`, and a cause of
/// type `FieldManagerConflict` for each).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conflicts(pub Vec<Conflict>);

impl Conflicts {
    /// From what each owner would lose.
    pub(super) fn of<'e>(lost: impl IntoIterator<Item = (&'e Entry, FieldSet)>) -> Self {
        let mut lost: Vec<_> = lost.into_iter().map(|(entry, set)| (entry.identity(), entry, set)).collect();
        lost.sort_by(|a, b| a.0.cmp(&b.0));
        let all = lost.iter().flat_map(|(_, entry, set)| {
            let manager = name(entry);
            set.paths().into_iter().map(move |path| Conflict { manager: manager.clone(), path })
        });
        Self(all.collect())
    }

    /// The fields in conflict.
    pub fn fields(&self) -> FieldSet {
        let mut set = FieldSet::new();
        self.0.iter().for_each(|conflict| set.insert(&conflict.path));
        set
    }
}

fn name(entry: &Entry) -> String {
    let mut name = quote(&entry.manager);
    if !entry.subresource.is_empty() {
        name.push_str(&format!(" with subresource {}", quote(&entry.subresource)));
    }
    if entry.operation == Operation::Update {
        name.push_str(&format!(" using {}", entry.api_version));
    }
    name
}

impl fmt::Display for Conflicts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [only] = self.0.as_slice() {
            return write!(f, "Apply failed with 1 conflict: {}: {}", only.message(), only.field());
        }
        write!(f, "Apply failed with {} conflicts: ", self.0.len())?;
        let mut manager = None;
        for conflict in &self.0 {
            if manager != Some(&conflict.manager) {
                let line = if manager.is_some() { "\n" } else { "" };
                write!(f, "{line}conflicts with {}:", conflict.manager)?;
                manager = Some(&conflict.manager);
            }
            write!(f, "\n- {}", conflict.field())?;
        }
        Ok(())
    }
}
