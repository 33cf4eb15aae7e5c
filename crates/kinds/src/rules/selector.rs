//! What workloads and policies do with their label selectors besides judging their form: compile, compare and print them.

use api::meta::LabelSelector;
use meta::selector::{self, LabelSelectorOptions, Selector};
use meta::{BadValue, ErrorList, Path};
use serde_json::Value;

use super::label_selector::of;
use crate::printing::NONE;

/// What is wrong with a selector at `path`.
pub fn validate(selector: &LabelSelector, path: &Path<'_>) -> ErrorList {
    selector::validate_label_selector(&of(selector), LabelSelectorOptions::default(), path)
}

/// What is wrong with a selector that replaces `old`: label values that were wrong before may stay.
pub fn validate_over(selector: &LabelSelector, old: Option<&LabelSelector>, path: &Path<'_>) -> ErrorList {
    let wrong = |old: &LabelSelector| {
        let values = old.match_expressions.iter().flatten().flat_map(|one| one.values.iter().flatten());
        values.into_iter().any(|value| !meta::validate::label_value(value).is_empty())
    };
    let options =
        LabelSelectorOptions { allow_invalid_label_value: old.is_some_and(wrong), ..Default::default() };
    selector::validate_label_selector(&of(selector), options, path)
}

/// The selector ready to match; an absent one selects nothing. `None` if it is not well formed.
pub fn compile(selector: Option<&LabelSelector>) -> Option<Selector> {
    selector::LabelSelector::to_selector_or_nothing(selector.map(of).as_ref()).ok()
}

/// The selector as an error shows it.
pub fn shown(selector: Option<&LabelSelector>) -> BadValue {
    selector.map_or(BadValue::Null, |selector| BadValue::json(&of(selector)))
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
