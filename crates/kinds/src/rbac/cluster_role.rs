//! `ClusterRole`: what may be done in all namespaces and in the cluster, or gathered from other roles by their labels.

use api::rbac::v1::ClusterRole;
use meta::selector::LabelSelectorOptions;
use meta::{BadValue, ErrorList, Path, names};
use resource::{Context, Kind, Object, Part, Strategy};
use std::borrow::Cow;

use super::{GROUP, policy_rule};
use crate::describe;
use crate::rules::object::{typed, typed_update};
use crate::rules::report::{Report, list};
use crate::rules::{label_selector, selector};

/// The descriptor.
pub fn kind() -> Kind {
    describe::cluster(GROUP, "v1", "ClusterRole", "clusterroles").strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn validate_name(&self, name: &str, prefix: bool) -> Vec<Cow<'static, str>> {
        names::path_segment(name, prefix)
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        typed(object, |role: &ClusterRole| role_errors(role, false))
    }

    fn validate_update(&self, _part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        typed_update(new, old, |new: &ClusterRole, old: &ClusterRole| {
            // What was wrong before may stay.
            let was_wrong = !aggregation_errors(old, false).is_empty();
            role_errors(new, was_wrong)
        })
    }

    fn allow_create_on_update(&self) -> bool {
        true
    }
}

fn role_errors(role: &ClusterRole, any_values: bool) -> ErrorList {
    let mut errors = policy_rule::validate(list(&role.rules), false);
    if let Some(rule) = &role.aggregation_rule
        && list(&rule.cluster_role_selectors).is_empty()
    {
        let detail = "at least one clusterRoleSelector required if aggregationRule is non-nil";
        errors.required(&Path::new("aggregationRule.clusterRoleSelectors"), detail);
    }
    errors.append(aggregation_errors(role, any_values));
    errors
}

fn aggregation_errors(role: &ClusterRole, any_values: bool) -> ErrorList {
    let path = Path::new("aggregationRule.clusterRoleSelectors");
    let options = LabelSelectorOptions { allow_invalid_label_value: any_values, ..Default::default() };
    let mut errors = ErrorList::new();
    let selectors = role.aggregation_rule.iter().flat_map(|rule| list(&rule.cluster_role_selectors));
    for (i, given) in selectors.enumerate() {
        errors.append(label_selector::validate(given, options, &path.index(i)));
        if selector::compile(Some(given)).is_none() {
            errors.invalid(&path.index(i), BadValue::Null, "invalid label selector.");
        }
    }
    errors
}
