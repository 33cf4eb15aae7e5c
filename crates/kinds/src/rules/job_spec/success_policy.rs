//! When an indexed job counts as done although not every index succeeded.

use api::batch::v1::{JobSpec, SuccessPolicy, SuccessPolicyRule};
use meta::{BadValue, ErrorList, FieldError, Path, validate};

use super::{indexes, is_indexed};

const MAX_RULES: usize = 20;
const MAX_INDEXES: usize = 64 * 1024;

/// What is wrong with the policy at `path`.
pub fn validate(policy: &SuccessPolicy, spec: &JobSpec, path: &Path<'_>) -> ErrorList {
    if !is_indexed(spec) {
        return FieldError::invalid(path, shown(policy), "requires indexed completion mode").into();
    }
    let mut errors = ErrorList::new();
    let rules = path.child("rules");
    if policy.rules.is_empty() {
        let detail = "at least one rules must be specified when the successPolicy is specified";
        errors.push(FieldError::required(&rules, detail));
    }
    if policy.rules.len() > MAX_RULES {
        errors.push(FieldError::too_many(&rules, Some(policy.rules.len()), MAX_RULES));
    }
    for (i, rule) in policy.rules.iter().enumerate() {
        errors.append(rule_errors(rule, spec.completions.unwrap_or(0), &rules.index(i)));
    }
    errors
}

fn rule_errors(rule: &SuccessPolicyRule, completions: i32, path: &Path<'_>) -> ErrorList {
    let mut errors = ErrorList::new();
    if rule.succeeded_count.is_none() && rule.succeeded_indexes.is_none() {
        let detail = "at least one of succeededCount or succeededIndexes must be specified";
        errors.push(FieldError::required(path, detail));
    }
    let mut total = 0;
    if let Some(text) = &rule.succeeded_indexes {
        let at = path.child("succeededIndexes");
        if text.len() > MAX_INDEXES {
            errors.push(FieldError::too_long(&at, MAX_INDEXES));
        }
        match indexes::count(text, completions) {
            Ok(count) => total = count,
            Err(error) => {
                let detail = format!("error parsing succeededIndexes: {error}");
                errors.push(FieldError::invalid(&at, text, detail));
            }
        }
    }
    if let Some(count) = rule.succeeded_count {
        let at = path.child("succeededCount");
        errors.append(validate::non_negative(i64::from(count), &at));
        if count > completions {
            let detail =
                format!("must be less than or equal to {completions} (the number of specified completions)");
            errors.push(FieldError::invalid(&at, count, detail));
        }
        if rule.succeeded_indexes.is_some() && count > total {
            let detail = format!(
                "must be less than or equal to {total} (the number of indexes in the specified succeededIndexes field)"
            );
            errors.push(FieldError::invalid(&at, count, detail));
        }
    }
    errors
}

/// With the names that the parts have inside a stock server.
pub fn shown(policy: &SuccessPolicy) -> BadValue {
    let rules: Vec<String> = policy
        .rules
        .iter()
        .map(|rule| {
            let indexes = meta::go::to_json(&rule.succeeded_indexes).unwrap_or_default();
            let count = meta::go::to_json(&rule.succeeded_count).unwrap_or_default();
            format!(r#"{{"SucceededIndexes":{indexes},"SucceededCount":{count}}}"#)
        })
        .collect();
    let rules = if rules.is_empty() { "null".to_owned() } else { format!("[{}]", rules.join(",")) };
    BadValue::Json(format!(r#"{{"Rules":{rules}}}"#))
}
