//! `ServiceCIDR`: a range from which services get their addresses.

use api::networking::v1::{ServiceCIDR, ServiceCIDRSpec};
use meta::{BadValue, ErrorList, Path, Time, validate};
use resource::{Context, Kind, Object, Part, Strategy};
use serde_json::{Value, json};

use crate::describe;
use crate::printing::{age, age_of, name, text};
use crate::rules::object::{keep, typed, typed_update};
use crate::rules::report::{Report, list};
use crate::rules::status_only;

const IMMUTABLE: &str = "field is immutable";

/// The descriptor.
pub fn kind() -> Kind {
    describe::cluster("networking.k8s.io", "v1", "ServiceCIDR", "servicecidrs")
        .status()
        .columns(vec![name(), text("CIDRs", "io.k8s.api.networking.v1.ServiceCIDRSpec#cidrs"), age()])
        .strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        typed(object, |range: &ServiceCIDR| spec_errors(&range.spec.clone().unwrap_or_default()))
    }

    fn prepare_update(&self, part: Part<'_>, new: &mut Object, old: &Object, _cx: &Context<'_>) {
        match part {
            Part::Main => keep(new, old, &["status"]),
            Part::Status | Part::View(_) => status_only::keep_rest(new, old),
        }
    }

    fn validate_update(&self, part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        match part {
            Part::Main => typed_update(new, old, |new: &ServiceCIDR, old: &ServiceCIDR| {
                change_errors(&new.spec.clone().unwrap_or_default(), &old.spec.clone().unwrap_or_default())
            }),
            Part::Status | Part::View(_) => ErrorList::new(),
        }
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        let ranges = object.get("spec.cidrs").and_then(Value::as_array).into_iter().flatten();
        let ranges: Vec<&str> = ranges.filter_map(Value::as_str).collect();
        vec![json!(ranges.join(",")), age_of(object, now)]
    }

    fn resets(&self, part: Part<'_>) -> &'static [&'static str] {
        match part {
            Part::Main => &["status"],
            Part::Status | Part::View(_) => &["metadata", "spec"],
        }
    }
}

fn spec_errors(spec: &ServiceCIDRSpec) -> ErrorList {
    let (mut errors, path) = (ErrorList::new(), Path::new("spec.cidrs"));
    let ranges = list(&spec.cidrs);
    if ranges.is_empty() {
        errors.required(&path, "at least one CIDR required");
        return errors;
    }
    if ranges.len() > 2 {
        // With the name that the list has inside a stock server.
        let shown = format!(r#"{{"CIDRs":{}}}"#, meta::go::to_json(ranges).unwrap_or_default());
        errors.invalid(&path, BadValue::Json(shown), "may only hold up to 2 values");
        return errors;
    }
    for (i, range) in ranges.iter().enumerate() {
        errors.append(validate::cidr(&path.index(i), range));
    }
    let is_v4 = |range: &String| validate::parse_cidr_sloppy(range).map(|(address, _)| address.is_ipv4());
    if let [first, second] = ranges
        && is_v4(first).is_some()
        && is_v4(first) == is_v4(second)
    {
        let detail =
            "may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64";
        errors.invalid(&path, BadValue::json(ranges), detail);
    }
    errors
}

/// Ranges stay; a second one, of the other family, may be added.
fn change_errors(new: &ServiceCIDRSpec, old: &ServiceCIDRSpec) -> ErrorList {
    let (mut errors, path) = (ErrorList::new(), Path::new("spec.cidrs"));
    let (ranges, before) = (list(&new.cidrs), list(&old.cidrs));
    if ranges.len() == before.len() || (before.len() == 1 && ranges.len() == 2) {
        for (i, range) in
            ranges.iter().enumerate().take(before.len()).filter(|(i, range)| before[*i] != **range)
        {
            errors.invalid(&path.index(i), range, IMMUTABLE);
        }
        if ranges.len() != before.len() {
            errors.append(spec_errors(new));
        }
    } else {
        errors.invalid(&path, BadValue::json(ranges), IMMUTABLE);
    }
    errors
}
