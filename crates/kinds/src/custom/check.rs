//! Values against schemas: what a stock server's OpenAPI validator finds, in its order and words.
//!
//! A change is judged more mildly than a new object: what is wrong with a part that was the same before is let through, so that a
//! schema can become stricter without locking up the objects that are there.
//!
//! | file | what it checks |
//! |---|---|
//! | `scalar` | texts and numbers |
//! | `logic` | `anyOf`, `oneOf`, `allOf`, `not` |
//! | `format` | the formats of texts |

mod format;
mod logic;
mod scalar;

use meta::{BadValue, ErrorKind, ErrorList, FieldError, go};
use schema::{Additional, Flags, ListType, Object, Schema, Type, Validations};
use serde_json::{Map, Value};

use super::pattern::Patterns;
use super::version::Version;

/// What is wrong with an object; `old` is what it was before.
pub(super) fn value(version: &Version, tree: &Value, old: Option<&Value>) -> ErrorList {
    let against = Against { patterns: &version.patterns, base: "" };
    against.value(&version.schema, tree, "", old).errors.into_iter().collect()
}

/// What is wrong with the status of an object, whatever the rest of it is.
pub(super) fn status(version: &Version, tree: &Value, old: &Value) -> ErrorList {
    let schema = version.schema.object().and_then(|object| object.field("status"));
    let (Some(schema), Some(status)) = (schema, tree.get("status")) else { return ErrorList::new() };
    let against = Against { patterns: &version.patterns, base: "status" };
    against.value(schema, status, "", old.get("status")).errors.into_iter().collect()
}

/// What a check found, and how much of it went well: of several alternatives that all fail, the one that fits best is told.
#[derive(Default)]
pub(super) struct Findings {
    errors: Vec<FieldError>,
    matches: usize,
}

impl Findings {
    fn is_sound(&self) -> bool {
        self.errors.is_empty()
    }

    /// Takes in what one of the checks of a value found.
    fn merge(&mut self, other: Self) {
        self.errors.extend(other.errors);
        self.matches += other.matches + 1;
    }
}

impl From<FieldError> for Findings {
    fn from(error: FieldError) -> Self {
        Self { errors: vec![error], matches: 0 }
    }
}

/// A check under way.
pub(super) struct Against<'s> {
    patterns: &'s Patterns,
    /// Where in the object the checked value lies.
    base: &'static str,
}

