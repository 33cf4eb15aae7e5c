//! The variables that comprehensions bring in, innermost scope last.

use crate::types::Type;

#[derive(Default)]
pub(super) struct Scopes {
    variables: Vec<(String, Type)>,
    starts: Vec<usize>,
}

impl Scopes {
    pub fn enter(&mut self) {
        self.starts.push(self.variables.len());
    }

    pub fn leave(&mut self) {
        let start = self.starts.pop().unwrap_or(0);
        self.variables.truncate(start);
    }

    pub fn add(&mut self, name: &str, found: Type) {
        self.variables.push((name.to_owned(), found));
    }

    pub fn find(&self, name: &str) -> Option<&Type> {
        self.variables.iter().rev().find(|(known, _)| known == name).map(|(_, found)| found)
    }
}
