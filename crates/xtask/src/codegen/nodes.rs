//! One OpenAPI schema as an expression of the generated table. Every key of the schema is accounted for: one that is not
//! understood is an error, so that nothing published is lost unseen.

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Map, Value, json};

use super::names;
use super::pool::Pool;

/// Keys of a definition that the caller deals with, and prose.
const ELSEWHERE: [&str; 3] = ["description", "x-kubernetes-group-version-kind", "oneOf"];

/// The expression for a schema that is no struct.
pub fn expression(schema: &Value, pool: &mut Pool) -> Result<String> {
    let schema = schema.as_object().context("a schema is not an object")?;
    let (text, used) = base(schema, pool)?;
    with_facts(schema, text, used, pool)
}

/// The expression for a struct whose members are the named static.
pub fn struct_expression(schema: &Value, members: &str, pool: &mut Pool) -> Result<String> {
    let schema = schema.as_object().context("a schema is not an object")?;
    ensure!(schema["type"] == "object", "properties of something else than an object");
    with_facts(schema, format!("object(&{members})"), vec!["type", "properties", "required"], pool)
}

fn with_facts(
    schema: &Map<String, Value>,
    mut text: String,
    mut used: Vec<&'static str>,
    pool: &mut Pool,
) -> Result<String> {
    if let Some(value) = schema.get("default") {
        used.push("default");
        if *value == zero(schema) {
            text.push_str(".zero()");
        }
    }
    for (key, method, prefix) in [
        ("x-kubernetes-list-type", "list_type", "ListType"),
        ("x-kubernetes-map-type", "map_type", "MapType"),
        ("x-kubernetes-patch-strategy", "patch", "PatchStrategy"),
    ] {
        if let Some(value) = schema.get(key) {
            used.push(key);
            let variant = variant(value.as_str().context(key)?);
            text.push_str(&format!(".{method}({prefix}::{variant})"));
        }
    }
    if let Some(extra) = extra(schema, &mut used, pool)? {
        text.push_str(&format!(".extra({})", pool.intern("Extra", extra)));
    }
    for key in schema.keys() {
        ensure!(used.contains(&key.as_str()) || ELSEWHERE.contains(&key.as_str()), "unknown key {key}");
    }
    Ok(text)
}

fn base(schema: &Map<String, Value>, pool: &mut Pool) -> Result<(String, Vec<&'static str>)> {
    if let Some(target) = schema.get("$ref") {
        return Ok((format!("bare(&{})", reference(target)?), vec!["$ref"]));
    }
    if let Some(all) = schema.get("allOf") {
        let [only] = all.as_array().map_or(&[] as &[Value], Vec::as_slice) else { bail!("allOf of several") };
        return Ok((format!("refer(&{})", reference(&only["$ref"])?), vec!["allOf"]));
    }
    let Some(kind) = schema.get("type") else {
        let format = schema.get("format").map_or(Ok(""), |format| match format.as_str() {
            Some("int-or-string") => Ok(".format(Format::IntOrString)"),
            _ => bail!("format without type"),
        })?;
        return Ok((format!("ANY{format}"), vec!["format"]));
    };
    let format = schema.get("format").and_then(Value::as_str).unwrap_or_default();
    match (kind.as_str().context("type")?, format) {
        ("array", "") => {
            let items = expression(&schema["items"], pool)?;
            Ok((format!("list({})", pool.intern("Schema", items)), vec!["type", "items"]))
        }
        ("object", "") => {
            let members = members(schema, pool)?;
            Ok((format!("object({members})"), vec!["type", "additionalProperties"]))
        }
        (kind, format) => Ok((scalar(kind, format)?.to_owned(), vec!["type", "format"])),
    }
}

fn scalar(kind: &str, format: &str) -> Result<&'static str> {
    Ok(match (kind, format) {
        ("boolean", "") => "BOOL",
        ("integer", "int32") => "INT32",
        ("integer", "int64") => "INT64",
        ("number", "double") => "DOUBLE",
        ("string", "") => "TEXT",
        ("string", "byte") => "BYTES",
        ("string", "date-time") => "DATE",
        _ => bail!("no word for {kind} {format}"),
    })
}

