//! The bounds of one item of a limit range, and what is wrong with what exceeds them. Pure; the texts are upstream's.

use api::core::v1::LimitRangeItem;
use meta::Quantity;

use crate::amounts::{self, Amounts};

/// Above this, thousandths do not fit, and whole units are compared.
const MAX_MILLI: i64 = i64::MAX / 1000;

/// What a container or pod asks for.
pub struct Usage<'a> {
    pub requests: &'a Amounts,
    pub limits: &'a Amounts,
}

/// What is wrong with a container or a pod.
pub fn of(item: &LimitRangeItem, usage: &Usage<'_>) -> Vec<String> {
    let mut problems = Vec::new();
    let bounds = |list: &Option<_>| amounts::of_list(list.as_ref());
    for (name, bound) in bounds(&item.min) {
        problems.extend(min(&item.type_, &name, &bound, usage));
    }
    for (name, bound) in bounds(&item.max) {
        problems.extend(max(&item.type_, &name, &bound, usage));
    }
    for (name, bound) in bounds(&item.max_limit_request_ratio) {
        problems.extend(ratio(&item.type_, &name, &bound, usage));
    }
    problems
}

/// What is wrong with a claim, of which only the requests count.
pub fn of_claim(item: &LimitRangeItem, requests: &Amounts) -> Vec<String> {
    let (mut problems, nothing) = (Vec::new(), Amounts::new());
    let usage = Usage { requests, limits: &nothing };
    for (name, bound) in amounts::of_list(item.min.as_ref()) {
        problems.extend(min(&item.type_, &name, &bound, &usage));
    }
    for (name, bound) in amounts::of_list(item.max.as_ref()) {
        let start = format!("maximum {name} usage per {} is {bound}", item.type_);
        match requests.get(&name) {
            None => problems.push(format!("{start}.  No request is specified")),
            Some(request) => {
                let (value, _, most) = comparable(request, &Quantity::zero(), &bound);
                if value > most {
                    problems.push(format!("{start}, but request is {request}"));
                }
            }
        }
    }
    problems
}

/// The three at a common precision.
fn comparable(request: &Quantity, limit: &Quantity, bound: &Quantity) -> (i64, i64, i64) {
    let whole = (request.value(), limit.value(), bound.value());
    if whole.0 <= MAX_MILLI && whole.1 <= MAX_MILLI && whole.2 <= MAX_MILLI {
        return (request.milli_value(), limit.milli_value(), bound.milli_value());
    }
    whole
}

fn min(of: &str, name: &str, bound: &Quantity, usage: &Usage<'_>) -> Option<String> {
    let (zero, limit) = (Quantity::zero(), usage.limits.get(name));
    let start = format!("minimum {name} usage per {of} is {bound}");
    let Some(request) = usage.requests.get(name) else {
        return Some(format!("{start}.  No request is specified"));
    };
    let (requested, limited, least) = comparable(request, limit.unwrap_or(&zero), bound);
    if requested < least {
        return Some(format!("{start}, but request is {request}"));
    }
    let limit = limit.filter(|_| limited < least)?;
    Some(format!("{start}, but limit is {limit}"))
}

fn max(of: &str, name: &str, bound: &Quantity, usage: &Usage<'_>) -> Option<String> {
    let (zero, request) = (Quantity::zero(), usage.requests.get(name));
    let start = format!("maximum {name} usage per {of} is {bound}");
    let Some(limit) = usage.limits.get(name) else {
        return Some(format!("{start}.  No limit is specified"));
    };
    let (requested, limited, most) = comparable(request.unwrap_or(&zero), limit, bound);
    if limited > most {
        return Some(format!("{start}, but limit is {limit}"));
    }
    let request = request.filter(|_| requested > most)?;
    Some(format!("{start}, but request is {request}"))
}

fn ratio(of: &str, name: &str, bound: &Quantity, usage: &Usage<'_>) -> Option<String> {
    let zero = Quantity::zero();
    let start = format!("{name} max limit to request ratio per {of} is {bound}");
    let (request, limit) = (usage.requests.get(name), usage.limits.get(name));
    let (requested, limited, _) = comparable(request.unwrap_or(&zero), limit.unwrap_or(&zero), bound);
    if request.is_none() || requested == 0 {
        return Some(format!("{start}, but no request is specified or request is 0"));
    }
    if limit.is_none() || limited == 0 {
        return Some(format!("{start}, but no limit is specified or limit is 0"));
    }
    let observed = limited as f64 / requested as f64;
    let exceeded = if bound.value() <= MAX_MILLI {
        observed * 1000.0 > bound.milli_value() as f64
    } else {
        observed > bound.value() as f64
    };
    exceeded.then(|| format!("{start}, but provided ratio is {observed:.6}"))
}

#[cfg(test)]
mod tests {
    use api::Typed as _;
    use api::core::v1::LimitRange;
    use serde_json::json;

    use super::*;

    #[test]
    fn what_exceeds_its_bounds_is_named() {
        let range = json!({"spec": {"limits": [{"type": "Container", "min": {"cpu": "100m"}, "max": {"cpu": "1", "memory": "1Gi"},
            "maxLimitRequestRatio": {"cpu": "2"}}]}});
        let range = LimitRange::decode(&range).unwrap();
        let item = &range.spec.as_ref().unwrap().limits[0];
        let check = |requests, limits| {
            let (requests, limits) = (amounts::of_tree(Some(&requests)), amounts::of_tree(Some(&limits)));
            of(item, &Usage { requests: &requests, limits: &limits })
        };
        assert_eq!(check(json!({"cpu": "500m"}), json!({"cpu": "1", "memory": "1Gi"})), Vec::<String>::new());
        assert_eq!(
            check(json!({"cpu": "50m"}), json!({"cpu": "2"})),
            [
                "minimum cpu usage per Container is 100m, but request is 50m",
                "maximum cpu usage per Container is 1, but limit is 2",
                "maximum memory usage per Container is 1Gi.  No limit is specified",
                "cpu max limit to request ratio per Container is 2, but provided ratio is 40.000000",
            ]
        );
        assert_eq!(
            check(json!({}), json!({"cpu": "1", "memory": "1Gi"})),
            [
                "minimum cpu usage per Container is 100m.  No request is specified",
                "cpu max limit to request ratio per Container is 2, but no request is specified or request is 0",
            ]
        );
    }
}
