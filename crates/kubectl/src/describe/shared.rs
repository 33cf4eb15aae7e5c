//! What many descriptions have: labels, annotations, selectors, owners, conditions, amounts.

use meta::Quantity;
use serde_json::Value;

use super::Text;
use crate::tree::{Tree as _, texts};

/// What `apply` keeps for itself.
const SKIPPED: &str = "kubectl.kubernetes.io/last-applied-configuration";
/// Annotations longer than this get lines of their own, which are cut.
const LONG: usize = 140;

/// Labels, one a line.
pub fn labels(text: &mut Text, title: &str, labels: &Value) {
    multiline(text, "", title, texts(labels).into_iter().map(|(key, value)| format!("{key}={value}")));
}

/// Several values, one a line, below one another.
pub fn multiline(text: &mut Text, indent: &str, title: &str, values: impl IntoIterator<Item = String>) {
    text.part(0, format!("{indent}{title}:\t"));
    let values: Vec<String> = values.into_iter().collect();
    if values.is_empty() {
        text.line(0, "<none>");
    }
    for (index, value) in values.iter().enumerate() {
        let before = if index == 0 { String::new() } else { format!("{indent}\t") };
        text.line(0, format!("{before}{value}"));
    }
}

/// Annotations, one a line, long ones cut.
pub fn annotations(text: &mut Text, title: &str, annotations: &Value) {
    let mut lines = Vec::new();
    for (key, value) in texts(annotations).into_iter().filter(|(key, _)| *key != SKIPPED) {
        let value = value.strip_suffix('\n').unwrap_or(value);
        if value.len() + key.len() + 2 > LONG || value.contains('\n') {
            lines.push(format!("{key}:"));
            lines.extend(value.split('\n').map(|line| format!("  {}", shorten(line, LONG - 2))));
        } else {
            lines.push(format!("{key}: {value}"));
        }
    }
    multiline(text, "", title, lines);
}

fn shorten(line: &str, most: usize) -> String {
    if line.len() <= most {
        return line.to_owned();
    }
    let end = (0..=most).rev().find(|at| line.is_char_boundary(*at)).unwrap_or_default();
    format!("{}...", &line[..end])
}

/// Name, namespace, labels, annotations.
pub fn head(text: &mut Text, object: &Value) {
    text.field(0, "Name", object.name());
    text.field(0, "Namespace", object.namespace());
    meta(text, object);
}

/// Labels and annotations.
pub fn meta(text: &mut Text, object: &Value) {
    labels(text, "Labels", object.at("metadata.labels"));
    annotations(text, "Annotations", object.at("metadata.annotations"));
}

/// A label selector of the API, as text.
pub fn selector(tree: &Value) -> String {
    match crate::pods::label_selector(tree) {
        Ok(text) if text.is_empty() => "<none>".to_owned(),
        Ok(text) => text,
        Err(error) => error.to_string(),
    }
}

/// `a=1,b=2`, or that there are none.
pub fn pairs(map: &Value) -> String {
    let pairs: Vec<String> = texts(map).iter().map(|(key, value)| format!("{key}={value}")).collect();
    or_none(pairs.join(","))
}

/// The text, or that there is none.
pub fn or_none(text: String) -> String {
    if text.is_empty() { "<none>".to_owned() } else { text }
}

/// A value, or that it is not set.
pub fn or_unset(value: &Value) -> String {
    if value.is_null() { "<unset>".to_owned() } else { crate::tree::show(value) }
}

/// Texts of a list, with something between.
pub fn join(items: &[Value], between: &str) -> String {
    items.iter().map(crate::tree::show).collect::<Vec<_>>().join(between)
}

/// Who controls an object: `ReplicaSet/web`.
pub fn controller(object: &Value) -> Option<String> {
    let owner = object.items("metadata.ownerReferences").iter().find(|owner| owner.truth("controller"))?;
    Some(format!("{}/{}", owner.kind(), owner.text("name")))
}

/// `True` or `False`.
pub fn truth(value: &Value) -> &'static str {
    if value.as_bool().unwrap_or_default() { "True" } else { "False" }
}

/// Conditions by type, status and reason.
pub fn conditions(text: &mut Text, object: &Value) {
    if object.items("status.conditions").is_empty() {
        return;
    }
    text.line(0, "Conditions:\n  Type\tStatus\tReason");
    text.line(1, "----\t------\t------");
    for one in object.items("status.conditions") {
        text.line(1, format!("{} \t{}\t{}", one.text("type"), one.text("status"), one.text("reason")));
    }
}

/// An amount of a resource list; nothing if it has none.
pub fn amount(list: &Value, name: &str) -> Option<Quantity> {
    list.get(name).map(crate::tree::show)?.parse().ok()
}

/// `ReadWriteOnce` as `RWO`.
pub fn access_modes(modes: &[Value]) -> String {
    let known = [
        ("ReadWriteOnce", "RWO"),
        ("ReadOnlyMany", "ROX"),
        ("ReadWriteMany", "RWX"),
        ("ReadWriteOncePod", "RWOP"),
    ];
    let short = known.iter().filter(|(long, _)| modes.iter().any(|mode| mode.as_str() == Some(long)));
    short.map(|(_, short)| *short).collect::<Vec<_>>().join(",")
}

/// Tolerations, one a line.
pub fn tolerations(text: &mut Text, title: &str, list: &[Value]) {
    let mut sorted: Vec<&Value> = list.iter().collect();
    sorted.sort_by_key(|one| one.text("key").to_owned());
    let lines = sorted.into_iter().map(|one| {
        let mut line = one.text("key").to_owned();
        if !one.text("value").is_empty() {
            line += &format!("={}", one.text("value"));
        }
        if !one.text("effect").is_empty() {
            line += &format!(":{}", one.text("effect"));
        }
        if one.text("operator") == "Exists" && one.text("value").is_empty() {
            line += if line.is_empty() { "op=Exists" } else { " op=Exists" };
        }
        if one.has("tolerationSeconds") {
            line += &format!(" for {}s", one.int("tolerationSeconds"));
        }
        line
    });
    multiline(text, "", title, lines);
}
