//! The path to a field, as a chain of borrowed steps on the stack.
//!
//! Validation descends into every field of every object and nearly never fails, so a step costs no allocation: the text
//! is rendered only when an error is built.

use std::fmt;

#[derive(Debug, Clone, Copy)]
enum Step<'a> {
    Nil,
    Name(&'a str),
    Index(usize),
    Key(&'a str),
}

/// A path such as `spec.containers[0].name`, each step pointing at the one before it.
#[derive(Debug, Clone, Copy)]
pub struct Path<'a> {
    parent: Option<&'a Path<'a>>,
    step: Step<'a>,
}

impl<'a> Path<'a> {
    /// A path of one name. The name may itself hold dots, when a caller has only a rendered path.
    pub const fn new(name: &'a str) -> Self {
        Self { parent: None, step: Step::Name(name) }
    }

    /// The absent path, which prints `<nil>` by itself and as nothing below a child.
    pub const fn nil() -> Self {
        Self { parent: None, step: Step::Nil }
    }

    /// A field below this one.
    pub const fn child<'b>(&'b self, name: &'b str) -> Path<'b> {
        Path { parent: Some(self), step: Step::Name(name) }
    }

    /// An item of the list at this path.
    pub const fn index<'b>(&'b self, index: usize) -> Path<'b> {
        Path { parent: Some(self), step: Step::Index(index) }
    }

    /// An entry of the map at this path.
    pub const fn key<'b>(&'b self, key: &'b str) -> Path<'b> {
        Path { parent: Some(self), step: Step::Key(key) }
    }

    fn write_below(&self, f: &mut fmt::Formatter<'_>) -> Result<bool, fmt::Error> {
        let preceded = match self.parent {
            Some(parent) => parent.write_below(f)?,
            None => false,
        };
        match self.step {
            Step::Nil => return Ok(preceded),
            // An empty name prints like an empty subscript: upstream tells the two apart by the name alone.
            Step::Name("") => f.write_str("[]")?,
            Step::Name(name) if preceded => write!(f, ".{name}")?,
            Step::Name(name) => f.write_str(name)?,
            Step::Index(index) => write!(f, "[{index}]")?,
            Step::Key(key) => write!(f, "[{key}]")?,
        }
        Ok(true)
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.write_below(f)? { Ok(()) } else { f.write_str("<nil>") }
    }
}

#[cfg(test)]
mod tests {
    use super::Path;

    #[test]
    fn prints_each_kind_of_step() {
        let spec = Path::new("spec");
        assert_eq!(spec.child("containers").index(0).child("name").to_string(), "spec.containers[0].name");
        assert_eq!(Path::new("metadata").child("labels").key("a/b").to_string(), "metadata.labels[a/b]");
        assert_eq!(Path::nil().to_string(), "<nil>");
        assert_eq!(Path::nil().child("values").index(0).key("app").to_string(), "values[0][app]");
        assert_eq!(Path::new("").to_string(), "[]");
    }
}
