//! Assembles the generated files: one module per API package, the pool of shared nodes, and the two indexes.

use std::collections::BTreeMap;
use std::fmt::Write;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::files::Output;
use super::pool::Pool;
use super::spec::{IN_EVERY_GROUP, Spec};
use super::{names, nodes, synth, wire};

/// The first lines of a generated file; `what` says what it holds.
pub fn header(what: &str) -> String {
    format!("//! {what} Written by `cargo xtask codegen` from the target version's data; do not edit.\n")
}

/// All files but discovery.
pub fn render(spec: &Spec) -> Result<Output> {
    let mut pool = Pool::default();
    let mut modules: BTreeMap<String, String> = BTreeMap::new();
    let mut kinds: BTreeMap<(String, String, String), String> = BTreeMap::new();
    let mut index = String::new();
    for name in spec.definitions() {
        let text = definition(name, spec, &mut pool).with_context(|| format!("in {name}"))?;
        modules.entry(names::module(name)).or_default().push_str(&text);
        writeln!(index, "    &{},", names::path(name))?;
        for kind in kinds_of(name, spec) {
            let key = (text_of(&kind, "group"), text_of(&kind, "version"), text_of(&kind, "kind"));
            let twice = kinds.insert(key, names::path(name));
            ensure!(twice.is_none(), "{kind} is claimed by two definitions");
        }
    }
    let names: Vec<String> = modules.keys().cloned().chain(["pool".to_owned()]).collect();
    let mut output = Output::new();
    for (module, text) in &modules {
        output.insert(format!("{module}.rs"), file(module, &format!("Types of `{module}`."), &names, text));
    }
    output.insert(
        "pool.rs".to_owned(),
        file("pool", "Nodes that several places share.", &names, &pool.render()),
    );
    output.insert(
        "index.rs".to_owned(),
        file("index", "Indexes of the table.", &names, &indexes(&index, &kinds)),
    );
    Ok(output)
}

/// The module file that names the others.
pub fn root(output: &Output) -> String {
    let modules = output.keys().filter_map(|name| name.strip_suffix(".rs"));
    let modules: String = modules.map(|name| format!("#[rustfmt::skip]\npub(crate) mod {name};\n")).collect();
    let allow = "#![allow(non_upper_case_globals)]\n";
    format!(
        "{}{allow}\n{modules}\npub(crate) use index::{{DEFINITIONS, KINDS}};\n",
        header("The generated table.")
    )
}

/// A file that imports what its body names; paths into itself lose their first segment.
fn file(own: &str, what: &str, modules: &[String], body: &str) -> String {
    let mut imports = String::new();
    if body.contains("Cow<") {
        imports.push_str("use std::borrow::Cow;\n\n");
    }
    imports.push_str("use crate::table::*;\nuse crate::*;\n");
    let named = |module: &String| {
        let path = format!("{module}::");
        body.match_indices(&path)
            .any(|(at, _)| !body[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_'))
    };
    for module in modules.iter().filter(|module| *module != own && named(module)) {
        imports.push_str(&format!("use super::{module};\n"));
    }
    let body = ["&", "(", " "]
        .iter()
        .fold(body.to_owned(), |body, before| body.replace(&format!("{before}{own}::"), before));
    format!("{}\n{imports}\n{}", header(what), body.trim_end()) + "\n"
}

fn indexes(index: &str, kinds: &BTreeMap<(String, String, String), String>) -> String {
    let kinds: String = kinds
        .iter()
        .map(|((group, version, name), path)| {
            format!("    (kind({group:?}, {version:?}, {name:?}), &{path}),\n")
        })
        .collect();
    format!(
        "/// Sorted by group, version and kind.\npub(crate) static KINDS: &[(KindName, &Definition)] = &[\n{kinds}];\n\
         \n/// Sorted by name.\npub(crate) static DEFINITIONS: &[&Definition] = &[\n{index}];\n"
    )
}

fn definition(name: &str, spec: &Spec, pool: &mut Pool) -> Result<String> {
    let special = wire::special(name, spec);
    let schema = match spec.schemas.get(name) {
        Some(schema) => schema.clone(),
        None if special == "Duration" => json!({"type": "string"}),
        None => synth::schema(name, spec),
    };
    check_one_of(&schema, special)?;
    let short = names::short(name);
    let members = nodes::members_of(&schema, pool)?;
    let node = match &members {
        Some(_) => nodes::struct_expression(&schema, &format!("{short}_members"), pool)?,
        None => nodes::expression(&schema, pool)?,
    };
    let members =
        members.map_or(String::new(), |text| format!("static {short}_members: Object = {text};\n\n"));
    let kinds: String = kinds_of(name, spec)
        .iter()
        .map(|kind| format!("kind({}, {}, {}), ", kind["group"], kind["version"], kind["kind"]))
        .collect();
    Ok(format!(
        "{members}pub(crate) static {short}: Definition = Definition {{\nname: {name:?},\nschema: {node},\nkinds: &[{kinds}],\n\
         in_every_group: {every},\nspecial: Special::{special},\nmessage: {message},\npublished: {published},\n}};\n\n",
        every = IN_EVERY_GROUP.contains(&name),
        message = wire::message(name, spec)?,
        published = spec.schemas.contains_key(name),
    ))
}

/// The two types whose alternatives are published; the table says them by being special.
fn check_one_of(schema: &Value, special: &str) -> Result<()> {
    let expected = match special {
        "Quantity" => json!([{"type": "string"}, {"type": "number"}]),
        "IntOrString" => json!([{"type": "integer"}, {"type": "string"}]),
        _ => Value::Null,
    };
    ensure!(schema["oneOf"] == expected, "unexpected oneOf");
    Ok(())
}

fn kinds_of(name: &str, spec: &Spec) -> Vec<Value> {
    match spec.schemas.get(name) {
        Some(schema) => schema["x-kubernetes-group-version-kind"].as_array().cloned().unwrap_or_default(),
        None => synth::kind(name).into_iter().collect(),
    }
}

fn text_of(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_default().to_owned()
}
