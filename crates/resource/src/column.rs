//! Printed columns: what `kubectl get` shows of a kind.

use std::borrow::Cow;

/// One column of a kind's table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// The heading.
    pub name: Cow<'static, str>,
    /// What the cells hold.
    pub kind: ColumnType,
    /// `name` on the first column, as discovery's clients expect it; else usually empty.
    pub format: Cow<'static, str>,
    /// What the heading means.
    pub description: Cow<'static, str>,
    /// 0 is always shown; higher ones only with `-o wide`.
    pub priority: i32,
}

/// What the cells of a column hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnType {
    /// Text.
    String,
    /// A whole number.
    Integer,
    /// A number.
    Number,
    /// Yes or no.
    Boolean,
    /// A moment; shown as an age.
    Date,
}

impl ColumnType {
    /// The spelling in a table's column definitions.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Integer => "integer",
            Self::Number => "number",
            Self::Boolean => "boolean",
            Self::Date => "date",
        }
    }
}

impl Column {
    /// A column that is always shown.
    pub const fn new(name: &'static str, kind: ColumnType, description: &'static str) -> Self {
        Self {
            name: Cow::Borrowed(name),
            kind,
            format: Cow::Borrowed(""),
            description: Cow::Borrowed(description),
            priority: 0,
        }
    }

    /// The column shown only with `-o wide`.
    pub const fn wide(mut self) -> Self {
        self.priority = 1;
        self
    }
}
