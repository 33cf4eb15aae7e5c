//! `ResourceQuota`: how much a namespace may use in all.

use std::collections::BTreeSet;

use api::core::v1::{ResourceQuota, ResourceQuotaSpec, ScopedResourceSelectorRequirement};
use meta::{BadValue, ErrorList, Path, Time};
use resource::{Context, Kind, Object, Part, Strategy};
use serde_json::Value;

use crate::describe;
use crate::printing::{age, age_of, name, text as column};
use crate::rules::object::{keep, member, typed, typed_update};
use crate::rules::pod_spec::defaults::round;
use crate::rules::report::{Report, list};
use crate::rules::resources::{self, List};

/// The descriptor.
pub fn kind() -> Kind {
    describe::namespaced("", "v1", "ResourceQuota", "resourcequotas")
        .short(&["quota"])
        .status()
        .columns(vec![
            name(),
            column("Request", "Request represents a minimum amount of cpu/memory that a container may consume."),
            column(
                "Limit",
                "Limits control the maximum amount of cpu/memory that a container may use independent of contention on the node.",
            ),
            age(),
        ])
        .strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn defaults(&self, object: &mut Object) {
        for (part, lists) in [("spec", &["hard"][..]), ("status", &["hard", "used"])] {
            if let Some(part) = member(object.tree_mut(), part) {
                lists.iter().for_each(|name| round(part, name));
            }
        }
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        typed(object, |quota: &ResourceQuota| {
            let mut errors = spec(&quota.spec.clone().unwrap_or_default());
            status(quota, &mut errors);
            errors
        })
    }

    fn prepare_update(&self, part: Part<'_>, new: &mut Object, old: &Object, _cx: &Context<'_>) {
        keep(new, old, if part == Part::Main { &["status"] } else { &["spec"] });
    }

    fn validate_update(&self, part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        typed_update(new, old, |new: &ResourceQuota, old: &ResourceQuota| {
            if part != Part::Main {
                let mut errors = ErrorList::new();
                status(new, &mut errors);
                return errors;
            }
            let (new, old) = (new.spec.clone().unwrap_or_default(), old.spec.clone().unwrap_or_default());
            let mut errors = spec(&new);
            let set = |spec: &ResourceQuotaSpec| list(&spec.scopes).iter().cloned().collect::<BTreeSet<_>>();
            if set(&new) != set(&old) {
                errors.invalid(&Path::new("spec.scopes"), BadValue::json(&new.scopes), "field is immutable");
            }
            errors
        })
    }

    fn warnings(&self, new: &Object, old: Option<&Object>, _cx: &Context<'_>) -> Vec<String> {
        let hard = |name: &str| new.get("spec.hard")?.get(name)?.as_str()?.parse::<meta::Quantity>().ok();
        let check = |name: &str| {
            let (mut asked, mut request) = (format!("requests.{name}"), hard(&format!("requests.{name}")));
            if request.is_none() && ["cpu", "memory"].contains(&name) {
                (asked, request) = (name.to_owned(), hard(name));
            }
            let (limit, request) = (hard(&format!("limits.{name}"))?, request?);
            let over = request > limit;
            over.then(|| {
                format!("ResourceQuota {asked} ({request}) should be less than limits.{name} ({limit})")
            })
        };
        if old.is_some() {
            return Vec::new();
        }
        ["cpu", "memory", "storage", "ephemeral-storage"].into_iter().filter_map(check).collect()
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        let (mut requests, mut limits) = (Vec::new(), Vec::new());
        for (name, hard) in object.get("status.hard").and_then(Value::as_object).into_iter().flatten() {
            let used = object.get("status.used").and_then(|used| used.get(name)).and_then(Value::as_str);
            let cell = format!("{name}: {}/{}", used.unwrap_or("0"), hard.as_str().unwrap_or_default());
            if name.starts_with("limits.") { limits.push(cell) } else { requests.push(cell) }
        }
        vec![requests.join(", ").into(), limits.join(", ").into(), age_of(object, now)]
    }

    fn returns_deleted(&self) -> bool {
        true
    }
}

fn amounts(list: Option<&List>, path: &Path<'_>, errors: &mut ErrorList) {
    for (name, value) in list.into_iter().flatten() {
        let at = path.key(name);
        resources::name(name, &at, errors);
        if !name.contains('/') && !resources::is_standard_for_quota(name) {
            errors.invalid(&at, name, "must be a standard resource for quota");
        }
        resources::quantity(name, value, &at, errors);
    }
}

fn status(quota: &ResourceQuota, errors: &mut ErrorList) {
    let Some(status) = &quota.status else { return };
    amounts(status.hard.as_ref(), &Path::new("status.hard"), errors);
    amounts(status.used.as_ref(), &Path::new("status.used"), errors);
}

