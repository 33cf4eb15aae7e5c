//! From client-side to server-side apply: `kubectl` may take over the fields that its own last-applied annotation lists
//! and that nobody has changed since, and keeps that annotation up to date afterwards.

use schema::Schema;
use serde_json::{Map, Value};

use super::{Conflicts, Cx, FieldSet, compare, fields_of, validate};

/// The only manager for which this is done; others opt out by their name.
pub(super) const MANAGER: &str = "kubectl";

const ANNOTATION: &str = "kubectl.kubernetes.io/last-applied-configuration";

/// The size that all annotations of an object may have together.
const MAX_ANNOTATIONS: usize = 256 * 1024;

/// Whether every conflict is on a field that client-side apply set; otherwise the conflicts that are not.
pub(super) fn resolve(conflicts: Conflicts, live: Option<&Value>, cx: &Cx<'_>) -> Result<(), Conflicts> {
    let Some(allowed) = live.and_then(|live| untouched(live, cx)) else { return Err(conflicts) };
    let left: Vec<_> = conflicts.0.into_iter().filter(|conflict| !allowed.has(&conflict.path)).collect();
    if left.is_empty() { Ok(()) } else { Err(Conflicts(left)) }
}

/// The fields of the last applied configuration that are still as it set them.
fn untouched(live: &Value, cx: &Cx<'_>) -> Option<FieldSet> {
    let last: Value = serde_json::from_str(annotation(live)?).ok()?;
    if last.get("apiVersion").and_then(Value::as_str) != Some(cx.api_version) {
        return None;
    }
    fits(&last, cx.schema)?;
    let comparison = compare(&last, live, cx.schema);
    let mut fields = fields_of(&last, cx.schema);
    for gone in [&comparison.modified, &comparison.added, &comparison.removed] {
        fields.subtract(gone);
    }
    Some(fields)
}

fn fits(object: &Value, schema: &Schema) -> Option<()> {
    validate::check(object, schema).ok()
}

fn annotation(object: &Value) -> Option<&str> {
    let value = object.get("metadata")?.get("annotations")?.get(ANNOTATION)?.as_str()?;
    (!value.is_empty()).then_some(value)
}

/// Rewrites the annotation, if the object has it, to the configuration just applied.
pub(super) fn refresh(object: &mut Value, config: &Value) {
    if annotation(object).is_none() {
        return;
    }
    let text = encode(config);
    let annotations = object
        .get_mut("metadata")
        .and_then(|meta| meta.get_mut("annotations"))
        .and_then(Value::as_object_mut);
    let Some(annotations) = annotations else { return };
    annotations.insert(ANNOTATION.to_owned(), Value::String(text));
    if size(annotations) > MAX_ANNOTATIONS {
        annotations.remove(ANNOTATION);
    }
}

fn size(annotations: &Map<String, Value>) -> usize {
    annotations.iter().map(|(name, value)| name.len() + value.as_str().map_or(0, str::len)).sum()
}

/// The configuration without the annotation itself, as Go writes JSON: angle brackets and ampersands escaped, a line feed
/// at the end.
fn encode(config: &Value) -> String {
    let mut config = config.clone();
    let annotations = config
        .get_mut("metadata")
        .and_then(|meta| meta.get_mut("annotations"))
        .and_then(Value::as_object_mut);
    if let Some(annotations) = annotations {
        annotations.remove(ANNOTATION);
        if annotations.is_empty()
            && let Some(meta) = config.get_mut("metadata").and_then(Value::as_object_mut)
        {
            meta.remove("annotations");
        }
    }
    let mut text = String::new();
    for character in config.to_string().chars() {
        match character {
            '<' => text.push_str("\\u003c"),
            '>' => text.push_str("\\u003e"),
            '&' => text.push_str("\\u0026"),
            '\u{2028}' => text.push_str("\\u2028"),
            '\u{2029}' => text.push_str("\\u2029"),
            other => text.push(other),
        }
    }
    text.push('\n');
    text
}
