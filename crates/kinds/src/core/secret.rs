//! `Secret`: keys and values that are nobody else's business.

use std::collections::BTreeMap;

use api::core::v1::Secret;
use meta::validate::object_meta::immutable_field;
use meta::{ErrorList, FieldError, Path, Time};
use resource::{Context, Kind, Object, Part, Strategy};
use serde_json::Value;

use super::config_map::{IMMUTABLE, MAX_SIZE, key_errors};
use crate::describe;
use crate::printing::{age, age_of, name, text as column};
use crate::rules::object::{default, made, typed, typed_update};
use crate::rules::report::{Report, text};

const ACCOUNT: &str = "kubernetes.io/service-account.name";

/// The descriptor.
pub fn kind() -> Kind {
    describe::namespaced("", "v1", "Secret", "secrets")
        .columns(vec![
            name(),
            column("Type", "io.k8s.api.core.v1.Secret#type"),
            column("Data", "io.k8s.api.core.v1.Secret#data"),
            age(),
        ])
        .selectable(&["type"])
        .strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn defaults(&self, object: &mut Object) {
        default(object.tree_mut(), "type", "Opaque");
        // Text in `stringData` is a way to write `data`, and is never read back.
        if let Some(Value::Object(texts)) = object.remove("stringData")
            && !texts.is_empty()
        {
            let data = made(object.tree_mut(), "data");
            for (key, text) in texts {
                use base64::Engine as _;
                data[key] = base64::engine::general_purpose::STANDARD
                    .encode(text.as_str().unwrap_or_default())
                    .into();
            }
        }
    }

    fn prepare_create(&self, _object: &mut Object, _cx: &Context<'_>) {}

    fn prepare_update(&self, _part: Part<'_>, _new: &mut Object, _old: &Object, _cx: &Context<'_>) {}

    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        typed(object, validate)
    }

    fn validate_update(&self, _part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        typed_update(new, old, |new: &Secret, old: &Secret| {
            let mut errors = ErrorList::new();
            errors.extend(immutable_field(&new.type_, &old.type_, &Path::new("type")));
            if old.immutable == Some(true) {
                let changes = [("immutable", new.immutable != Some(true)), ("data", new.data != old.data)];
                for (field, _) in changes.iter().filter(|(_, changed)| *changed) {
                    errors.forbidden(&Path::new(field), IMMUTABLE);
                }
            }
            errors.append(validate(new));
            errors
        })
    }

    fn warnings(&self, new: &Object, _old: Option<&Object>, _cx: &Context<'_>) -> Vec<String> {
        if new.text("type") == "kubernetes.io/tls" {
            pem_problem(new).into_iter().collect()
        } else {
            Vec::new()
        }
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        let count = object.get("data").and_then(Value::as_object).map_or(0, |data| data.len());
        vec![object.text("type").into(), count.into(), age_of(object, now)]
    }
}

fn validate(secret: &Secret) -> ErrorList {
    let mut errors = ErrorList::new();
    let path = Path::new("data");
    let none = BTreeMap::new();
    let data = secret.data.as_ref().unwrap_or(&none);
    for key in data.keys() {
        key_errors(key, &path, &mut errors);
    }
    if data.values().map(|value| value.0.len()).sum::<usize>() > MAX_SIZE {
        errors.push(FieldError::too_long(&path, MAX_SIZE));
    }
    let needs = |key: &str, errors: &mut ErrorList| {
        if !data.contains_key(key) {
            errors.required(&path.key(key), "");
        }
    };
    match text(&secret.type_) {
        "kubernetes.io/service-account-token" => {
            let account =
                secret.metadata.annotations.as_ref().and_then(|annotations| annotations.get(ACCOUNT));
            if account.is_none_or(String::is_empty) {
                errors.required(&Path::new("metadata.annotations").key(ACCOUNT), "");
            }
        }
        "kubernetes.io/dockercfg" => docker(data.get(".dockercfg").map(|d| &*d.0), ".dockercfg", &mut errors),
        "kubernetes.io/dockerconfigjson" => {
            docker(data.get(".dockerconfigjson").map(|d| &*d.0), ".dockerconfigjson", &mut errors);
        }
        "kubernetes.io/basic-auth" if !data.contains_key("username") && !data.contains_key("password") => {
            needs("username", &mut errors);
            needs("password", &mut errors);
        }
        "kubernetes.io/ssh-auth" if data.get("ssh-privatekey").is_none_or(|key| key.0.is_empty()) => {
            errors.required(&path.key("ssh-privatekey"), "");
        }
        "kubernetes.io/tls" => {
            needs("tls.crt", &mut errors);
            needs("tls.key", &mut errors);
        }
        _ => {}
    }
    errors
}

/// Credentials of registries, which must be a JSON object.
fn docker(content: Option<&[u8]>, key: &str, errors: &mut ErrorList) {
    let path = Path::new("data");
    match content.map(json_problem) {
        None => errors.required(&path.key(key), ""),
        Some(Some(problem)) => errors.invalid(&path.key(key), "<secret contents redacted>", problem),
        Some(None) => {}
    }
}

/// What Go's decoder says of bytes that should be a JSON object.
fn json_problem(content: &[u8]) -> Option<String> {
    match serde_json::from_slice::<Value>(content) {
        Ok(Value::Object(_) | Value::Null) => None,
        Ok(other) => {
            let kind = match other {
                Value::Array(_) => "array",
                Value::String(_) => "string",
                Value::Bool(_) => "bool",
                _ => "number",
            };
            Some(format!("json: cannot unmarshal {kind} into Go value of type map[string]interface {{}}"))
        }
        Err(error) if error.is_eof() => Some("unexpected end of JSON input".to_owned()),
        Err(error) => {
            let at = error.column().saturating_sub(1);
            let bad = content.get(at).copied().map_or(' ', char::from);
            let place = if at == 0 || content[..at].iter().all(u8::is_ascii_whitespace) {
                "looking for beginning of value"
            } else {
                "looking for beginning of object key string"
            };
            Some(format!("invalid character '{bad}' {place}"))
        }
    }
}

/// Whether certificate and key are PEM at all. What is inside them is not looked at here.
fn pem_problem(secret: &Object) -> Option<String> {
    use base64::Engine as _;
    let missing = |key: &str| {
        let content =
            secret.get("data").and_then(|data| data.get(key)).and_then(Value::as_str).unwrap_or_default();
        let content = base64::engine::general_purpose::STANDARD.decode(content).unwrap_or_default();
        !String::from_utf8_lossy(&content).contains("-----BEGIN ")
    };
    let what = if missing("tls.crt") {
        "certificate"
    } else if missing("tls.key") {
        "key"
    } else {
        return None;
    };
    Some(format!("tls: failed to find any PEM data in {what} input"))
}
