//! The `LabelSelector` object that kinds carry in their specs: its validation, and its conversion to what matches.

use super::{Operator, ParseSelectorError, Requirement, Selector};
use crate::field::{BadValue, ErrorList, FieldError, Path};
use crate::go;
use crate::object_meta::null_default;
use crate::validate;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use thiserror::Error;

/// Labels an object must have, and expressions it must satisfy.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LabelSelector {
    /// Labels with their values.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "BTreeMap::is_empty")]
    pub match_labels: BTreeMap<String, String>,
    /// Expressions beyond equality.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "Vec::is_empty")]
    pub match_expressions: Vec<LabelSelectorRequirement>,
}

/// One expression.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LabelSelectorRequirement {
    /// The label's key.
    #[serde(default, deserialize_with = "null_default")]
    pub key: String,
    /// `In`, `NotIn`, `Exists` or `DoesNotExist`; kept as text since validation reports what it does not know.
    #[serde(default, deserialize_with = "null_default")]
    pub operator: String,
    /// The values.
    #[serde(default, deserialize_with = "null_default", skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<String>,
}

/// What validation lets pass for the sake of objects stored long ago or of reviews.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LabelSelectorOptions {
    /// Do not check the values of expressions.
    pub allow_invalid_label_value: bool,
    /// Do not check operators.
    pub allow_unknown_operator: bool,
}

/// Why a `LabelSelector` cannot be used.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum LabelSelectorError {
    /// An operator that does not exist.
    #[error("{} is not a valid label selector operator", go::quote(.0))]
    Operator(String),
    /// A requirement that is not valid.
    #[error("{0}")]
    Requirement(ErrorList),
    /// A text that is no selector.
    #[error("couldn't parse the selector string \"{text}\": {source}")]
    Parse {
        /// The text.
        text: String,
        /// Why not.
        source: ParseSelectorError,
    },
    /// An operator that the object form cannot express.
    #[error("{} isn't supported in label selectors", go::quote(.0))]
    Unsupported(&'static str),
}

/// Why a `LabelSelector` is not a plain map of labels.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AsMapError {
    /// `In` with no value or several.
    #[error("operator {} without a single value cannot be converted into the old label selector format", go::quote(.0))]
    NotSingle(String),
    /// An operator other than `In`.
    #[error("operator {} cannot be converted into the old label selector format", go::quote(.0))]
    NotEquality(String),
    /// An operator that does not exist.
    #[error("{} is not a valid selector operator", go::quote(.0))]
    Unknown(String),
}

fn operator(name: &str) -> Option<Operator> {
    Some(match name {
        "In" => Operator::In,
        "NotIn" => Operator::NotIn,
        "Exists" => Operator::Exists,
        "DoesNotExist" => Operator::DoesNotExist,
        _ => return None,
    })
}

impl LabelSelector {
    /// What matches. An empty selector matches everything; see [`LabelSelector::to_selector_or_nothing`] for an absent one.
    pub fn to_selector(&self) -> Result<Selector, LabelSelectorError> {
        let mut requirements = Vec::with_capacity(self.match_labels.len() + self.match_expressions.len());
        let mut add = |key: &str, operator, values| {
            let requirement = Requirement::new(key, operator, values, &Path::nil());
            requirement.map(|one| requirements.push(one)).map_err(LabelSelectorError::Requirement)
        };
        for (key, value) in &self.match_labels {
            add(key, Operator::Equals, vec![value.clone()])?;
        }
        for one in &self.match_expressions {
            let name =
                operator(&one.operator).ok_or_else(|| LabelSelectorError::Operator(one.operator.clone()))?;
            add(&one.key, name, one.values.clone())?;
        }
        Ok(Selector::from_requirements(requirements))
    }

    /// What an optional selector matches: nothing when it is absent.
    pub fn to_selector_or_nothing(selector: Option<&Self>) -> Result<Selector, LabelSelectorError> {
        selector.map_or(Ok(Selector::Nothing), Self::to_selector)
    }

