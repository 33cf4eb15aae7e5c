//! One requirement of a label selector: a key, an operator and values.

use super::LabelLookup;
use crate::field::{BadValue, ErrorList, FieldError, Path};
use crate::go;
use crate::validate;
use std::fmt;

/// How a requirement relates a label to its values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operator {
    /// The label is there and has one of the values.
    In,
    /// The label is absent or has none of the values.
    NotIn,
    /// The label is there and has the value; written `=`.
    Equals,
    /// The same, written `==`.
    DoubleEquals,
    /// The label is absent or has another value.
    NotEquals,
    /// The label is there.
    Exists,
    /// The label is absent.
    DoesNotExist,
    /// The label is an integer above the value.
    GreaterThan,
    /// The label is an integer below the value.
    LessThan,
}

impl Operator {
    /// Upstream's name for the operator.
    pub const fn name(self) -> &'static str {
        match self {
            Self::In => "in",
            Self::NotIn => "notin",
            Self::Equals => "=",
            Self::DoubleEquals => "==",
            Self::NotEquals => "!=",
            Self::Exists => "exists",
            Self::DoesNotExist => "!",
            Self::GreaterThan => "gt",
            Self::LessThan => "lt",
        }
    }
}

/// A key, an operator and the values it compares with.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Requirement {
    key: String,
    operator: Operator,
    values: Vec<String>,
    /// The value as an integer, for the two operators that compare numbers.
    bound: i64,
}

/// What an operator says about the number of its values.
fn value_count_problem(operator: Operator, count: usize) -> Option<&'static str> {
    match operator {
        Operator::In | Operator::NotIn if count == 0 => {
            Some("for 'in', 'notin' operators, values set can't be empty")
        }
        Operator::Equals | Operator::DoubleEquals | Operator::NotEquals if count != 1 => {
            Some("exact-match compatibility requires one single value")
        }
        Operator::Exists | Operator::DoesNotExist if count != 0 => {
            Some("values set must be empty for exists and does not exist")
        }
        Operator::GreaterThan | Operator::LessThan if count != 1 => {
            Some("for 'Gt', 'Lt' operators, exactly one value is required")
        }
        _ => None,
    }
}

pub(super) fn key_error(key: &str, path: &Path<'_>) -> Option<FieldError> {
    let problems = validate::qualified_name(key);
    (!problems.is_empty()).then(|| FieldError::invalid(path, key, problems.join("; ")))
}

impl Requirement {
    /// Checks key, operator and values together. Errors are placed below `path`.
    pub fn new(
        key: impl Into<String>,
        operator: Operator,
        values: Vec<String>,
        path: &Path<'_>,
    ) -> Result<Self, ErrorList> {
        let (key, mut errors) = (key.into(), ErrorList::new());
        errors.extend(key_error(&key, &path.child("key")));
        let values_path = path.child("values");
        if let Some(problem) = value_count_problem(operator, values.len()) {
            errors.push(FieldError::invalid(&values_path, BadValue::json(&values), problem));
        }
        let mut bound = 0;
        if matches!(operator, Operator::GreaterThan | Operator::LessThan) {
            for (at, value) in values.iter().enumerate() {
                match go::parse_int(value) {
                    Ok(number) => bound = number,
                    Err(_) => errors.push(FieldError::invalid(
                        &values_path.index(at),
                        value,
                        "for 'Gt', 'Lt' operators, the value must be an integer",
                    )),
                }
            }
        }
        for (at, value) in values.iter().enumerate() {
            let problems = validate::label_value(value);
            if !problems.is_empty() {
                let path = values_path.index(at);
                errors.push(FieldError::invalid(&path.key(&key), value, problems.join("; ")));
            }
        }
        errors.into_result()?;
        Ok(Self { key, operator, values, bound })
    }

    /// A requirement of equality that is known to be well formed.
    pub(super) fn equals_unchecked(key: &str, value: &str) -> Self {
        Self { key: key.to_owned(), operator: Operator::Equals, values: vec![value.to_owned()], bound: 0 }
    }

    /// The label's key.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The operator.
    pub const fn operator(&self) -> Operator {
        self.operator
    }

    /// The values, in the order they were given.
    pub fn values(&self) -> &[String] {
        &self.values
    }

    /// Whether the labels satisfy the requirement.
    pub fn matches<L: LabelLookup + ?Sized>(&self, labels: &L) -> bool {
        let label = labels.label(&self.key);
        let number = |label: Option<&str>| label?.parse::<i64>().ok();
        let listed = |value: &str| self.values.iter().any(|one| one == value);
        match self.operator {
            Operator::In | Operator::Equals | Operator::DoubleEquals => label.is_some_and(listed),
            Operator::NotIn | Operator::NotEquals => !label.is_some_and(listed),
            Operator::Exists => label.is_some(),
            Operator::DoesNotExist => label.is_none(),
            Operator::GreaterThan => {
                label.and_then(|v| go::parse_int(v).ok()).is_some_and(|v| v > self.bound)
            }
            Operator::LessThan => number(label).is_some_and(|v| v < self.bound),
        }
    }

    /// The one value that the label must have, if the requirement is that narrow.
    pub fn exact_value(&self) -> Option<&str> {
        match (self.operator, self.values.as_slice()) {
            (Operator::Equals | Operator::DoubleEquals | Operator::In, [value]) => Some(value),
            _ => None,
        }
    }
}

impl fmt::Display for Requirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut values: Vec<&str> = self.values.iter().map(String::as_str).collect();
        values.sort_unstable();
        let (key, values) = (&self.key, values.join(","));
        match self.operator {
            Operator::Exists => f.write_str(key),
            Operator::DoesNotExist => write!(f, "!{key}"),
            Operator::In | Operator::NotIn => write!(f, "{key} {} ({values})", self.operator.name()),
            Operator::GreaterThan => write!(f, "{key}>{values}"),
            Operator::LessThan => write!(f, "{key}<{values}"),
            Operator::Equals | Operator::DoubleEquals | Operator::NotEquals => {
                write!(f, "{key}{}{values}", self.operator.name())
            }
        }
    }
}
