//! Current and wanted values of an autoscaler's metrics, in one cell.

use resource::Object;
use serde_json::Value;

use crate::printing::{NONE, UNKNOWN};
use crate::rules::object::text;

/// So many metrics are shown.
const SHOWN: usize = 2;

/// `cpu: 40%/80%, 3/5 + 1 more...`
pub fn metrics(object: &Object) -> String {
    let list = |path| object.get(path).and_then(Value::as_array).cloned().unwrap_or_default();
    let (specs, statuses) = (list("spec.metrics"), list("status.currentMetrics"));
    if specs.is_empty() {
        return NONE.to_owned();
    }
    let texts: Vec<String> = specs
        .iter()
        .enumerate()
        .map(|(i, spec)| metric(spec, statuses.get(i).unwrap_or(&Value::Null)))
        .collect();
    match texts.len().checked_sub(SHOWN) {
        Some(more) if more > 0 => format!("{} + {more} more...", texts[..SHOWN].join(", ")),
        _ => texts.join(", "),
    }
}

fn metric(spec: &Value, status: &Value) -> String {
    let source = match text(spec, "type") {
        "External" => "external",
        "Pods" => "pods",
        "Object" => "object",
        "Resource" => "resource",
        "ContainerResource" => "containerResource",
        _ => return "<unknown type>".to_owned(),
    };
    let (target, current) = (&spec[source]["target"], &status[source]["current"]);
    let now = |field: &str| current[field].as_str().unwrap_or(UNKNOWN).to_owned();
    match source {
        "resource" | "containerResource" => {
            let name = text(&spec[source], "name");
            if let Some(wanted) = target["averageValue"].as_str() {
                return format!("{name}: {}/{wanted}", now("averageValue"));
            }
            let percent =
                |value: &Value, other: &str| value.as_i64().map_or(other.to_owned(), |v| format!("{v}%"));
            let current = percent(&current["averageUtilization"], UNKNOWN);
            format!("{name}: {current}/{}", percent(&target["averageUtilization"], "<auto>"))
        }
        "pods" => format!("{}/{}", now("averageValue"), text(target, "averageValue")),
        _ => match target["averageValue"].as_str() {
            Some(wanted) => format!("{}/{wanted} (avg)", now("averageValue")),
            None => format!("{}/{}", now("value"), text(target, "value")),
        },
    }
}
