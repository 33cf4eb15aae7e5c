//! `LimitRange`: bounds and defaults for what pods, containers and claims of a namespace may ask for.

use std::collections::{BTreeSet, HashSet};

use api::core::v1::{LimitRange, LimitRangeItem};
use meta::{BadValue, ErrorList, Path, Quantity, validate};
use resource::{Context, Kind, Object, Part, Strategy};
use serde_json::Value;

use crate::describe;
use crate::rules::object::{default, items, made, typed};
use crate::rules::pod_spec::defaults::round;
use crate::rules::report::Report;
use crate::rules::resources::{self, List, amount};

/// The descriptor.
pub fn kind() -> Kind {
    describe::namespaced("", "v1", "LimitRange", "limitranges").short(&["limits"]).strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn defaults(&self, object: &mut Object) {
        let Some(spec) = object.tree_mut().get_mut("spec") else { return };
        for item in items(spec, "limits") {
            for name in ["max", "min", "default", "defaultRequest", "maxLimitRequestRatio"] {
                round(item, name);
            }
            if item["type"] == "Container" {
                container_defaults(item);
            }
        }
    }

    fn prepare_create(&self, object: &mut Object, _cx: &Context<'_>) {
        // One without a name gets one that nobody else has.
        if object.name().is_empty() && !object.uid().is_empty() {
            let name = object.uid().to_owned();
            object.set("metadata.name", name);
        }
    }

    fn prepare_update(&self, _part: Part<'_>, _new: &mut Object, _old: &Object, _cx: &Context<'_>) {}

    fn allow_create_on_update(&self) -> bool {
        true
    }

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        typed(object, |range: &LimitRange| {
            let (mut errors, mut types) = (ErrorList::new(), HashSet::new());
            let path = Path::new("spec.limits");
            for (index, item) in range.spec.iter().flat_map(|spec| &spec.limits).enumerate() {
                let at = path.index(index);
                type_name(&item.type_, &at.child("type"), &mut errors);
                if !types.insert(&item.type_) {
                    errors.duplicate(&at.child("type"), BadValue::json(&item.type_));
                }
                Item::of(item).validate(&at, &mut errors);
            }
            errors
        })
    }
}

/// Limits default to the maximum, requests to the default limit, else to the minimum.
fn container_defaults(item: &mut Value) {
    for (to, from) in [("default", "max"), ("defaultRequest", "default"), ("defaultRequest", "min")] {
        let source = item.get(from).and_then(Value::as_object).cloned().unwrap_or_default();
        let target = made(item, to);
        for (name, value) in source {
            default(target, &name, value);
        }
    }
}

fn type_name(name: &str, path: &Path<'_>, errors: &mut ErrorList) {
    let problems = validate::qualified_name(name);
    if problems.is_empty()
        && !name.contains('/')
        && !["Pod", "Container", "PersistentVolumeClaim"].contains(&name)
    {
        errors.invalid(path, name, "must be a standard limit type or fully qualified");
    }
    errors.problems(path, name, problems);
}

struct Item<'a> {
    kind: &'a str,
    max: &'a List,
    min: &'a List,
    default: &'a List,
    default_request: &'a List,
    ratio: &'a List,
}

static NONE: List = List::new();

impl<'a> Item<'a> {
    fn of(item: &'a LimitRangeItem) -> Self {
        Self {
            kind: &item.type_,
            max: item.max.as_ref().unwrap_or(&NONE),
            min: item.min.as_ref().unwrap_or(&NONE),
            default: item.default.as_ref().unwrap_or(&NONE),
            default_request: item.default_request.as_ref().unwrap_or(&NONE),
            ratio: item.max_limit_request_ratio.as_ref().unwrap_or(&NONE),
        }
    }

