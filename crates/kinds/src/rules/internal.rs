//! Values as upstream shows them in errors: by the names and in the order of its internal structs, which differ from the API's.
//!
//! `internal/core.txt` lists these structs: `Type: GoName=jsonName:code …`, where a code is `s` text, `i` number, `b` boolean,
//! `q` quantity, `n` number or text, `j` an API type shown as such, a type's name, or one of these behind `*` (pointer), `[]`
//! (list), `{}` (map). `+` before a type or `j` puts its members in place.

mod diff;

use meta::BadValue;
use serde_json::Value;

pub use diff::unified;

const CORE: &str = include_str!("internal/core.txt");

/// A value of a core type, as the bad value of an error.
pub fn shown(kind: &str, value: Option<&Value>) -> BadValue {
    BadValue::Json(compact(kind, value))
}

/// A value of a core type as one line of JSON.
pub fn compact(kind: &str, value: Option<&Value>) -> String {
    let mut out = String::new();
    Writer { indent: None, out: &mut out }.one(kind, value, 0);
    out
}

/// A value of a core type as JSON in lines, one space a level.
pub fn pretty(kind: &str, value: Option<&Value>) -> String {
    let mut out = String::new();
    Writer { indent: Some(" "), out: &mut out }.one(kind, value, 0);
    out
}

/// How two values of a core type differ, line by line.
pub fn difference(kind: &str, old: Option<&Value>, new: Option<&Value>) -> String {
    unified(&pretty(kind, old), &pretty(kind, new))
}

struct Writer<'o> {
    indent: Option<&'static str>,
    out: &'o mut String,
}

impl Writer<'_> {
    fn one(&mut self, code: &str, value: Option<&Value>, depth: usize) {
        let value = value.filter(|value| !value.is_null());
        if let Some(code) = code.strip_prefix('*') {
            return match value {
                Some(value) => self.one(code, Some(value), depth),
                None => self.out.push_str("null"),
            };
        }
        if let Some(code) = code.strip_prefix("[]") {
            let Some(items) = value.and_then(Value::as_array) else { return self.out.push_str("null") };
            let items: Vec<(Option<&str>, &str, Option<&Value>)> =
                items.iter().map(|item| (None, code, Some(item))).collect();
            return self.group('[', ']', &items, depth);
        }
        if let Some(code) = code.strip_prefix("{}") {
            let Some(members) = value.and_then(Value::as_object) else { return self.out.push_str("null") };
            let members: Vec<_> =
                members.iter().map(|(name, value)| (Some(name.as_str()), code, Some(value))).collect();
            return self.group('{', '}', &members, depth);
        }
        match code {
            "s" => self.scalar(value.and_then(Value::as_str).map(Value::from).unwrap_or_else(|| "".into())),
            "q" => self.scalar(value.cloned().unwrap_or_else(|| "0".into())),
            "i" | "n" => self.scalar(value.cloned().unwrap_or_else(|| 0.into())),
            "b" => self.scalar(value.cloned().unwrap_or(Value::Bool(false))),
            "j" => self.tree(value.unwrap_or(&Value::Null), depth),
            kind => self.group('{', '}', &members(kind, value), depth),
        }
    }

    fn scalar(&mut self, value: Value) {
        self.out.push_str(&meta::go::to_json(&value).unwrap_or_default());
    }

    /// A value of the API's own form.
    fn tree(&mut self, value: &Value, depth: usize) {
        match value {
            Value::Object(members) => {
                // API structs write their fields in an order of their own; those that occur here are few.
                let mut members: Vec<_> =
                    members.iter().map(|(name, value)| (Some(name.as_str()), "j", Some(value))).collect();
                members.sort_by_key(|(name, ..)| order(name.unwrap_or_default()));
                self.group('{', '}', &members, depth);
            }
            Value::Array(items) => {
                let items: Vec<_> = items.iter().map(|item| (None, "j", Some(item))).collect();
                self.group('[', ']', &items, depth);
            }
            scalar => self.scalar(scalar.clone()),
        }
    }

    fn group(
        &mut self,
        open: char,
        close: char,
        members: &[(Option<&str>, &str, Option<&Value>)],
        depth: usize,
    ) {
        self.out.push(open);
        for (index, (name, code, value)) in members.iter().enumerate() {
            if index > 0 {
                self.out.push(',');
            }
            self.line(depth + 1);
            if let Some(name) = name {
                self.scalar((*name).into());
                self.out.push_str(if self.indent.is_some() { ": " } else { ":" });
            }
            self.one(code, *value, depth + 1);
        }
        if !members.is_empty() {
            self.line(depth);
        }
        self.out.push(close);
    }

    fn line(&mut self, depth: usize) {
        if let Some(indent) = self.indent {
            self.out.push('\n');
            self.out.extend(std::iter::repeat_n(indent, depth));
        }
    }
}

