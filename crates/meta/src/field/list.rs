//! Several field errors in the order they were found, and the one text they make together.

use super::FieldError;
use std::fmt;

/// The outcome of a validation: empty means valid. An empty list owns no memory.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ErrorList(Vec<FieldError>);

impl ErrorList {
    /// A list without errors.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds one error.
    pub fn push(&mut self, error: FieldError) {
        self.0.push(error);
    }

    /// Adds the errors of another validation behind these.
    pub fn append(&mut self, other: impl IntoIterator<Item = FieldError>) {
        self.0.extend(other);
    }

    /// Whether nothing failed.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many errors there are, repeated ones counted.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The errors in order.
    pub fn iter(&self) -> std::slice::Iter<'_, FieldError> {
        self.0.iter()
    }

    /// The errors as a slice.
    pub fn as_slice(&self) -> &[FieldError] {
        &self.0
    }

    /// Puts `prefix` before each detail.
    pub fn prefix_detail(mut self, prefix: &str) -> Self {
        for error in &mut self.0 {
            error.detail.insert_str(0, prefix);
        }
        self
    }

    /// `Ok` when nothing failed, so that a caller may use `?`.
    pub fn into_result(self) -> Result<(), Self> {
        if self.is_empty() { Ok(()) } else { Err(self) }
    }
}

/// One error stands for itself, several are listed as `[e1, e2]`; an error that repeats an earlier one is left out.
impl fmt::Display for ErrorList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut texts: Vec<String> = Vec::with_capacity(self.0.len());
        for error in &self.0 {
            let text = error.to_string();
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        match texts.as_slice() {
            [] => Ok(()),
            [one] => f.write_str(one),
            many => write!(f, "[{}]", many.join(", ")),
        }
    }
}

impl std::error::Error for ErrorList {}

impl From<FieldError> for ErrorList {
    fn from(error: FieldError) -> Self {
        Self(vec![error])
    }
}

impl FromIterator<FieldError> for ErrorList {
    fn from_iter<I: IntoIterator<Item = FieldError>>(errors: I) -> Self {
        Self(errors.into_iter().collect())
    }
}

impl Extend<FieldError> for ErrorList {
    fn extend<I: IntoIterator<Item = FieldError>>(&mut self, errors: I) {
        self.0.extend(errors);
    }
}

impl IntoIterator for ErrorList {
    type Item = FieldError;
    type IntoIter = std::vec::IntoIter<FieldError>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a ErrorList {
    type Item = &'a FieldError;
    type IntoIter = std::slice::Iter<'a, FieldError>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::Path;

    #[test]
    fn aggregates() {
        let a = || FieldError::required(&Path::new("a"), "");
        let b = || FieldError::forbidden(&Path::new("b"), "no");
        assert_eq!(ErrorList::from(a()).to_string(), "a: Required value");
        assert_eq!(ErrorList::from_iter([a(), a()]).to_string(), "a: Required value");
        assert_eq!(
            ErrorList::from_iter([a(), b(), a()]).to_string(),
            "[a: Required value, b: Forbidden: no]"
        );
        assert!(ErrorList::new().into_result().is_ok());
    }
}
