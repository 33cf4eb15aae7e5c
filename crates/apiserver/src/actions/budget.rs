//! How budgets of disruptions are asked and used up by evictions. What they allow is counted by their controller.

use std::collections::BTreeMap;
use std::sync::Arc;

use meta::options::UpdateOptions;
use meta::selector::LabelSelector;
use meta::status::StatusCause;
use meta::{GroupResource, StatusError, Time};
use registry::{Object, Registry, Target};
use resource::Lister;
use serde_json::{Value, json};

use super::set_condition;
use crate::bootstrap;

/// More pods than this are not noted as evicted but not yet seen to go.
const MOST_PENDING: usize = 2000;
const REFUSAL: &str = "Cannot evict pod as it would violate the pod's disruption budget.";

/// The budgets that count a pod.
pub(super) fn of(registry: &Registry, pod: &Object) -> Vec<Arc<Object>> {
    let labels: BTreeMap<String, String> = pod
        .get("metadata.labels")
        .and_then(|labels| serde_json::from_value(labels.clone()).ok())
        .unwrap_or_default();
    let budgets = Lister::list(registry, "poddisruptionbudgets.policy", pod.namespace());
    budgets.into_iter().filter(|budget| selects(budget, &labels)).collect()
}

fn selects(budget: &Object, labels: &BTreeMap<String, String>) -> bool {
    let selector = budget.get("spec.selector").cloned();
    let selector: Option<LabelSelector> = selector.and_then(|selector| serde_json::from_value(selector).ok());
    LabelSelector::to_selector_or_nothing(selector.as_ref()).is_ok_and(|selector| selector.matches(labels))
}

fn number(budget: &Object, name: &str) -> i64 {
    budget.int(&format!("status.{name}")).unwrap_or(0)
}

/// Whether a pod that is not ready goes without being counted.
pub(super) fn spares_unready(budget: &Object) -> bool {
    let (healthy, wanted) = (number(budget, "currentHealthy"), number(budget, "desiredHealthy"));
    budget.text("spec.unhealthyPodEvictionPolicy") == "AlwaysAllow" || wanted > 0 && healthy >= wanted
}

fn refused(retry_after_seconds: i32, why: String) -> StatusError {
    let mut error = StatusError::too_many_requests(REFUSAL, retry_after_seconds);
    let cause = StatusCause { reason: "DisruptionBudget".into(), message: why, field: String::new() };
    error.status_mut().details.get_or_insert_default().causes.push(cause);
    error
}

/// The budget has not been counted since it changed.
pub(super) fn still_processed(name: &str) -> StatusError {
    refused(10, format!("The disruption budget {name} is still being processed by the server."))
}

/// Takes one disruption from a budget.
pub(super) async fn take_one(
    registry: &Registry,
    budget: &Object,
    pod: &str,
    dry_run: bool,
) -> Result<(), StatusError> {
    if dry_run {
        return check(budget);
    }
    let (kind, served) =
        registry.resolve("policy", "v1", "poddisruptionbudgets").ok_or_else(crate::answer::no_resource)?;
    let (namespace, name) = (budget.namespace().to_owned(), budget.name().to_owned());
    let target = Target { kind, served, namespace, name, subresource: "status".to_owned() };
    let now: Time = registry.clock().now().into();
    let change = |budget: &mut Object| {
        check(budget)?;
        use_up(budget, pod, now);
        Ok(())
    };
    registry.modify(&target, &bootstrap::caller(), &UpdateOptions::default(), change).await.map(drop)
}

fn use_up(budget: &mut Object, pod: &str, now: Time) {
    let left = number(budget, "disruptionsAllowed") - 1;
    budget.set("status.disruptionsAllowed", left);
    if left == 0 {
        let condition = json!({
            "type": "DisruptionAllowed",
            "status": "False",
            "observedGeneration": number(budget, "observedGeneration"),
            "reason": "InsufficientPods",
            "message": "",
        });
        set_condition(budget, condition, now);
    }
    let mut pending = budget.get("status.disruptedPods").cloned().unwrap_or_else(|| json!({}));
    pending[pod] = json!(now.to_string());
    budget.set("status.disruptedPods", pending);
}

fn check(budget: &Object) -> Result<(), StatusError> {
    let name = budget.name();
    if number(budget, "observedGeneration") < budget.generation() {
        return Err(still_processed(name));
    }
    let forbidden = |why: &str| {
        Err(StatusError::forbidden(&GroupResource::new("policy", "poddisruptionbudget"), name, why))
    };
    let allowed = number(budget, "disruptionsAllowed");
    if allowed < 0 {
        return forbidden("pdb disruptions allowed is negative");
    }
    let pending = budget.get("status.disruptedPods").and_then(Value::as_object).map_or(0, |pods| pods.len());
    if pending > MOST_PENDING {
        return forbidden("DisruptedPods map too big - too many evictions not confirmed by PDB controller");
    }
    if allowed > 0 { Ok(()) } else { Err(refused(0, shortage(budget))) }
}

/// Why a budget allows nothing.
fn shortage(budget: &Object) -> String {
    let name = budget.name();
    let conditions = budget.get("status.conditions").and_then(Value::as_array).into_iter().flatten();
    let text = |condition: &Value, field: &str| condition[field].as_str().unwrap_or_default().to_owned();
    let failed = conditions
        .into_iter()
        .find(|condition| condition["type"] == "DisruptionAllowed")
        .filter(|condition| condition["status"] == "False" && !text(condition, "message").is_empty())
        .map(|condition| (text(condition, "reason"), text(condition, "message")));
    let (healthy, wanted) = (number(budget, "currentHealthy"), number(budget, "desiredHealthy"));
    let refusal = format!("The disruption budget {name} does not allow evicting pods currently");
    match failed {
        Some((reason, message)) if reason == "SyncFailed" => {
            format!("{refusal} because it failed sync: {message}")
        }
        _ if healthy <= wanted => {
            format!("The disruption budget {name} needs {wanted} healthy pods and has {healthy} currently")
        }
        Some((reason, message)) => format!("{refusal} ({reason}): {message}"),
        None => refusal,
    }
}