/// Fields of label selectors and metadata that do not stand in the order of their names.
fn order(name: &str) -> (usize, String) {
    let first =
        ["matchLabels", "matchExpressions", "key", "operator", "values", "name", "generateName", "namespace"];
    let place = first.iter().position(|first| *first == name).unwrap_or(first.len());
    (place, name.to_owned())
}

/// One member of what is written: name, code, value.
type Member<'v> = (Option<&'v str>, &'static str, Option<&'v Value>);

/// The members of a struct.
fn members<'v>(kind: &str, value: Option<&'v Value>) -> Vec<Member<'v>> {
    let line = CORE.lines().find_map(|line| line.strip_prefix(kind)?.strip_prefix(": "));
    let mut found = Vec::new();
    for field in line.unwrap_or_default().split(' ') {
        if let Some(inlined) = field.strip_prefix('+') {
            if inlined == "j" {
                let meta = value.and_then(|value| value.get("metadata")).and_then(Value::as_object);
                let mut meta: Vec<_> = meta
                    .into_iter()
                    .flatten()
                    .map(|(name, value)| (Some(name.as_str()), "j", Some(value)))
                    .collect();
                meta.sort_by_key(|(name, ..)| order(name.unwrap_or_default()));
                found.extend(meta);
            } else {
                found.extend(members(inlined, value));
            }
        } else if let Some((name, rest)) = field.split_once('=')
            && let Some((json, code)) = rest.split_once(':')
        {
            found.push((Some(name), code, value.and_then(|value| value.get(json))));
        }
    }
    found
}

/// The tree of a pod spec with what upstream keeps in its internal security context moved there.
pub fn pod_spec(spec: &Value) -> Value {
    let mut spec = spec.clone();
    for name in ["hostNetwork", "hostPID", "hostIPC", "shareProcessNamespace", "hostUsers"] {
        if let Some(value) = spec.as_object_mut().and_then(|members| members.remove(name)) {
            super::object::made(&mut spec, "securityContext")[name] = value;
        }
    }
    spec
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn structs_are_shown_by_their_internal_names() {
        let value = json!({"name": "r", "resourceClaimName": "c"});
        let want = r#"{"Name":"r","ResourceClaimName":"c","ResourceClaimTemplateName":null}"#;
        assert_eq!(compact("PodResourceClaim", Some(&value)), want);
        assert_eq!(pretty("PodOS", Some(&json!({"name": "linux"}))), "{\n \"Name\": \"linux\"\n}");
        assert_eq!(compact("LocalObjectReference", None), r#"{"Name":""}"#);
    }

    #[test]
    fn every_type_that_is_named_is_listed() {
        let kinds: Vec<&str> = CORE.lines().filter_map(|line| line.split(':').next()).collect();
        for field in CORE.lines().flat_map(|line| line.split(' ').skip(1)) {
            let code = field.rsplit(':').next().unwrap().trim_start_matches(['*', '[', ']', '{', '}', '+']);
            assert!(code.len() == 1 || kinds.contains(&code), "{field}");
        }
    }
}
