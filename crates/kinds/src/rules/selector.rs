//! Label selectors inside objects: judged, compiled and printed alike by every kind that has one.

use api::meta::LabelSelector;
use meta::selector::{self, LabelSelectorOptions, LabelSelectorRequirement, Selector};
use meta::{BadValue, ErrorList, Path};
use serde_json::Value;

use crate::printing::NONE;

/// The selector in the form that the rules of `meta` take.
pub fn plain(selector: &LabelSelector) -> selector::LabelSelector {
    let expressions = selector.match_expressions.iter().flatten();
    selector::LabelSelector {
        match_labels: selector.match_labels.clone().unwrap_or_default(),
        match_expressions: expressions
            .map(|one| LabelSelectorRequirement {
                key: one.key.clone(),
                operator: one.operator.clone(),
                values: one.values.clone().unwrap_or_default(),
            })
            .collect(),
    }
}

/// What is wrong with a selector at `path`.
pub fn validate(selector: &LabelSelector, path: &Path<'_>) -> ErrorList {
    selector::validate_label_selector(&plain(selector), LabelSelectorOptions::default(), path)
}

/// What is wrong with a selector that replaces `old`: label values that were wrong before may stay.
pub fn validate_over(selector: &LabelSelector, old: Option<&LabelSelector>, path: &Path<'_>) -> ErrorList {
    let wrong = |old: &LabelSelector| {
        let values = old.match_expressions.iter().flatten().flat_map(|one| one.values.iter().flatten());
        values.into_iter().any(|value| !meta::validate::label_value(value).is_empty())
    };
    let options =
        LabelSelectorOptions { allow_invalid_label_value: old.is_some_and(wrong), ..Default::default() };
    selector::validate_label_selector(&plain(selector), options, path)
}

/// The selector ready to match; an absent one selects nothing. `None` if it is not well formed.
pub fn compile(selector: Option<&LabelSelector>) -> Option<Selector> {
    selector::LabelSelector::to_selector_or_nothing(selector.map(plain).as_ref()).ok()
}

/// Whether a selector demands nothing.
pub fn is_empty(selector: &LabelSelector) -> bool {
    selector.match_labels.iter().all(|labels| labels.is_empty())
        && selector.match_expressions.iter().all(Vec::is_empty)
}

/// The selector as an error shows it.
pub fn shown(selector: Option<&LabelSelector>) -> BadValue {
    selector.map_or(BadValue::Null, |selector| BadValue::json(&plain(selector)))
}

/// The selector in a tree, in its text form: `None` if it is not well formed.
pub fn text(tree: Option<&Value>) -> Option<String> {
    let selector = match tree {
        Some(tree) => Some(<LabelSelector as api::Typed>::decode(tree).ok()?),
        None => None,
    };
    Some(compile(selector.as_ref())?.to_string())
}

/// The selector in a tree, as a cell shows it.
pub fn cell(tree: Option<&Value>) -> Value {
    match text(tree) {
        None => "<error>".into(),
        Some(text) if text.is_empty() => NONE.into(),
        Some(text) => text.into(),
    }
}
