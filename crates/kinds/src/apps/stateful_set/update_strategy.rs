//! How the pods of a stateful set are replaced.

use api::apps::v1::{RollingUpdateStatefulSetStrategy, StatefulSetUpdateStrategy};
use meta::{BadValue, ErrorList, FieldError, Path, validate};
use serde_json::Value;

use crate::rules::int_or_percent;
use crate::rules::object::{default, has, made, text};

/// Fills in what a strategy leaves out: pods are replaced one by one, all of them.
pub fn defaults(strategy: &mut Value) {
    if text(strategy, "type").is_empty() {
        default(strategy, "type", "RollingUpdate");
        made(strategy, "rollingUpdate");
    }
    if strategy["type"] == "RollingUpdate" && has(strategy, "rollingUpdate") {
        default(made(strategy, "rollingUpdate"), "partition", 0);
    }
}

/// What is wrong with a strategy at `path`.
pub fn strategy_errors(strategy: &StatefulSetUpdateStrategy, path: &Path<'_>) -> ErrorList {
    let at = path.child("rollingUpdate");
    match (strategy.type_.as_deref().unwrap_or_default(), &strategy.rolling_update) {
        ("", _) => FieldError::required(path, "").into(),
        ("OnDelete", Some(rolling)) => {
            let detail = "only allowed for updateStrategy 'RollingUpdate'";
            FieldError::invalid(&at, BadValue::Json(json(rolling)), detail).into()
        }
        ("OnDelete" | "RollingUpdate", None) => ErrorList::new(),
        ("RollingUpdate", Some(rolling)) => rolling_errors(rolling, &at),
        (other, rolling) => {
            let kind = meta::go::to_json(other).unwrap_or_default();
            let rolling = rolling.as_ref().map_or("null".to_owned(), json);
            let shown = BadValue::Json(format!(r#"{{"Type":{kind},"RollingUpdate":{rolling}}}"#));
            FieldError::invalid(path, shown, "must be 'RollingUpdate' or 'OnDelete'").into()
        }
    }
}

fn rolling_errors(rolling: &RollingUpdateStatefulSetStrategy, path: &Path<'_>) -> ErrorList {
    let partition = i64::from(rolling.partition.unwrap_or(0));
    let mut errors: ErrorList =
        validate::non_negative(partition, &path.child("partition")).into_iter().collect();
    if let Some(unavailable) = &rolling.max_unavailable {
        let at = path.child("maxUnavailable");
        errors.append(int_or_percent::validate(unavailable, &at));
        if int_or_percent::amount(unavailable) == 0 {
            errors.push(FieldError::invalid(&at, int_or_percent::shown(unavailable), "cannot be 0"));
        }
        errors.append(int_or_percent::within_all(unavailable, &at));
    }
    errors
}

/// With the names that the parts have inside a stock server.
fn json(rolling: &RollingUpdateStatefulSetStrategy) -> String {
    let unavailable = int_or_percent::json(rolling.max_unavailable.as_ref());
    format!(r#"{{"Partition":{},"MaxUnavailable":{unavailable}}}"#, rolling.partition.unwrap_or(0))
}
