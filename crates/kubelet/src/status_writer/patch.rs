//! The difference of two statuses as a strategic merge patch: conditions by type, so that others' are left alone. Pure.

use api::Typed as _;
use api::core::v1::{Pod, PodStatus};
use serde_json::{Map, Value, json};

use crate::status::conditions::OURS;

/// Lists that would be merged by key where ours is the whole truth.
const REPLACED: &[&str] = &["podIPs", "hostIPs"];

/// The patch that makes `old` into `new`; `None` if there is nothing to change.
pub(super) fn of(uid: &str, old: Option<&PodStatus>, new: &PodStatus) -> Option<Value> {
    let (old, new) = (tree(old.cloned().unwrap_or_default()), tree(new.clone()));
    let mut changes = Map::new();
    for (key, value) in &new {
        if old.get(key) == Some(value) {
            continue;
        }
        let change = match key.as_str() {
            "conditions" => Value::Array(changed_conditions(old.get(key), value)),
            key if REPLACED.contains(&key) => {
                let mut list = vec![json!({"$patch": "replace"})];
                list.extend(value.as_array().cloned().unwrap_or_default());
                Value::Array(list)
            }
            _ => value.clone(),
        };
        if change != json!([]) {
            changes.insert(key.clone(), change);
        }
    }
    for key in old.keys().filter(|key| !new.contains_key(*key) && *key != "conditions") {
        changes.insert(key.clone(), Value::Null);
    }
    (!changes.is_empty()).then(|| json!({"metadata": {"uid": uid}, "status": changes}))
}

fn changed_conditions(old: Option<&Value>, new: &Value) -> Vec<Value> {
    let old = old.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let ours = |condition: &&Value| OURS.contains(&condition["type"].as_str().unwrap_or_default());
    let new: Vec<&Value> = new.as_array().into_iter().flatten().filter(ours).collect();
    let is_new = |old: &Value| new.iter().any(|condition| condition["type"] == old["type"]);
    let gone = old.iter().filter(ours).filter(|old| !is_new(old));
    let gone = gone.map(|old| json!({"$patch": "delete", "type": old["type"]}));
    let changed = new.iter().filter(|condition| !old.contains(condition));
    changed
        .map(|condition| {
            let mut condition = Value::clone(condition);
            // What a merge would leave of the condition before.
            for key in ["reason", "message"] {
                if condition.get(key).is_none() {
                    condition[key] = Value::Null;
                }
            }
            condition
        })
        .chain(gone)
        .collect()
}

fn tree(status: PodStatus) -> Map<String, Value> {
    let pod = Pod { status: Some(status), ..Pod::default() };
    match pod.encode().get_mut("status").map(Value::take) {
        Some(Value::Object(map)) => map,
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(tree: Value) -> PodStatus {
        Pod::decode(&json!({"status": tree})).unwrap().status.unwrap()
    }

    #[test]
    fn only_what_changed_is_written() {
        let old = status(json!({"phase": "Pending", "reason": "x", "podIPs": [{"ip": "1"}],
            "conditions": [{"type": "Ready", "status": "False"}, {"type": "gate", "status": "True"}]}));
        let new = status(json!({"phase": "Running", "podIPs": [{"ip": "2"}],
            "conditions": [{"type": "Ready", "status": "True"}, {"type": "gate", "status": "False"}]}));
        assert_eq!(
            of("u", Some(&old), &new),
            Some(json!({"metadata": {"uid": "u"}, "status": {"phase": "Running", "reason": null,
                "podIPs": [{"$patch": "replace"}, {"ip": "2"}],
                "conditions": [{"type": "Ready", "status": "True", "reason": null, "message": null}]}}))
        );
        assert_eq!(of("u", Some(&new), &new), None);
        let passing = status(json!({"conditions": [{"type": "PodResizePending", "status": "True"}]}));
        assert_eq!(
            of("u", Some(&passing), &PodStatus { conditions: Some(Vec::new()), ..PodStatus::default() }),
            Some(json!({"metadata": {"uid": "u"}, "status": {"conditions": [
                {"$patch": "delete", "type": "PodResizePending"}]}}))
        );
    }
}
