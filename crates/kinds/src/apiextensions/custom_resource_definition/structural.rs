//! Structural schemas: every field has a type, outside of `allOf`, `anyOf`, `oneOf` and `not`, so that unknown fields can be
//! told from known ones.

use meta::{ErrorList, FieldError, Path};
use serde_json::{Value, json};

use crate::rules::object::{has, text};
use crate::rules::report::Report;

/// Where a schema stands.
#[derive(Clone, Copy, PartialEq)]
enum Level {
    Root,
    Item,
    Field,
}

const INT_OR_STRING: &str = "x-kubernetes-int-or-string";
const PRESERVE: &str = "x-kubernetes-preserve-unknown-fields";
const EMBEDDED: &str = "x-kubernetes-embedded-resource";
/// What must not be said inside of `allOf` and the like.
const FORBIDDEN: [(&str, &str); 10] = [
    ("default", "must be undefined to be structural"),
    ("title", "must be empty to be structural"),
    ("description", "must be empty to be structural"),
    ("nullable", "must be false to be structural"),
    (PRESERVE, "must be false to be structural"),
    (EMBEDDED, "must be false to be structural"),
    (INT_OR_STRING, "must be false to be structural"),
    ("x-kubernetes-list-map-keys", "must be empty to be structural"),
    ("x-kubernetes-list-type", "must be undefined to be structural"),
    ("x-kubernetes-map-type", "must be undefined to be structural"),
];

/// What keeps a schema at `path` from being structural, sorted.
pub fn validate(schema: &Value, path: &Path<'_>) -> ErrorList {
    let mut errors = ErrorList::new();
    level_errors(schema, Level::Root, path, &mut errors);
    let mut sorted: Vec<FieldError> = errors.into_iter().collect();
    sorted.sort_by_key(ToString::to_string);
    sorted.into_iter().collect()
}

fn level_errors(schema: &Value, level: Level, path: &Path<'_>, errors: &mut ErrorList) {
    if !schema.is_object() {
        return;
    }
    if schema["type"] == "array" && !has(schema, "items") {
        errors.required(&path.child("items"), "must be specified");
    }
    level_errors(&schema["items"], Level::Item, &path.child("items"), errors);
    let at = path.child("properties");
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        level_errors(property, Level::Field, &at.key(name), errors);
    }
    if has(schema, "additionalProperties") {
        let at = path.child("additionalProperties");
        if level == Level::Root {
            errors.forbidden(&at, "must not be used at the root");
        }
        level_errors(&schema["additionalProperties"], Level::Field, &at, errors);
    }
    let is = |word: &str| schema[word] == true;
    for word in [PRESERVE, EMBEDDED].iter().filter(|word| is(INT_OR_STRING) && is(word)) {
        errors.invalid(&path.child(word), true, format!("must be false if {INT_OR_STRING} is true"));
    }
    value_errors(schema, schema, path, errors);
    type_errors(schema, level, path, errors);
    head_errors(schema, level, path, errors);
}

fn type_errors(schema: &Value, level: Level, path: &Path<'_>, errors: &mut ErrorList) {
    let (kind, at) = (text(schema, "type"), path.child("type"));
    let is = |word: &str| schema[word] == true;
    if is(EMBEDDED) && kind != "object" {
        let detail = format!("must be object if {EMBEDDED} is true");
        match kind {
            "" => errors.required(&at, &detail),
            kind => errors.invalid(&at, kind, detail),
        }
    } else if kind.is_empty() && !is(INT_OR_STRING) && !is(PRESERVE) {
        let place = match level {
            Level::Root => "at the root",
            Level::Item => "for specified array items",
            Level::Field => "for specified object fields",
        };
        errors.required(&at, &format!("must not be empty {place}"));
    }
    if is(EMBEDDED) && has(schema, "additionalProperties") {
        errors
            .forbidden(&path.child("additionalProperties"), format!("must not be used if {EMBEDDED} is set"));
    }
    if level == Level::Root && !kind.is_empty() && kind != "object" {
        errors.invalid(&at, kind, "must be object at the root");
    }
}

fn head_errors(schema: &Value, level: Level, path: &Path<'_>, errors: &mut ErrorList) {
    let properties = schema["properties"].as_object();
    let is_object = level == Level::Root || schema[EMBEDDED] == true;
    let at = path.child("properties");
    for (field, wanted) in [("kind", "string"), ("apiVersion", "string"), ("metadata", "object")] {
        let Some(property) = properties.and_then(|properties| properties.get(field)) else { continue };
        let at = at.key(field);
        if is_object && text(property, "type") != wanted {
            errors.invalid(&at.child("type"), text(property, "type"), format!("must be {wanted}"));
        }
        if field == "metadata" && level == Level::Root && !is_plain_metadata(property) {
            let detail = "must not specify anything other than name and generateName, but metadata is implicitly specified";
            errors.forbidden(&at, detail);
        }
    }
    let empty = properties.is_none_or(|properties| properties.is_empty());
    if schema[EMBEDDED] == true && schema[PRESERVE] != true && empty {
        let detail = format!("must not be empty if {EMBEDDED} is true without {PRESERVE}");
        errors.required(&at, &detail);
    }
}

