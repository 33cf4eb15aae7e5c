//! Objects that a verb makes from flags: what they look like when they have been through upstream's types, and sending them.

use http::Method;
use serde_json::{Map, Value, json};

use crate::cx::Cx;
use crate::error::{Error, Result, bail, plain};
use crate::print::Outcome;
use crate::server::Ask;
use crate::tree::{Tree as _, put};

/// Where the last applied configuration is kept.
pub const LAST_APPLIED: &str = "kubectl.kubernetes.io/last-applied-configuration";

/// Makes an object of a built-in kind and says so. `failed` begins the error if the server refuses.
pub async fn make(cx: &Cx, mut object: Value, namespaced: bool, failed: &str) -> Result {
    let outcome = Outcome::of(cx)?;
    let (namespace, explicit) = cx.namespace().await?;
    if namespaced && explicit {
        put(&mut object, "metadata.namespace", json!(namespace));
    }
    typed(&mut object);
    if cx.flags.on("save-config") {
        annotate_applied(&mut object);
    }
    if !outcome.is_client_only() {
        let server = cx.server().await?;
        let resource = server.discovery().await?.of_kind(object.text("apiVersion"), object.kind())?;
        let ask = Ask::new(Method::POST, resource.path(&namespace)).query(outcome.query(cx)).body(&object);
        object = server.call(ask).await.map_err(|error| wrapped(failed, error))?;
    }
    outcome.say(cx, &object, "created")
}

/// An error with words before it; empty words leave it as it is.
pub fn wrapped(failed: &str, error: Error) -> Error {
    if failed.is_empty() { error } else { plain(format!("{failed} {error}")) }
}

/// Lets an object go through upstream's type: what is never left out appears, what is unknown goes.
pub fn typed(object: &mut Value) {
    let api_version = object.text("apiVersion").to_owned();
    let (group, version) = api_version.rsplit_once('/').unwrap_or(("", &api_version));
    if let Some(definition) = schema::builtin(group, version, object.kind()) {
        codec::normal::normalize(object, definition);
    }
}

/// Writes the object itself into its annotation, as `apply` does.
pub fn annotate_applied(object: &mut Value) {
    let text = applied_text(object);
    put_annotation(object, LAST_APPLIED, &text);
}

/// An object as `apply` remembers it.
pub fn applied_text(object: &Value) -> String {
    let mut bare = object.clone();
    if let Some(annotations) = bare.pointer_mut("/metadata/annotations").and_then(Value::as_object_mut) {
        annotations.remove(LAST_APPLIED);
    }
    if !bare.at("metadata.annotations").is_object() {
        put(&mut bare, "metadata.annotations", json!({}));
    }
    String::from_utf8_lossy(&codec::json::to_vec(&bare)).into_owned() + "\n"
}

/// Sets an annotation, whose name may have dots.
pub fn put_annotation(object: &mut Value, name: &str, value: &str) {
    crate::tree::object_at(object, "metadata.annotations").insert(name.to_owned(), json!(value));
}

/// `a=b,c=d` as an object.
pub fn pairs(text: &str) -> Result<Map<String, Value>> {
    let mut members = Map::new();
    for pair in text.split(',').filter(|pair| !pair.is_empty()) {
        let Some((key, value)) = pair.split_once('=') else { bail!("unexpected label spec: {pair}") };
        members.insert(key.to_owned(), json!(value));
    }
    Ok(members)
}

/// A number if it is one, else a text, as the API's ports are.
pub fn int_or_string(text: &str) -> Value {
    text.parse::<i32>().map_or_else(|_| json!(text), |number| json!(number))
}