impl Against<'_> {
    /// Whether an error keeps expressions from being evaluated.
    pub(super) fn blocks(error: &FieldError) -> bool {
        matches!(
            error.kind,
            ErrorKind::NotSupported
                | ErrorKind::Required
                | ErrorKind::TooLong
                | ErrorKind::TooMany
                | ErrorKind::TypeInvalid
        )
    }

    /// The place of an error as it is told.
    fn field(&self, path: &str) -> String {
        let path = path.strip_prefix('.').unwrap_or(path);
        match (self.base, path) {
            ("", "") => "<nil>".to_owned(),
            ("", path) => path.to_owned(),
            (base, "") => base.to_owned(),
            (base, path) => format!("{base}.{path}"),
        }
    }

    fn error(
        &self,
        kind: ErrorKind,
        path: &str,
        value: impl Into<BadValue>,
        detail: impl Into<String>,
    ) -> FieldError {
        FieldError { kind, field: self.field(path), value: value.into(), detail: detail.into() }
    }

    fn invalid(&self, path: &str, value: impl Into<BadValue>, detail: impl Into<String>) -> FieldError {
        self.error(ErrorKind::Invalid, path, value, detail)
    }

    /// An error that names its place in its own words.
    fn unplaced(&self, detail: String) -> FieldError {
        self.invalid("", "", detail)
    }

    /// One value; what was the same before is let through.
    fn value(&self, schema: &Schema, value: &Value, path: &str, old: Option<&Value>) -> Findings {
        let mut found = self.judge(schema, value, path, old);
        if !found.is_sound() && old == Some(value) {
            found.errors.clear();
        }
        found
    }

    fn judge(&self, schema: &Schema, value: &Value, path: &str, old: Option<&Value>) -> Findings {
        let none = Validations::default();
        let validations = schema.extra.as_ref().and_then(|extra| extra.validations.as_deref());
        let v = validations.unwrap_or(&none);
        if schema.definition().is_some() {
            // Metadata: its type is checked elsewhere, here only what the author said of it.
            return v.all_of.first().map(|said| self.value(said, value, path, old)).unwrap_or_default();
        }
        let mut found = Findings::default();
        found.merge(self.of_type(schema, value, path));
        if value.is_null() {
            found.merge(self.one_of(v, value, path));
            return found;
        }
        found.merge(self.logic(v, value, path));
        match value {
            Value::String(text) => {
                found.merge(self.text(v, text, path));
                found.merge(self.format(schema, text, path));
            }
            Value::Number(number) => found.merge(self.number(schema, v, number, path)),
            Value::Array(items) => found.merge(self.items(schema, v, items, path, old)),
            _ => {}
        }
        found.merge(self.one_of(v, value, path));
        if let Value::Object(members) = value {
            found.merge(self.members(schema, v, members, path, old));
        }
        found.matches += 1;
        found
    }

    fn of_type(&self, schema: &Schema, value: &Value, path: &str) -> Findings {
        let wanted = types(schema);
        let wrong = |wanted: &str, found: &str| {
            let detail = format!("{path} in body must be of type {wanted}: {}", go::quote(found));
            Findings::from(self.error(ErrorKind::TypeInvalid, path, found, detail))
        };
        if value.is_null() {
            let fits = wanted.is_empty() || schema.has(Flags::NULLABLE);
            return if fits { Findings::default() } else { wrong(&wanted.join(","), "null") };
        }
        let format = format::of(schema);
        if wanted.is_empty() && format.is_none() {
            return Findings::default();
        }
        let (found, found_format) = kind(value);
        let has = |name: &str| wanted.contains(&name);
        let whole = found == "number" && value.as_f64().is_some_and(|number| number.fract() == 0.0);
        let fits = has(found) || (whole && has("integer")) || (found == "integer" && has("number"));
        let listed = matches!(value, Value::String(_) | Value::Array(_));
        match format {
            Some(format) if !listed && !fits && found_format != format => return wrong(format, found_format),
            Some(_) if listed && !has("number") && !has("integer") => return Findings::default(),
            _ => {}
        }
        if fits { Findings::default() } else { wrong(&wanted.join(","), found) }
    }

    fn one_of(&self, v: &Validations, value: &Value, path: &str) -> Findings {
        let Some(allowed) = v.one_of_values.as_ref().filter(|allowed| !allowed.is_empty()) else {
            return Findings::default();
        };
        let same = |one: &Value| match (one.as_f64(), value.as_f64()) {
            (Some(one), Some(other)) => one == other,
            _ => one == value,
        };
        if !value.is_null() && allowed.iter().any(same) {
            return Findings::default();
        }
        let shown = allowed.iter().map(|one| match one {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        });
        let quoted: Vec<String> = shown.map(|text| go::quote(&text)).collect();
        let detail = format!("supported values: {}", quoted.join(", "));
        self.error(ErrorKind::NotSupported, path, value, detail).into()
    }

    fn items(
        &self,
        schema: &Schema,
        v: &Validations,
        items: &[Value],
        path: &str,
        old: Option<&Value>,
    ) -> Findings {
        let mut found = Findings::default();
        if let Some(of) = schema.items() {
            for (at, item) in items.iter().enumerate() {
                let old = old.and_then(|old| before(schema, item, old));
                found.merge(self.value(of, item, &format!("{path}[{at}]"), old));
            }
        }
        let count = i64::try_from(items.len()).unwrap_or(i64::MAX);
        if let Some(min) = v.min_items.filter(|min| count < *min) {
            let detail = format!("{path} in body should have at least {min} items");
            found.errors.push(self.invalid(path, count, detail));
        }
        if let Some(max) = v.max_items.filter(|max| count > *max) {
            found.errors.push(self.too_many(path, count, max));
        }
        if v.unique_items && items.iter().enumerate().any(|(at, item)| items[..at].contains(item)) {
            let detail = format!("{path} in body shouldn't contain duplicates");
            found.errors.push(self.invalid(path, "", detail));
        }
        found
    }

    fn too_many(&self, path: &str, count: i64, max: i64) -> FieldError {
        let plural = if max == 1 { "" } else { "s" };
        self.error(ErrorKind::TooMany, path, count, format!("must have at most {max} item{plural}"))
    }

    fn members(
        &self,
        schema: &Schema,
        v: &Validations,
        members: &Map<String, Value>,
        path: &str,
        old: Option<&Value>,
    ) -> Findings {
        let mut found = Findings::default();
        let count = i64::try_from(members.len()).unwrap_or(i64::MAX);
        if let Some(min) = v.min_properties.filter(|min| count < *min) {
            let detail = format!("{path} in body should have at least {min} properties");
            found.errors.push(self.invalid(path, count, detail));
        }
        if let Some(max) = v.max_properties.filter(|max| count > *max) {
            found.errors.push(self.too_many(path, count, max));
        }
        let Some(object) = schema.object() else { return found };
        let was = |name: &str| old.and_then(|old| old.get(name));
        for (name, value) in members.iter().filter(|(name, _)| object.field(name).is_none()) {
            match &object.additional {
                Additional::None => {
                    let detail = format!("{path}.{name} in body is a forbidden property");
                    found.errors.push(self.invalid(path, name.as_str(), detail));
                }
                Additional::Values(of) => {
                    found.merge(self.value(of, value, &format!("{path}.{name}"), was(name)));
                }
                Additional::Unset | Additional::Any => {}
            }
        }
        for field in object.fields.iter() {
            let Some(value) = members.get(&*field.name) else { continue };
            let below =
                if path.is_empty() { field.name.to_string() } else { format!("{path}.{}", field.name) };
            found.merge(self.value(&field.schema, value, &below, was(&field.name)));
        }
        found.errors.extend(self.missing(object, members, path));
        found
    }

    fn missing(&self, object: &Object, members: &Map<String, Value>, path: &str) -> Vec<FieldError> {
        let required = object.required.iter().filter(|name| !members.contains_key(&***name));
        required.map(|name| self.error(ErrorKind::Required, &format!("{path}.{name}"), "", "")).collect()
    }
}

