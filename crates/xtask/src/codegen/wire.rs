//! The Protobuf side of the table: a message's fields as expressions, and which types are special.

use anyhow::{Context, Result, bail};

use super::names;
use super::spec::{GoField, Spec};

/// The variant of `Special` for a definition, if it is one.
pub fn special(name: &str, spec: &Spec) -> &'static str {
    if spec.named.get(name).is_some_and(|go| go == "[]string") {
        return "StringList";
    }
    match name.strip_prefix("io.k8s.").unwrap_or(name) {
        "apimachinery.pkg.api.resource.Quantity" => "Quantity",
        "apimachinery.pkg.apis.meta.v1.Time" => "Time",
        "apimachinery.pkg.apis.meta.v1.MicroTime" => "MicroTime",
        "apimachinery.pkg.apis.meta.v1.Duration" => "Duration",
        "apimachinery.pkg.util.intstr.IntOrString" => "IntOrString",
        "apimachinery.pkg.runtime.RawExtension" => "RawExtension",
        "apimachinery.pkg.apis.meta.v1.FieldsV1" => "FieldsV1",
        "apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON" => "Json",
        "apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrBool" => "SchemaOrBool",
        "apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrArray" => "SchemaOrArray",
        "apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrStringArray" => {
            "SchemaOrStringArray"
        }
        _ => "None",
    }
}

/// The message of an ordinary definition, as an expression.
pub fn message(name: &str, spec: &Spec) -> Result<String> {
    if special(name, spec) != "None" {
        return Ok("None".to_owned());
    }
    // The one struct without fields: data that lists fields cannot tell it from a type without Protobuf form.
    let empty = name.ends_with(".CustomResourceSubresourceStatus");
    let Some(fields) = spec.messages.get(name).cloned().or(empty.then(Vec::new)) else {
        return Ok("None".to_owned());
    };
    let mut fields = fields;
    fields.sort_by_key(|field| field.tag);
    let mut text = String::from("Some(Message { fields: &[");
    for field in &fields {
        let line = line(field, spec).with_context(|| format!("in field {} of {name}", field.tag))?;
        text.push_str(&format!("\n    {line},"));
    }
    text.push_str(if fields.is_empty() { "] })" } else { "\n] })" });
    Ok(text)
}

fn line(field: &GoField, spec: &Spec) -> Result<String> {
    let tag = field.tag;
    let (shape, element) = shape(field, spec);
    let go_type = go_type(field);
    if field.inline {
        return Ok(format!("inline({tag}, &{}, {go_type:?})", names::path(&field.go_type)));
    }
    let json = match field.json.as_deref() {
        Some("-") => "raw",
        Some(json) => json,
        // The envelope's fields, which never appear in JSON.
        None if tag == 3 => "contentEncoding",
        None => "contentType",
    };
    let mut text = format!("wire({tag}, {json:?}, {}, {go_type:?}){shape}", wire(&element, spec)?);
    for (set, method) in
        [(field.pointer, ".pointer()"), (field.omitempty, ".omit_empty()"), (field.omitzero, ".omit_zero()")]
    {
        if set {
            text.push_str(method);
        }
    }
    Ok(text)
}

/// List or map, looking through Go's named collection types, and the type of one value.
fn shape(field: &GoField, spec: &Spec) -> (&'static str, String) {
    let package = field.go_type.rsplit_once('.').map_or("", |(package, _)| package);
    match spec.named.get(&field.go_type).map(String::as_str) {
        Some("map[ResourceName]resource.Quantity") => {
            return (".map()", "io.k8s.apimachinery.pkg.api.resource.Quantity".to_owned());
        }
        Some(named) if named.starts_with("map[string]") => {
            return (".map()", format!("{package}.{}", &named["map[string]".len()..]));
        }
        Some("[]ValidationRule") => return (".list()", format!("{package}.ValidationRule")),
        _ => {}
    }
    let shape = match (&field.map_key, field.repeated) {
        (Some(_), _) => ".map()",
        (None, true) => ".list()",
        (None, false) => "",
    };
    (shape, field.go_type.clone())
}

fn wire(element: &str, spec: &Spec) -> Result<String> {
    Ok(match spec.named.get(element).map_or(element, String::as_str) {
        "string" | "types.UID" => "Wire::String".to_owned(),
        "bool" => "Wire::Bool".to_owned(),
        "int32" => "Wire::Int32".to_owned(),
        "int64" => "Wire::Int64".to_owned(),
        "float64" => "Wire::Double".to_owned(),
        "[]byte" => "Wire::Bytes".to_owned(),
        "[]string" => format!("Wire::Message(&{})", names::path(element)),
        other if other == element && element.contains('.') => {
            format!("Wire::Message(&{})", names::path(element))
        }
        other => bail!("no wire form for {element} ({other})"),
    })
}

fn go_type(field: &GoField) -> String {
    let one = match field.go_type.as_str() {
        "[]byte" => "[]uint8".to_owned(),
        other => names::go(other),
    };
    match (&field.map_key, field.repeated) {
        (Some(key), _) => format!("map[{}]{one}", names::go(key)),
        (None, true) => format!("[]{one}"),
        (None, false) => one,
    }
}