fn spec(spec: &ResourceQuotaSpec) -> ErrorList {
    let mut errors = ErrorList::new();
    amounts(spec.hard.as_ref(), &Path::new("spec.hard"), &mut errors);
    scopes(spec, &mut errors);
    if let Some(selector) = &spec.scope_selector {
        let path = Path::new("spec.scopeSelector.matchExpressions");
        for requirement in list(&selector.match_expressions) {
            self::requirement(requirement, spec, &path, &mut errors);
        }
        let names: Vec<&str> =
            list(&selector.match_expressions).iter().map(|r| r.scope_name.as_str()).collect();
        conflicts(&names, spec, &path, &mut errors);
    }
    errors
}

fn scopes(spec: &ResourceQuotaSpec, errors: &mut ErrorList) {
    let path = Path::new("spec.scopes");
    let scopes = list(&spec.scopes);
    for scope in scopes {
        if !is_scope(scope) {
            errors.invalid(&path, BadValue::json(scopes), "unsupported scope");
        }
        for _ in spec.hard.iter().flatten().filter(|(name, _)| !fits(scope, name)) {
            errors.invalid(&path, BadValue::json(scopes), "unsupported scope applied to resource");
        }
    }
    let names: Vec<&str> = scopes.iter().map(String::as_str).collect();
    conflicts(&names, spec, &path, errors);
}

fn conflicts(names: &[&str], spec: &ResourceQuotaSpec, path: &Path<'_>, errors: &mut ErrorList) {
    for pair in [["BestEffort", "NotBestEffort"], ["Terminating", "NotTerminating"]] {
        if pair.iter().all(|scope| names.contains(scope)) {
            errors.invalid(path, BadValue::json(&spec.scopes), "conflicting scopes");
        }
    }
}

fn is_scope(scope: &str) -> bool {
    let scopes = [
        "Terminating",
        "NotTerminating",
        "BestEffort",
        "NotBestEffort",
        "PriorityClass",
        "VolumeAttributesClass",
        "CrossNamespacePodAffinity",
    ];
    scopes.contains(&scope)
}

/// Whether a scope says something about a resource. Unknown scopes and resources are judged elsewhere.
fn fits(scope: &str, resource: &str) -> bool {
    let compute = ["cpu", "memory", "limits.cpu", "limits.memory", "requests.cpu", "requests.memory"];
    if !resources::is_standard_for_quota(resource) {
        return true;
    }
    match scope {
        "Terminating"
        | "NotTerminating"
        | "NotBestEffort"
        | "PriorityClass"
        | "CrossNamespacePodAffinity" => resource == "pods" || compute.contains(&resource),
        "BestEffort" => resource == "pods",
        "VolumeAttributesClass" => ["persistentvolumeclaims", "requests.storage"].contains(&resource),
        _ => true,
    }
}

fn requirement(
    requirement: &ScopedResourceSelectorRequirement,
    spec: &ResourceQuotaSpec,
    path: &Path<'_>,
    errors: &mut ErrorList,
) {
    let (scope, operator) = (requirement.scope_name.as_str(), requirement.operator.as_str());
    let values = list(&requirement.values);
    if !is_scope(scope) {
        errors.invalid(&path.child("scopeName"), scope, "unsupported scope");
    }
    for _ in spec.hard.iter().flatten().filter(|(name, _)| !fits(scope, name)) {
        errors.invalid(path, shown(spec), "unsupported scope applied to resource");
    }
    let bare = ["BestEffort", "NotBestEffort", "Terminating", "NotTerminating", "CrossNamespacePodAffinity"];
    if bare.contains(&scope) && operator != "Exists" {
        let detail = "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity";
        errors.invalid(&path.child("operator"), operator, detail);
    }
    match operator {
        "In" | "NotIn" if values.is_empty() => {
            let detail = "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector";
            errors.required(&path.child("values"), detail);
        }
        "Exists" | "DoesNotExist" if !values.is_empty() => {
            let detail = "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector";
            errors.invalid(&path.child("values"), BadValue::json(values), detail);
        }
        "In" | "NotIn" | "Exists" | "DoesNotExist" => {}
        other => errors.invalid(&path.child("operator"), other, "not a valid selector operator"),
    }
}

/// The selector as upstream shows it: by the names of its internal struct.
fn shown(spec: &ResourceQuotaSpec) -> BadValue {
    let text = |value: &str| meta::go::to_json(value).unwrap_or_default();
    let expressions = spec.scope_selector.iter().flat_map(|selector| list(&selector.match_expressions));
    let shown: Vec<String> = expressions
        .map(|e| {
            let values = e.values.as_ref().and_then(meta::go::to_json).unwrap_or_else(|| "null".to_owned());
            let (scope, operator) = (text(&e.scope_name), text(&e.operator));
            format!("{{\"ScopeName\":{scope},\"Operator\":{operator},\"Values\":{values}}}")
        })
        .collect();
    BadValue::Json(format!("{{\"MatchExpressions\":[{}]}}", shown.join(",")))
}
