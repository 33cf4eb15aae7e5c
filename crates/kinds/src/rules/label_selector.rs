//! Label selectors inside objects.

use api::meta::LabelSelector;
use meta::selector::{self, LabelSelectorOptions};
use meta::{ErrorList, Path};

/// The selector in the form that matching and validation know.
pub fn of(selector: &LabelSelector) -> selector::LabelSelector {
    let expressions = selector.match_expressions.iter().flatten();
    selector::LabelSelector {
        match_labels: selector.match_labels.clone().unwrap_or_default(),
        match_expressions: expressions
            .map(|requirement| selector::LabelSelectorRequirement {
                key: requirement.key.clone(),
                operator: requirement.operator.clone(),
                values: requirement.values.clone().unwrap_or_default(),
            })
            .collect(),
    }
}

/// What is wrong with a selector at `path`.
pub fn validate(selector: &LabelSelector, options: LabelSelectorOptions, path: &Path<'_>) -> ErrorList {
    selector::validate_label_selector(&of(selector), options, path)
}

/// Whether it selects everything because it says nothing.
pub fn is_empty(selector: &LabelSelector) -> bool {
    selector.match_labels.as_ref().is_none_or(|labels| labels.is_empty())
        && selector.match_expressions.as_ref().is_none_or(|list| list.is_empty())
}