// Maps are shared between places; a struct's members are written where the definition is ([`members_of`]).
fn members(schema: &Map<String, Value>, pool: &mut Pool) -> Result<String> {
    if let Some(values) = schema.get("additionalProperties") {
        ensure!(!schema.contains_key("properties"), "both properties and additionalProperties");
        let values = expression(values, pool)?;
        let values = pool.intern("Schema", values);
        return Ok(pool.intern("Object", format!("values({values})")));
    }
    if !schema.contains_key("properties") {
        return Ok("&EMPTY".to_owned());
    }
    bail!("a struct without a name")
}

/// The members of a definition's struct, as an expression of its own; `None` for other types.
pub fn members_of(schema: &Value, pool: &mut Pool) -> Result<Option<String>> {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else { return Ok(None) };
    let mut text = String::from("Object {\nfields: SharedSlice::Static(&[");
    let mut sorted: Vec<_> = properties.iter().collect();
    sorted.sort_by_key(|(name, _)| name.as_str());
    for (name, property) in sorted {
        let node = expression(property, pool).with_context(|| format!("in property {name}"))?;
        text.push_str(&format!("\n    field({name:?}, {node}),"));
    }
    let required = schema.get("required").map_or(Ok(String::new()), texts)?;
    Ok(Some(format!(
        "{text}\n]),\nrequired: SharedSlice::Static(&[{required}]),\nadditional: Additional::Unset,\n}}"
    )))
}

fn extra(
    schema: &Map<String, Value>,
    used: &mut Vec<&'static str>,
    pool: &mut Pool,
) -> Result<Option<String>> {
    let keys = schema.get("x-kubernetes-list-map-keys");
    let merge = schema.get("x-kubernetes-patch-merge-key");
    let default = schema.get("default").filter(|value| **value != zero(schema));
    let unions = schema.get("x-kubernetes-unions");
    used.extend(["x-kubernetes-list-map-keys", "x-kubernetes-patch-merge-key", "x-kubernetes-unions"]);
    let sorts = [keys.is_some() || merge.is_some(), default.is_some(), unions.is_some()];
    ensure!(sorts.iter().filter(|present| **present).count() <= 1, "several extras in one node");
    if let Some(unions) = unions {
        return Ok(Some(format!("unions({})", union_list(unions, pool)?)));
    }
    match default {
        Some(Value::String(value)) => return Ok(Some(format!("default_text({value:?})"))),
        Some(value) => return Ok(Some(format!("default_integer({})", value.as_i64().context("default")?))),
        None => {}
    }
    if keys.is_none() && merge.is_none() {
        return Ok(None);
    }
    let keys = keys.map_or(Ok(String::new()), texts)?;
    let merge = optional_text(merge);
    Ok(Some(format!("merge_keys({}, {merge})", pool.texts(&keys))))
}

fn union_list(unions: &Value, pool: &mut Pool) -> Result<String> {
    let mut text = String::new();
    for union in unions.as_array().context("unions")? {
        let fields = union["fields-to-discriminateBy"].as_object().context("union fields")?;
        let mut fields: Vec<_> = fields.iter().collect();
        fields.sort_by_key(|(name, _)| name.as_str());
        let fields: String =
            fields.iter().map(|(name, value)| format!("(text({name:?}), text({value})), ")).collect();
        let fields = pool.name("&[(Cow<'static, str>, Cow<'static, str>)]", format!("&[{fields}]"));
        text.push_str(&format!("union({}, {fields}), ", optional_text(union.get("discriminator"))));
    }
    Ok(pool.name("&[Union]", format!("&[{text}]")))
}

fn optional_text(value: Option<&Value>) -> String {
    value.map_or("None".to_owned(), |value| format!("Some(text({value}))"))
}

fn texts(list: &Value) -> Result<String> {
    let list = list.as_array().context("not a list")?;
    Ok(list.iter().map(|text| format!("text({text})")).collect::<Vec<_>>().join(", "))
}

fn reference(target: &Value) -> Result<String> {
    let name = target.as_str().and_then(|text| text.strip_prefix("#/components/schemas/")).context("$ref")?;
    Ok(names::path(name))
}

/// `merge,retainKeys` is `MergeRetainKeys`.
fn variant(text: &str) -> String {
    text.split(',')
        .map(|word| {
            let (first, rest) = word.split_at(1);
            first.to_uppercase() + rest
        })
        .collect()
}

fn zero(schema: &Map<String, Value>) -> Value {
    match schema.get("type").and_then(Value::as_str) {
        Some("string") => json!(""),
        Some("integer" | "number") => json!(0),
        Some("boolean") => json!(false),
        _ => json!({}),
    }
}
