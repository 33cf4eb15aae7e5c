//! `-o`: objects as JSON, YAML, names, or by templates.

use std::cell::Cell;

use jsonpath::JsonPath;
use serde_json::Value;

use super::{Columns, Tabs};
use crate::cx::Cx;
use crate::error::{Result, bail, plain};
use crate::tree::Tree as _;

/// The formats of most verbs.
const COMMON: &[&str] = &[
    "json",
    "yaml",
    "kyaml",
    "name",
    "go-template",
    "go-template-file",
    "template",
    "templatefile",
    "jsonpath",
    "jsonpath-as-json",
    "jsonpath-file",
];

/// A format.
#[derive(Debug)]
pub enum Format {
    /// Indented JSON.
    Json,
    /// YAML, with a line between objects.
    Yaml,
    /// `pod/name`.
    Name,
    /// A template: its text and what it says.
    JsonPath(String, JsonPath),
    /// The same, with what is found as JSON.
    JsonPathAsJson(JsonPath),
    /// Columns.
    Columns(Columns),
}

/// Prints objects.
#[derive(Debug)]
pub struct Printer {
    /// How.
    pub format: Format,
    managed: bool,
    no_headers: bool,
    printed: Cell<usize>,
    headed: Cell<bool>,
}

impl Printer {
    /// What `-o` asks for; nothing if it is for people (`wide` included where the verb has it).
    pub fn of(cx: &Cx) -> Result<Option<Self>> {
        Self::with(cx, false)
    }

    /// The same for a verb that prints tables.
    pub fn of_tables(cx: &Cx) -> Result<Option<Self>> {
        Self::with(cx, true)
    }

    fn with(cx: &Cx, tables: bool) -> Result<Option<Self>> {
        let output = cx.flags.text("output");
        let (name, argument) = match output.split_once('=') {
            Some((name, argument)) => (name, Some(argument)),
            None => (output, None),
        };
        let template = || argument.or_else(|| cx.flags.some("template")).filter(|text| !text.is_empty());
        let needed = || template().ok_or_else(|| plain("template format specified but no template given"));
        let from_file = || -> Result<String> {
            let path = needed()?;
            let text = std::fs::read_to_string(path);
            text.map_err(|error| plain(format!("error reading --template {path}, {error}\n")))
        };
        let format = match name {
            "" if cx.flags.some("template").is_none() => return Ok(None),
            "wide" if tables => return Ok(None),
            "json" => Format::Json,
            "yaml" => Format::Yaml,
            "name" => Format::Name,
            "jsonpath" => path(needed()?)?,
            "jsonpath-file" => path(&from_file()?)?,
            "jsonpath-as-json" => Format::JsonPathAsJson(parse(needed()?)?),
            "custom-columns" if tables => Format::Columns(Columns::parse(
                argument.or_else(|| cx.flags.some("template")).unwrap_or_default(),
            )?),
            "custom-columns-file" if tables => Format::Columns(Columns::from_template(&from_file()?)?),
            _ => bail!("{}", unknown(output, tables)),
        };
        let format = match format {
            Format::JsonPath(text, path) => {
                Format::JsonPath(text, path.allow_missing(cx.flags.on("allow-missing-template-keys")))
            }
            Format::JsonPathAsJson(path) => {
                Format::JsonPathAsJson(path.allow_missing(cx.flags.on("allow-missing-template-keys")))
            }
            other => other,
        };
        Ok(Some(Self {
            format,
            managed: cx.flags.on("show-managed-fields"),
            no_headers: cx.flags.on("no-headers"),
            printed: Cell::new(0),
            headed: Cell::new(false),
        }))
    }

    /// Writes an object.
    pub fn print(&self, cx: &Cx, object: &Value) -> Result {
        cx.io.out(self.render(object)?);
        Ok(())
    }

    /// An object as text.
    pub fn render(&self, object: &Value) -> Result<String> {
        let count = self.printed.replace(self.printed.get() + 1);
        match &self.format {
            Format::Json => Ok(pretty(&self.cleaned(object))),
            Format::Yaml => {
                let separator = if count > 0 { "---\n" } else { "" };
                Ok(format!("{separator}{}", codec::yaml::to_string(&self.cleaned(object))))
            }
            Format::Name => Ok(names(object)),
            Format::JsonPath(text, path) => {
                path.render(object).map_err(|error| explained(text, object, &error))
            }
            Format::JsonPathAsJson(path) => Ok(path.render_json(object)?),
            Format::Columns(columns) => self.columns(columns, object),
        }
    }

    fn columns(&self, columns: &Columns, object: &Value) -> Result<String> {
        let mut text = String::new();
        if !self.no_headers && !self.headed.replace(true) {
            text += &columns.header();
        }
        if object.at("items").is_array() {
            for item in object.items("items") {
                text += &columns.row(item)?;
            }
        } else {
            text += &columns.row(object)?;
        }
        Ok(Tabs::list().render(&text))
    }

    fn cleaned(&self, object: &Value) -> Value {
        if self.managed { object.clone() } else { without_managed(object) }
    }
}

/// An object, or the objects of a list, without the record of who manages which field.
pub fn without_managed(object: &Value) -> Value {
    let mut object = object.clone();
    crate::tree::take(&mut object, "metadata.managedFields");
    for item in object.get_mut("items").and_then(Value::as_array_mut).into_iter().flatten() {
        crate::tree::take(item, "metadata.managedFields");
    }
    object
}

fn pretty(object: &Value) -> String {
    let formatter = serde_json::ser::PrettyFormatter::with_indent(b"    ");
    let mut text = Vec::new();
    let mut writer = serde_json::Serializer::with_formatter(&mut text, formatter);
    serde::Serialize::serialize(object, &mut writer).expect("a tree has string keys only");
    // Go keeps these three out of JSON, which may end up in a page.
    let text = String::from_utf8_lossy(&text)
        .replace('&', "\\u0026")
        .replace('<', "\\u003c")
        .replace('>', "\\u003e");
    text + "\n"
}

fn names(object: &Value) -> String {
    if object.at("items").is_array() && object.kind().ends_with("List") {
        return object.items("items").iter().map(names).collect();
    }
    let name = if object.name().is_empty() { "<unknown>" } else { object.name() };
    crate::discovery::label(object.group(), object.kind(), name) + "\n"
}

fn parse(text: &str) -> Result<JsonPath> {
    JsonPath::parse(text).map_err(|error| plain(format!("error parsing jsonpath {text}, {error}\n")))
}

fn path(text: &str) -> Result<Format> {
    Ok(Format::JsonPath(text.to_owned(), parse(text)?))
}

fn explained(text: &str, object: &Value, error: &jsonpath::Error) -> crate::error::Error {
    let object = jsonpath::go_value(object);
    plain(format!(
        "error executing jsonpath {}: Error executing template: {error}. Printing more information for debugging the template:\n\
         \ttemplate was:\n\t\t{text}\n\tobject given to jsonpath engine was:\n\t\t{object}\n\n",
        meta::go::quote(text)
    ))
}

fn unknown(output: &str, tables: bool) -> String {
    let mut allowed: Vec<&str> = COMMON.to_vec();
    if tables {
        allowed.extend(["custom-columns", "custom-columns-file", "wide"]);
    }
    allowed.sort_unstable();
    format!(
        "unable to match a printer suitable for the output format {}, allowed formats are: {}",
        meta::go::quote(output),
        allowed.join(",")
    )
}
