//! Where a decoder stands in a schema while it follows a document. Shared by the JSON parser and the tree check.
//!
//! Only answers "what belongs under this name"; it neither reads values nor reports anything itself.

use schema::{Additional, Schema, Special};

/// A position in a schema.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place<'s> {
    /// No schema applies: every member is fine, and duplicates count.
    Free,
    /// Inside a value that upstream hands over as raw bytes or drops: nothing in there counts.
    Ignored,
    /// A value of this schema belongs here.
    Typed(&'s Schema),
}

impl<'s> Place<'s> {
    /// The position of a value at a schema node.
    pub(crate) fn of(schema: &'s Schema) -> Self {
        match schema.special() {
            Special::None | Special::StringList => Self::Typed(schema),
            // Types with a decoder of their own see raw bytes; strict decoding does not reach into them.
            _ => Self::Ignored,
        }
    }

    /// The position of a member; `None` when the schema knows no such member.
    pub(crate) fn member(self, name: &str) -> Option<Self> {
        let Self::Typed(schema) = self else { return Some(self) };
        let Some(object) = schema.object() else { return Some(Self::Ignored) };
        if let Some(field) = object.field(name) {
            return Some(Self::of(field));
        }
        match &object.additional {
            Additional::Values(values) => Some(Self::of(values)),
            Additional::Any => Some(Self::Free),
            _ if schema.resolve().preserves_unknown() || schema.preserves_unknown() => Some(Self::Free),
            _ => None,
        }
    }

    /// The position of a list item.
    pub(crate) fn item(self) -> Self {
        match self {
            Self::Typed(schema) => schema.items().map_or(Self::Ignored, Self::of),
            other => other,
        }
    }

    /// Whether findings inside count.
    pub(crate) const fn counts(self) -> bool {
        !matches!(self, Self::Ignored)
    }
}
