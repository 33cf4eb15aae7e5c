//! Whether a patched tree still is an object of its type, and what is unknown in it. Texts are those of upstream's decoders, which
//! differ between a patch of JSON text and a strategic one of a tree.

use codec::check::{TypeError, check_strictly};
use meta::StatusError;
use meta::options::FieldValidation;
use schema::Schema;
use schema::strict::DecodeError;
use serde_json::Value;

use super::body::Body;
use super::{invalid, shown};
use crate::Target;

/// Refuses what does not fit the type; unknown and duplicate fields are refused, warned of or passed over.
pub(super) fn check(
    tree: &Value,
    body: &Body,
    schema: &Schema,
    target: &Target,
    validation: FieldValidation,
    warnings: &mut Vec<String>,
) -> Result<(), StatusError> {
    let shown = || match body {
        Body::Strategic { patch, .. } => go_map(patch),
        Body::Merge { patch: touched, .. } | Body::Json { touched, .. } => {
            shown::text(tree, schema.definition(), touched)
        }
        Body::Apply { .. } => String::new(),
    };
    if let Some(problem) = other_type(tree, target, body) {
        return Err(invalid(shown(), &problem));
    }
    let unknown: Vec<String> = match schema.definition() {
        Some(definition) => match check_strictly(tree, definition) {
            Ok(unknown) => unknown.iter().map(ToString::to_string).collect(),
            Err(problem) => return Err(invalid(shown(), &words(&problem, body))),
        },
        None => schema::unknown_fields(tree, schema)
            .iter()
            .map(|path| format!("unknown field {path:?}"))
            .collect(),
    };
    let findings: Vec<String> = body.findings().iter().cloned().chain(unknown).collect();
    match validation {
        _ if findings.is_empty() => {}
        FieldValidation::Ignore => {}
        FieldValidation::Warn => warnings.extend(findings),
        FieldValidation::Strict => {
            return Err(invalid(shown(), &format!("strict decoding error: {}", findings.join(", "))));
        }
    }
    Ok(())
}

/// A patch cannot make an object one of another type.
fn other_type(tree: &Value, target: &Target, body: &Body) -> Option<String> {
    let text = |name| tree.get(name).and_then(Value::as_str).unwrap_or_default();
    let (version, kind) = (text("apiVersion"), text("kind"));
    let expected = target.below().and_then(|below| below.kind.as_ref()).map_or_else(
        || (target.version().api_version().into_owned(), target.kind.kind.to_string()),
        |(group, version, kind)| {
            let version = if group.is_empty() { version.to_string() } else { format!("{group}/{version}") };
            (version, kind.to_string())
        },
    );
    if (version, kind) == (expected.0.as_str(), expected.1.as_str()) {
        return None;
    }
    // What is a type of its own is read as one, which may fail before anybody sees that it is the wrong one.
    let (group, in_group) = version.split_once('/').unwrap_or(("", version));
    let known = schema::builtin(group, in_group, kind).filter(|_| !matches!(body, Body::Strategic { .. }));
    if let Some(problem) = known.and_then(|definition| check_strictly(tree, definition).err()) {
        return Some(words(&problem, body));
    }
    Some(format!(
        "no kind \"{kind}\" is registered for version \"{version}\" in scheme \"pkg/api/legacyscheme/scheme.go:30\""
    ))
}

/// A strategic patch is read back from a tree, whose reader has words of its own.
fn words(problem: &TypeError, body: &Body) -> String {
    let (Body::Strategic { .. }, TypeError::Json(DecodeError::Field { value, go_type, .. })) =
        (body, problem)
    else {
        return problem.to_string();
    };
    let found = value.split(' ').next().unwrap_or_default();
    match go_type.as_str() {
        list if list.starts_with("[]") => format!("cannot restore slice from {found}"),
        map if map.starts_with("map[") => format!("cannot restore map from {found}"),
        structure if structure.contains('.') => format!("cannot restore struct from: {found}"),
        scalar => format!("unrecognized type: {scalar}"),
    }
}

/// A tree as Go prints a map of anything.
fn go_map(value: &Value) -> String {
    match value {
        Value::Null => "<nil>".into(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.clone(),
        Value::Array(items) => format!("[{}]", items.iter().map(go_map).collect::<Vec<_>>().join(" ")),
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_by_key(|(name, _)| name.as_str());
            let members: Vec<_> =
                members.into_iter().map(|(name, value)| format!("{name}:{}", go_map(value))).collect();
            format!("map[{}]", members.join(" "))
        }
    }
}