    fn validate(&self, path: &Path<'_>, errors: &mut ErrorList) {
        self.names(self.max, &path.child("max"), errors);
        self.names(self.min, &path.child("min"), errors);
        let defaults = [("default", self.default), ("defaultRequest", self.default_request)];
        for (field, list) in defaults {
            if self.kind != "Pod" {
                self.names(list, &path.child(field), errors);
            } else if !list.is_empty() {
                errors.forbidden(&path.child(field), "may not be specified when `type` is 'Pod'");
            }
        }
        if self.kind == "PersistentVolumeClaim"
            && !self.min.contains_key("storage")
            && !self.max.contains_key("storage")
        {
            let detail = "either minimum or maximum storage value is required, but neither was provided";
            errors.required(&path.child("limits"), detail);
        }
        self.names(self.ratio, &path.child("maxLimitRequestRatio"), errors);
        let mut keys: BTreeSet<&String> =
            self.max.keys().chain(self.min.keys()).chain(self.ratio.keys()).collect();
        if self.kind != "Pod" {
            keys.extend(self.default.keys().chain(self.default_request.keys()));
        }
        for key in keys {
            self.bounds(key, path, errors);
            self.ratio(key, path, errors);
        }
    }

    fn names(&self, list: &List, path: &Path<'_>, errors: &mut ErrorList) {
        for name in list.keys() {
            if ["Pod", "Container"].contains(&self.kind) {
                resources::container_name(name, &path.key(name), errors);
            } else {
                resources::name(name, &path.key(name), errors);
            }
        }
    }

    fn bounds(&self, key: &str, path: &Path<'_>, errors: &mut ErrorList) {
        let get = |list: &List| list.get(key).map(amount);
        let of_defaults = |list: &List| if self.kind == "Pod" { None } else { get(list) };
        let (min, max) = (get(self.min), get(self.max));
        let (default, request) = (of_defaults(self.default), of_defaults(self.default_request));
        let mut over = |a: &Option<Quantity>,
                        b: &Option<Quantity>,
                        field: &str,
                        shown: &Option<Quantity>,
                        words: [&str; 2]| {
            if let (Some(a), Some(b), Some(shown)) = (a, b, shown)
                && a > b
            {
                let detail = format!("{} value {a} is greater than {} value {b}", words[0], words[1]);
                errors.invalid(&path.child(field).key(key), shown.to_string(), detail);
            }
        };
        over(&min, &max, "min", &min, ["min", "max"]);
        over(&min, &request, "defaultRequest", &request, ["min", "default request"]);
        over(&request, &max, "defaultRequest", &request, ["default request", "max"]);
        over(&request, &default, "defaultRequest", &request, ["default request", "default limit"]);
        over(&min, &default, "default", &min, ["min", "default"]);
        over(&default, &max, "default", &max, ["default", "max"]);
    }

    fn ratio(&self, key: &str, path: &Path<'_>, errors: &mut ErrorList) {
        let get = |list: &List| list.get(key).map(amount);
        let at = path.child("maxLimitRequestRatio");
        if let Some(ratio) = get(self.ratio) {
            if ratio < Quantity::new(1, meta::quantity::Format::DecimalSi) {
                errors.invalid(&at.key(key), ratio.to_string(), format!("ratio {ratio} is less than 1"));
            }
            if let (Some(min), Some(max)) = (get(self.min), get(self.max)) {
                let limit = max.as_f64() / min.as_f64();
                if ratio.as_f64() > limit {
                    let detail = format!("ratio {ratio} is greater than max/min = {limit:.6}");
                    errors.invalid(&at.key(key), ratio.to_string(), detail);
                }
            }
        }
        if self.kind != "Pod"
            && !resources::is_overcommit_allowed(key)
            && let (Some(default), Some(request)) = (get(self.default), get(self.default_request))
            && default != request
        {
            let detail =
                format!("default value {default} must equal to defaultRequest value {request} in {key}");
            errors.invalid(&path.child("defaultRequest").key(key), request.to_string(), detail);
        }
    }
}
