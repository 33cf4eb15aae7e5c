//! `NetworkPolicy`: who may talk to whom.

mod peers;

use api::networking::v1::{NetworkPolicy, NetworkPolicySpec};
use meta::{BadValue, ErrorList, FieldError, Path, Time, validate};
use resource::{Context, Kind, Object, Part, Strategy};
use serde_json::{Value, json};

use crate::describe;
use crate::printing::{age, age_of, name, text};
use crate::rules::object::{default_absent, items, made, typed, typed_update};
use crate::rules::report::{Report, list};
use crate::rules::selector;

const TYPES: [&str; 2] = ["Ingress", "Egress"];

/// The descriptor.
pub fn kind() -> Kind {
    describe::namespaced("networking.k8s.io", "v1", "NetworkPolicy", "networkpolicies")
        .short(&["netpol"])
        .generation()
        .columns(vec![
            name(),
            text("Pod-Selector", "io.k8s.api.networking.v1.NetworkPolicySpec#podSelector"),
            age(),
        ])
        .strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn defaults(&self, object: &mut Object) {
        let spec = made(object.tree_mut(), "spec");
        for direction in ["ingress", "egress"] {
            for rule in items(spec, direction) {
                items(rule, "ports").for_each(|port| default_absent(port, "protocol", "TCP"));
            }
        }
        let is_empty = |name: &str| spec.get(name).and_then(Value::as_array).is_none_or(Vec::is_empty);
        if is_empty("policyTypes") {
            let types = if is_empty("egress") { json!(["Ingress"]) } else { json!(TYPES) };
            spec["policyTypes"] = types;
        }
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        typed(object, |new: &NetworkPolicy| spec_errors(&new.spec.clone().unwrap_or_default(), None))
    }

    fn validate_update(&self, _part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        typed_update(new, old, |new: &NetworkPolicy, old: &NetworkPolicy| {
            spec_errors(&new.spec.clone().unwrap_or_default(), old.spec.as_ref())
        })
    }

    fn warnings(&self, new: &Object, _old: Option<&Object>, _cx: &Context<'_>) -> Vec<String> {
        let mut warnings = Vec::new();
        for (direction, side) in [("ingress", "from"), ("egress", "to")] {
            let rules = new.get("spec").and_then(|spec| spec[direction].as_array()).into_iter().flatten();
            for (i, rule) in rules.enumerate() {
                for (j, peer) in rule[side].as_array().into_iter().flatten().enumerate() {
                    let at = format!("spec.{direction}[{i}].{side}[{j}].ipBlock");
                    block_warnings(&peer["ipBlock"], &Path::new(&at), &mut warnings);
                }
            }
        }
        warnings
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        // An absent selector is an empty one here.
        let given = object.get("spec.podSelector").cloned().unwrap_or_else(|| json!({}));
        vec![selector::cell(Some(&given)), age_of(object, now)]
    }
}

fn block_warnings(block: &Value, path: &Path<'_>, warnings: &mut Vec<String>) {
    let Some(cidr) = block["cidr"].as_str() else { return };
    warnings.extend(validate::cidr_warnings(&path.child("cidr"), cidr));
    let except = path.child("except");
    for (i, cidr) in block["except"].as_array().into_iter().flatten().enumerate() {
        warnings.extend(validate::cidr_warnings(&except.index(i), cidr.as_str().unwrap_or_default()));
    }
}

fn spec_errors(spec: &NetworkPolicySpec, old: Option<&NetworkPolicySpec>) -> ErrorList {
    let path = Path::new("spec");
    let mut errors = ErrorList::new();
    let lenience = peers::Lenience::of(old);
    let given = spec.pod_selector.clone().unwrap_or_default();
    errors.append(lenience.selector(&given, &path.child("podSelector")));
    for (i, rule) in list(&spec.ingress).iter().enumerate() {
        let at = path.child("ingress").to_string();
        let at = Path::new(&at);
        let at = at.index(i);
        peers::ports(list(&rule.ports), &at.child("ports"), &mut errors);
        peers::validate(list(&rule.from), &lenience, &at.child("from"), &mut errors);
    }
    for (i, rule) in list(&spec.egress).iter().enumerate() {
        let at = path.child("egress").to_string();
        let at = Path::new(&at);
        let at = at.index(i);
        peers::ports(list(&rule.ports), &at.child("ports"), &mut errors);
        peers::validate(list(&rule.to), &lenience, &at.child("to"), &mut errors);
    }
    let (types, at) = (list(&spec.policy_types), path.child("policyTypes"));
    if types.len() > TYPES.len() {
        errors.invalid(&at, BadValue::json(types), "may not specify more than two policyTypes");
        return errors;
    }
    for (i, kind) in types.iter().enumerate().filter(|(_, kind)| !TYPES.contains(&kind.as_str())) {
        errors.push(FieldError::not_supported(&at.index(i), kind, &TYPES));
    }
    errors
}