    /// Reads the text form into the object form.
    pub fn parse(text: &str) -> Result<Self, LabelSelectorError> {
        let selector: Selector =
            text.parse().map_err(|source| LabelSelectorError::Parse { text: text.to_owned(), source })?;
        let mut result = Self::default();
        for one in selector.requirements().unwrap_or_default() {
            let operator = match one.operator() {
                Operator::Equals | Operator::DoubleEquals => {
                    let value = one.values().first().cloned().unwrap_or_default();
                    result.match_labels.insert(one.key().to_owned(), value);
                    continue;
                }
                Operator::In => "In",
                Operator::NotIn => "NotIn",
                Operator::Exists => "Exists",
                Operator::DoesNotExist => "DoesNotExist",
                Operator::GreaterThan | Operator::LessThan => {
                    return Err(LabelSelectorError::Unsupported(one.operator().name()));
                }
                Operator::NotEquals => return Err(LabelSelectorError::Operator("!=".to_owned())),
            };
            let (key, operator, values) = (one.key().to_owned(), operator.to_owned(), one.values().to_vec());
            result.match_expressions.push(LabelSelectorRequirement { key, operator, values });
        }
        Ok(result)
    }

    /// As a plain map of labels, where every expression is an equality.
    pub fn as_map(&self) -> Result<BTreeMap<String, String>, AsMapError> {
        let mut map = self.match_labels.clone();
        for one in &self.match_expressions {
            match (operator(&one.operator), one.values.as_slice()) {
                (Some(Operator::In), [value]) => {
                    map.insert(one.key.clone(), value.clone());
                }
                (Some(Operator::In), _) => return Err(AsMapError::NotSingle(one.operator.clone())),
                (Some(_), _) => return Err(AsMapError::NotEquality(one.operator.clone())),
                (None, _) => return Err(AsMapError::Unknown(one.operator.clone())),
            }
        }
        Ok(map)
    }

    /// Whether a value in an expression is not valid, so that an update may keep it.
    pub fn has_invalid_label_value(&self) -> bool {
        let invalid = |value: &String| !validate::label_value(value).is_empty();
        self.match_expressions.iter().any(|one| one.values.iter().any(invalid))
    }

    /// For people: the canonical text, `<none>` when there is nothing to say, `<error>` when it cannot be used.
    pub fn describe(selector: Option<&Self>) -> String {
        match Self::to_selector_or_nothing(selector).map(|selector| selector.to_string()) {
            Err(_) => "<error>".to_owned(),
            Ok(text) if text.is_empty() => "<none>".to_owned(),
            Ok(text) => text,
        }
    }
}

/// Validates a selector in a spec.
pub fn validate_label_selector(
    selector: &LabelSelector,
    options: LabelSelectorOptions,
    path: &Path<'_>,
) -> ErrorList {
    let mut errors = validate::object_meta::labels(&selector.match_labels, &path.child("matchLabels"));
    let expressions = path.child("matchExpressions");
    for (at, one) in selector.match_expressions.iter().enumerate() {
        errors.append(expression_errors(one, options, &expressions.index(at)));
    }
    errors
}

/// One expression on a field, as access reviews carry them; same shape as one on a label, but any key will do.
pub fn validate_field_requirement(
    one: &LabelSelectorRequirement,
    options: LabelSelectorOptions,
    path: &Path<'_>,
) -> ErrorList {
    let mut errors = ErrorList::new();
    if one.key.is_empty() {
        errors.push(FieldError::required(&path.child("key"), "must be specified"));
    }
    errors.append(operator_errors(one, options, path));
    errors
}

/// An operator that does not exist, or that does not go with the number of values.
fn operator_errors(
    one: &LabelSelectorRequirement,
    options: LabelSelectorOptions,
    path: &Path<'_>,
) -> ErrorList {
    let (mut errors, values) = (ErrorList::new(), path.child("values"));
    match operator(&one.operator) {
        Some(Operator::In | Operator::NotIn) if one.values.is_empty() => {
            let detail = "must be specified when `operator` is 'In' or 'NotIn'";
            errors.push(FieldError::required(&values, detail));
        }
        Some(Operator::Exists | Operator::DoesNotExist) if !one.values.is_empty() => {
            let detail = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
            errors.push(FieldError::forbidden(&values, detail));
        }
        None if !options.allow_unknown_operator => {
            let value = BadValue::json(&one.operator);
            errors.push(FieldError::invalid(&path.child("operator"), value, "not a valid selector operator"));
        }
        _ => {}
    }
    errors
}

fn expression_errors(
    one: &LabelSelectorRequirement,
    options: LabelSelectorOptions,
    path: &Path<'_>,
) -> ErrorList {
    let (mut errors, values) = (operator_errors(one, options, path), path.child("values"));
    errors.append(validate::object_meta::label_name(&one.key, &path.child("key")));
    if !options.allow_invalid_label_value {
        for (at, value) in one.values.iter().enumerate() {
            let problems = validate::label_value(value).into_iter();
            errors.append(problems.map(|problem| FieldError::invalid(&values.index(at), value, problem)));
        }
    }
    errors
}
