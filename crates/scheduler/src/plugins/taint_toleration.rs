//! Taints keep pods away that don't tolerate them, strictly or if there is a choice.

use api::core::v1::{Taint, Toleration};

use crate::framework::{self, Filter, Filtering, NodeScore, Refusal, Score};
use crate::node::NodeInfo;
use crate::pod::PodInfo;
use crate::snapshot::Snapshot;

pub struct TaintToleration;

impl Filter for TaintToleration {
    fn begin<'a>(&'a self, pod: &'a PodInfo, _: &'a Snapshot) -> Filtering<'a> {
        Filtering::Each(Box::new(|node: &NodeInfo| {
            if tolerates_node(pod, node) {
                Ok(())
            } else {
                Err(Refusal::lasting("node(s) had untolerated taint(s)"))
            }
        }))
    }
}

/// Whether the pod tolerates all taints of the node that keep pods away.
pub fn tolerates_node(pod: &PodInfo, node: &NodeInfo) -> bool {
    let strict = |taint: &&Taint| matches!(taint.effect.as_str(), "NoSchedule" | "NoExecute");
    node.taints().iter().filter(strict).all(|taint| tolerates(pod.tolerations(), taint))
}

/// Whether one of the tolerations means the taint.
pub fn tolerates(tolerations: &[Toleration], taint: &Taint) -> bool {
    tolerations.iter().any(|toleration| {
        let value =
            || toleration.value.as_deref().unwrap_or_default() == taint.value.as_deref().unwrap_or_default();
        let effect = toleration.effect.as_deref().unwrap_or_default();
        let key = toleration.key.as_deref().unwrap_or_default();
        (effect.is_empty() || effect == taint.effect)
            && (key.is_empty() || key == taint.key)
            && match toleration.operator.as_deref().unwrap_or_default() {
                "Exists" => true,
                "" | "Equal" => value(),
                operator => compares(operator, toleration, taint),
            }
    })
}

/// `Gt` and `Lt`: the taint's value as a number against the toleration's.
fn compares(operator: &str, toleration: &Toleration, taint: &Taint) -> bool {
    let number = |value: &Option<String>| value.as_deref()?.parse::<i64>().ok();
    match (number(&taint.value), number(&toleration.value), operator) {
        (Some(taint), Some(bound), "Gt") => taint > bound,
        (Some(taint), Some(bound), "Lt") => taint < bound,
        _ => false,
    }
}

impl Score for TaintToleration {
    fn begin<'a>(
        &'a self,
        pod: &'a PodInfo,
        _: &'a Snapshot,
        candidates: &'a [&'a NodeInfo],
    ) -> Option<Box<dyn NodeScore + 'a>> {
        let soft = |node: &&NodeInfo| node.taints().iter().any(|taint| taint.effect == "PreferNoSchedule");
        candidates.iter().any(soft).then(|| Box::new(Fewest(pod)) as _)
    }
}

struct Fewest<'a>(&'a PodInfo);

impl NodeScore for Fewest<'_> {
    fn score(&self, node: &NodeInfo) -> i64 {
        let soft =
            |taint: &&Taint| taint.effect == "PreferNoSchedule" && !tolerates(self.0.tolerations(), taint);
        node.taints().iter().filter(soft).count() as i64
    }

    fn normalize(&self, scores: &mut [i64]) {
        framework::normalize(scores, true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tolerations_mean_taints() {
        let taint = |key: &str, value: &str, effect: &str| Taint {
            key: key.into(),
            value: Some(value.into()),
            effect: effect.into(),
            ..Taint::default()
        };
        let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let toleration = |key: &str, operator: &str, value: &str, effect: &str| Toleration {
            key: text(key),
            operator: text(operator),
            value: text(value),
            effect: text(effect),
            ..Toleration::default()
        };
        for (toleration, taint, expected) in [
            (toleration("a", "", "1", "NoSchedule"), taint("a", "1", "NoSchedule"), true),
            (toleration("a", "Equal", "2", ""), taint("a", "1", "NoSchedule"), false),
            (toleration("a", "Exists", "", ""), taint("a", "1", "NoExecute"), true),
            (toleration("", "Exists", "", ""), taint("b", "1", "NoExecute"), true),
            (toleration("a", "Exists", "", "NoExecute"), taint("a", "1", "NoSchedule"), false),
            (toleration("a", "Gt", "4", ""), taint("a", "5", "NoSchedule"), true),
            (toleration("a", "Lt", "4", ""), taint("a", "5", "NoSchedule"), false),
        ] {
            assert_eq!(
                tolerates(std::slice::from_ref(&toleration), &taint),
                expected,
                "{toleration:?} {taint:?}"
            );
        }
    }
}