/// Of metadata only names can be restricted.
fn is_plain_metadata(metadata: &Value) -> bool {
    let members = metadata.as_object().into_iter().flatten();
    let known =
        members.into_iter().all(|(word, _)| ["type", "default", "properties"].contains(&word.as_str()));
    let mut named = metadata["properties"].as_object().into_iter().flatten();
    known && named.all(|(name, _)| ["name", "generateName"].contains(&name.as_str()))
}

/// The nested forms of a schema, or of one that is nested itself; `owner` decides what is a known idiom.
fn value_errors(schema: &Value, owner: &Value, path: &Path<'_>, errors: &mut ErrorList) {
    let idiom = json!([{"type": "integer"}, {"type": "string"}]);
    let has_idiom = owner[INT_OR_STRING] == true;
    for word in ["anyOf", "allOf", "oneOf"] {
        if word == "anyOf" && has_idiom && schema[word] == idiom {
            continue;
        }
        let at = path.child(word);
        for (i, nested) in schema[word].as_array().into_iter().flatten().enumerate() {
            let skip = word == "allOf" && i == 0 && has_idiom && nested["anyOf"] == idiom;
            nested_errors(nested, skip, &at.index(i), errors);
        }
    }
    if has(schema, "not") {
        nested_errors(&schema["not"], false, &path.child("not"), errors);
    }
    let pattern = text(schema, "pattern");
    if let Err(problem) = regex_syntax::parse(pattern) {
        let detail =
            format!("must be a valid regular expression, but isn't: {}", go_problem(pattern, &problem));
        errors.invalid(&path.child("pattern"), pattern, detail);
    }
}

fn nested_errors(nested: &Value, skip_any_of: bool, path: &Path<'_>, errors: &mut ErrorList) {
    if !nested.is_object() {
        return;
    }
    let owner = if skip_any_of { json!({INT_OR_STRING: true}) } else { Value::Null };
    value_errors(nested, &owner, path, errors);
    nested_errors(&nested["items"], false, &path.child("items"), errors);
    let at = path.child("properties");
    for (name, property) in nested["properties"].as_object().into_iter().flatten() {
        nested_errors(property, false, &at.key(name), errors);
    }
    if has(nested, "type") {
        errors.forbidden(&path.child("type"), "must be empty to be structural");
    }
    if has(nested, "additionalProperties") {
        errors.forbidden(&path.child("additionalProperties"), "must be undefined to be structural");
    }
    for (word, detail) in FORBIDDEN.iter().filter(|(word, _)| has(nested, word) && nested[*word] != false) {
        errors.forbidden(&path.child(word), *detail);
    }
    if nested["x-kubernetes-validations"].as_array().is_some_and(|rules| !rules.is_empty()) {
        errors.forbidden(&path.child("x-kubernetes-validations"), "must be empty to be structural");
    }
    if !nested["properties"]["metadata"].is_null() {
        errors.forbidden(&at.key("metadata"), "must not be specified in a nested context");
    }
}

/// What Go's parser would say of a pattern.
fn go_problem(pattern: &str, problem: &regex_syntax::Error) -> String {
    use regex_syntax::ast::ErrorKind;
    let regex_syntax::Error::Parse(problem) = problem else {
        return format!("error parsing regexp: {problem}");
    };
    let span = problem.span();
    let part = pattern.get(span.start.offset..span.end.offset).unwrap_or(pattern);
    let (words, part) = match problem.kind() {
        ErrorKind::GroupUnclosed => ("missing closing )", pattern),
        ErrorKind::GroupUnopened => ("unexpected )", pattern),
        ErrorKind::ClassUnclosed => {
            ("missing closing ]", pattern.get(span.start.offset..).unwrap_or(pattern))
        }
        ErrorKind::RepetitionMissing => ("missing argument to repetition operator", part),
        ErrorKind::EscapeUnexpectedEof => {
            return "error parsing regexp: trailing backslash at end of expression: ``".to_owned();
        }
        ErrorKind::EscapeUnrecognized => ("invalid escape sequence", part),
        ErrorKind::ClassRangeInvalid => ("invalid character class range", part),
        _ => ("invalid or unsupported Perl syntax", part),
    };
    format!("error parsing regexp: {words}: `{part}`")
}
