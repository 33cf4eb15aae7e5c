//! Label selectors of specs as something that matches.

use std::collections::BTreeMap;

use api::Resource;
use api::meta::LabelSelector;
use meta::selector::{self, Selector};

/// What a selector of a spec matches; nothing if it is absent or makes no sense.
pub fn of(selector: Option<&LabelSelector>) -> Selector {
    let Some(selector) = selector else { return Selector::Nothing };
    let requirement = |one: &api::meta::LabelSelectorRequirement| selector::LabelSelectorRequirement {
        key: one.key.clone(),
        operator: one.operator.clone(),
        values: one.values.clone().unwrap_or_default(),
    };
    let selector = selector::LabelSelector {
        match_labels: selector.match_labels.clone().unwrap_or_default(),
        match_expressions: selector.match_expressions.iter().flatten().map(requirement).collect(),
    };
    selector.to_selector().unwrap_or(Selector::Nothing)
}

/// What a plain map of labels matches; nothing if it is empty.
pub fn of_map(labels: Option<&BTreeMap<String, String>>) -> Selector {
    match labels {
        Some(labels) if !labels.is_empty() => Selector::from_labels(labels),
        _ => Selector::Nothing,
    }
}

/// Whether an object's labels satisfy it.
pub fn matches<K: Resource>(selector: &Selector, object: &K) -> bool {
    static NONE: BTreeMap<String, String> = BTreeMap::new();
    selector.matches(object.meta().labels.as_ref().unwrap_or(&NONE))
}
