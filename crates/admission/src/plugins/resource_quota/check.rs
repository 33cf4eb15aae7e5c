//! Whether a quota has room for a charge, and what it shows afterwards. Pure; the texts are upstream's.

use std::fmt;

use kinds::rules::quota::Evaluator;
use meta::Quantity;
use resource::Object;

use crate::amounts::{self, Amounts};

/// What is to be added to a quota's usage.
pub struct Charge {
    pub quota: String,
    pub delta: Amounts,
}

/// Why a quota does not let a request through.
#[derive(Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The object does not say how much it uses of what the quota bounds.
    Constraints { quota: String, why: String },
    /// Nobody has counted yet what is used.
    Unknown { quota: String, resources: String },
    /// An object that would use less than nothing.
    Negative(String),
    /// There is no room.
    Exceeded { quota: String, requested: String, used: String, limited: String },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Constraints { quota, why } => write!(f, "failed quota: {quota}: {why}"),
            Self::Unknown { quota, resources } => {
                write!(f, "status unknown for quota: {quota}, resources: {resources}")
            }
            Self::Negative(name) => write!(f, "quota usage is negative for resource(s): {name}"),
            Self::Exceeded { quota, requested, used, limited } => {
                write!(f, "exceeded quota: {quota}, requested: {requested}, used: {used}, limited: {limited}")
            }
        }
    }
}

fn hard(quota: &Object) -> Amounts {
    amounts::of_tree(quota.get("status.hard"))
}

fn used(quota: &Object) -> Amounts {
    amounts::of_tree(quota.get("status.used"))
}

/// The resources that the quota bounds of those that the evaluator counts.
pub fn restricted(evaluator: &Evaluator, quota: &Object) -> Vec<String> {
    hard(quota).into_keys().filter(|name| evaluator.counts(name)).collect()
}

/// Whether somebody has counted what is used of each.
pub fn has_usage(quota: &Object, restricted: &[String]) -> Result<(), Refusal> {
    let used = used(quota);
    if restricted.iter().all(|name| used.contains_key(name)) {
        return Ok(());
    }
    Err(Refusal::Unknown { quota: quota.name().to_owned(), resources: restricted.join(",") })
}

/// What an object uses more than before, without what it does not.
pub fn delta(usage: &Amounts, before: Option<&Amounts>) -> Amounts {
    let mut delta = usage.clone();
    for (name, amount) in &mut delta {
        if let Some(before) = before.and_then(|before| before.get(name)) {
            *amount -= before;
        }
    }
    delta.retain(|_, amount| amount.sign() > 0);
    delta
}

/// Adds a charge to what the quota shows as used; says whether that changes anything. With `free`, nothing is refused.
pub fn charge(quota: &mut Object, charge: &Charge, free: bool) -> Result<bool, Refusal> {
    let (hard, mut sum) = (hard(quota), used(quota));
    let before = sum.clone();
    let asked: Amounts = charge
        .delta
        .iter()
        .filter(|(name, _)| hard.contains_key(*name))
        .map(|(k, v)| (k.clone(), v.clone()))
        .collect();
    if asked.is_empty() {
        return Ok(false);
    }
    amounts::add(&mut sum, &asked);
    let exceeded: Vec<&String> = asked.keys().filter(|name| sum[*name] > hard[*name]).collect();
    if !free && !exceeded.is_empty() {
        let zero = Quantity::zero();
        let print = |amounts: &Amounts| {
            let one = |name: &&String| format!("{name}={}", amounts.get(*name).unwrap_or(&zero));
            exceeded.iter().map(one).collect::<Vec<_>>().join(",")
        };
        return Err(Refusal::Exceeded {
            quota: charge.quota.clone(),
            requested: print(&asked),
            used: print(&before),
            limited: print(&hard),
        });
    }
    quota.set("status.used", amounts::to_tree(&sum));
    Ok(true)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn charge_of(delta: serde_json::Value) -> Charge {
        Charge { quota: "q".into(), delta: amounts::of_tree(Some(&delta)) }
    }

    #[test]
    fn a_charge_is_added_until_there_is_no_room() {
        let tree = json!({"metadata": {"name": "q"}, "status": {"hard": {"pods": "2", "cpu": "1"}, "used": {"pods": "1", "cpu": "500m"}}});
        let mut quota = Object::new(tree).unwrap();
        assert_eq!(charge(&mut quota, &charge_of(json!({"memory": "1Gi"})), false), Ok(false));
        assert_eq!(charge(&mut quota, &charge_of(json!({"pods": "1", "cpu": "250m"})), false), Ok(true));
        assert_eq!(quota.get("status.used"), Some(&json!({"cpu": "750m", "pods": "2"})));
        let refusal = charge(&mut quota, &charge_of(json!({"pods": "1", "cpu": "500m"})), false).unwrap_err();
        assert_eq!(
            refusal.to_string(),
            "exceeded quota: q, requested: cpu=500m,pods=1, used: cpu=750m,pods=2, limited: cpu=1,pods=2"
        );
        assert_eq!(charge(&mut quota, &charge_of(json!({"pods": "-1"})), true), Ok(true));
        assert_eq!(quota.get("status.used.pods"), Some(&json!("1")));
    }

    #[test]
    fn only_more_than_before_counts() {
        let of = |tree| amounts::of_tree(Some(&tree));
        let now = of(json!({"a": "3", "b": "1", "c": "2"}));
        assert_eq!(delta(&now, Some(&of(json!({"a": "1", "b": "1", "c": "5"})))), of(json!({"a": "2"})));
        assert_eq!(delta(&now, None), now);
    }
}
