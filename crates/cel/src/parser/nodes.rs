//! Making nodes: their numbers and places.

use super::Parser;
use crate::ast::{Call, Expr, Id, Kind};
use crate::source::Location;

pub(super) fn call(id: Id, function: &str, target: Option<Expr>, args: Vec<Expr>) -> Expr {
    Expr::new(id, Kind::Call(Box::new(Call { function: function.to_owned(), target, args })))
}

impl Parser<'_> {
    /// A new number for a node at the given place.
    pub(super) fn id_at(&mut self, offset: u32) -> Id {
        self.new_id(Some(offset))
    }

    /// A new number for a node at the next token.
    pub(super) fn id_here(&mut self) -> Id {
        self.id_at(self.here())
    }

    pub(super) fn new_id(&mut self, offset: Option<u32>) -> Id {
        self.offsets.push(offset);
        Id::try_from(self.offsets.len() - 1).unwrap_or(Id::MAX)
    }

    pub(super) fn offset_of(&self, id: Id) -> Option<u32> {
        self.offsets.get(id as usize).copied().flatten()
    }

    /// Reports an error at a place, and stands in for the node that could not be made.
    pub(super) fn report(&mut self, offset: Option<u32>, message: impl Into<String>) -> Expr {
        let at = offset.map_or(Location::NONE, |offset| self.source.location(offset));
        self.issues.push(at, message);
        let id = self.new_id(offset);
        Expr::new(id, Kind::Missing)
    }
}