/// The types that a schema allows; none if it says nothing.
fn types(schema: &Schema) -> &'static [&'static str] {
    match &schema.ty {
        _ if schema.has(Flags::INT_OR_STRING) => &["integer", "string"],
        Type::Any | Type::Ref(_) => &[],
        Type::Boolean => &["boolean"],
        Type::Integer => &["integer"],
        Type::Number => &["number"],
        Type::String => &["string"],
        Type::Array(_) => &["array"],
        Type::Object(_) => &["object"],
    }
}

/// The type of a value, and its format.
fn kind(value: &Value) -> (&'static str, &'static str) {
    match value {
        Value::Null => ("null", ""),
        Value::Bool(_) => ("boolean", ""),
        Value::Number(number) if number.is_i64() || number.is_u64() => ("integer", "int64"),
        Value::Number(_) => ("number", "float64"),
        Value::String(_) => ("string", ""),
        Value::Array(_) => ("array", ""),
        Value::Object(_) => ("object", ""),
    }
}

/// The item of an old list that a new one takes the place of: only lists with keys tell.
fn before<'v>(schema: &Schema, item: &Value, old: &'v Value) -> Option<&'v Value> {
    if schema.list_type != ListType::Map {
        return None;
    }
    let keys = schema.list_map_keys();
    old.as_array()?.iter().find(|old| keys.iter().all(|key| old.get(&**key) == item.get(&**key)))
}
