//! What calls cost at run time: cel-go's rules, and Kubernetes' for its libraries.

use crate::plan::CallNode;
use crate::value::{Opaque, Value};

const TRAVERSAL: f64 = 0.1;
const REGEX: f64 = 0.25;
/// So costly that an expression can ask only a few times.
const AUTHORIZATION: u64 = 350_000;

#[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
pub(super) fn scaled(size: u64, factor: f64) -> u64 {
    (size as f64 * factor).ceil() as u64
}

fn size(args: &[Value<'_>], at: usize) -> u64 {
    args.get(at).map_or(1, size_of)
}

fn size_of(value: &Value<'_>) -> u64 {
    match value {
        Value::Optional(Some(inner)) => size_of(inner),
        other => other.size().unwrap_or(1),
    }
}

/// The cost of `==` and `!=`.
pub(super) fn equality(one: &Value<'_>, two: &Value<'_>, equals: bool) -> u64 {
    if equals && matches!(one, Value::Opaque(_)) {
        return 1;
    }
    scaled(size_of(one).min(size_of(two)), TRAVERSAL)
}

/// The cost of a call that was made.
pub(super) fn call(call: &CallNode, args: &[Value<'_>], result: Option<&Value<'_>>) -> u64 {
    let overload = match &call.overloads[..] {
        [one] => one.id,
        _ => "",
    };
    if let Some(cost) = lists(overload, args, result) {
        return cost;
    }
    if let Some(cost) = library(call.function, overload, args, result) {
        return cost;
    }
    match overload {
        "starts_with_string" | "ends_with_string" | "string_to_bytes" | "bytes_to_string"
        | "strings_quote" | "string_format" => scaled(size(args, 0), TRAVERSAL),
        "in_list" => size(args, 1),
        "less_string"
        | "greater_string"
        | "less_equals_string"
        | "greater_equals_string"
        | "less_bytes"
        | "greater_bytes"
        | "less_equals_bytes"
        | "greater_equals_bytes" => scaled(size(args, 0).min(size(args, 1)), TRAVERSAL),
        "add_string" | "add_bytes" => scaled(size(args, 0).saturating_add(size(args, 1)), TRAVERSAL),
        "matches_string" => regex(args),
        "contains_string" => {
            scaled(size(args, 0), TRAVERSAL).saturating_mul(scaled(size(args, 1), TRAVERSAL))
        }
        _ => 1,
    }
}

fn regex(args: &[Value<'_>]) -> u64 {
    scaled(size(args, 0).saturating_add(1), TRAVERSAL).saturating_mul(scaled(size(args, 1), REGEX))
}

/// The list and set extension libraries.
fn lists(overload: &str, args: &[Value<'_>], result: Option<&Value<'_>>) -> Option<u64> {
    // Dispatching the call and making the list.
    let making = |cost: u64| cost.saturating_add(11);
    let against_itself = |at: usize| {
        let first = match args.get(at) {
            Some(Value::List(list)) => list.get(0),
            _ => None,
        };
        let text = matches!(first, Some(Ok(Value::String(_) | Value::Bytes(_))));
        let size = size(args, at);
        let square = size.saturating_mul(size);
        making(if text {
            (square / 10).saturating_mul(21).saturating_add(square % 10 * 21 / 10)
        } else {
            square.saturating_mul(2)
        })
    };
    let product =
        |factor: u64| size(args, 0).saturating_mul(size(args, 1)).saturating_mul(factor).saturating_add(1);
    Some(match overload {
        "list_slice" | "lists_range" | "list_reverse" => making(result.map_or(1, size_of)),
        "list_flatten" | "list_flatten_int" => {
            let depth = match args.get(1) {
                Some(Value::Int(depth)) => u64::try_from(*depth).unwrap_or(0),
                _ => 1,
            };
            making(size(args, 0).saturating_mul(depth))
        }
        "list_distinct" => against_itself(0),
        "list_sets_contains_list" | "list_sets_intersects_list" => product(1),
        "list_sets_equivalent_list" => product(2),
        id if id.starts_with("list_") && id.ends_with("_sort") => against_itself(0),
        id if id.starts_with("list_") && id.ends_with("_sortByAssociatedKeys") => against_itself(1),
        _ => return None,
    })
}

/// Kubernetes' libraries, by the function's name.
fn library(function: &str, overload: &str, args: &[Value<'_>], result: Option<&Value<'_>>) -> Option<u64> {
    let text = |factor: f64| scaled(size(args, 0), factor * TRAVERSAL);
    Some(match function {
        "check" => AUTHORIZATION,
        "serviceAccount" | "path" | "group" | "resource" | "subresource" | "namespace" | "name"
        | "allowed" | "reason" | "error" | "errored" => 1,
        "fieldSelector" | "labelSelector" => selector(size(args, 1)),
        "isSorted" | "sum" | "max" | "min" | "indexOf" | "lastIndexOf" => {
            args.first().map_or(0, |value| traversal(value, &mut 10_000_000))
        }
        "url" | "lowerAscii" | "upperAscii" | "substring" | "trim" | "jsonpatch.escapeKey" => text(1.0),
        "replace" | "split" => text(2.0),
        "join" => scaled(result.map_or(1, size_of), 2.0 * TRAVERSAL),
        "find" | "findAll" => regex(args),
        "ip" if overload == "cidr_ip" => 1,
        "cidr" | "isIP" | "isCIDR" | "ip" | "quantity" | "isQuantity" | "semver" | "isSemver" => text(1.0),
        "ip.isCanonical" => text(2.0),
        "containsIP" => {
            let parse =
                if overload == "cidr_contains_ip_string" { scaled(size(args, 1), TRAVERSAL) } else { 0 };
            scaled(size(args, 0) * 2, TRAVERSAL) + parse
        }
        "containsCIDR" => {
            let parse =
                if overload == "cidr_contains_cidr_string" { scaled(size(args, 1), TRAVERSAL) } else { 0 };
            scaled(size(args, 0) * 2, TRAVERSAL) + scaled(size(args, 0), TRAVERSAL) + 1 + parse
        }
        "validate" => match args.first() {
            Some(Value::Opaque(value)) => match &value.0 {
                Opaque::Format(format) => {
                    let text = scaled(size(args, 1).saturating_add(1), TRAVERSAL);
                    text.saturating_mul(scaled(format.regex_size, REGEX))
                }
                _ => return None,
            },
            _ => return None,
        },
        "format.named"
        | "masked"
        | "prefixLength"
        | "family"
        | "isUnspecified"
        | "isLoopback"
        | "isLinkLocalMulticast"
        | "isLinkLocalUnicast"
        | "isGlobalUnicast"
        | "sign"
        | "asInteger"
        | "isInteger"
        | "asApproximateFloat"
        | "isGreaterThan"
        | "isLessThan"
        | "compareTo"
        | "add"
        | "sub"
        | "major"
        | "minor"
        | "patch"
        | "getScheme"
        | "getHostname"
        | "getHost"
        | "getPort"
        | "getEscapedPath"
        | "getQuery" => 1,
        _ => return None,
    })
}

/// A selector is read, and each of its requirements makes a list and a message.
pub(crate) fn selector(length: u64) -> u64 {
    let requirements = scaled(length, 0.5);
    10_u64.saturating_add(scaled(length, TRAVERSAL)).saturating_add(requirements.saturating_mul(50))
}

/// What walking through all of a value costs.
#[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn traversal(value: &Value<'_>, budget: &mut u64) -> u64 {
    let Some(left) = budget.checked_sub(1) else { return u64::MAX / 4 };
    *budget = left;
    match value {
        Value::String(text) => (text.len() as f64 * TRAVERSAL) as u64,
        Value::Bytes(bytes) => (bytes.len() as f64 * TRAVERSAL) as u64,
        Value::List(list) => {
            list.iter().flatten().fold(0, |sum: u64, item| sum.saturating_add(traversal(&item, budget)))
        }
        Value::Map(map) => map.iter().flatten().fold(0, |sum: u64, (key, value)| {
            sum.saturating_add(traversal(&key, budget)).saturating_add(traversal(&value, budget))
        }),
        _ => 1,
    }
}
