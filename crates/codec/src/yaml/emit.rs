//! Printing a tree, byte for byte as `kubectl get -o yaml` does.

use serde_json::{Map, Number, Value};

use super::analyze::{is_simple_key, style};
use super::fold::Page;
use super::order::compare;
use super::resolve::{Resolved, resolve};

const STEP: usize = 2;

/// The tree as a YAML document.
pub fn to_string(value: &Value) -> String {
    let mut out = String::with_capacity(1024);
    write(value, &mut out);
    out
}

/// Appends the tree as a YAML document.
pub fn write(value: &Value, out: &mut String) {
    let mut emitter = Emitter { page: Page::new(out) };
    emitter.value(value, None, Context::Root);
    emitter.page.indent(0);
}

/// What surrounds a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Context {
    Root,
    Item,
    Member,
}

struct Emitter<'o> {
    page: Page<'o>,
}

impl Emitter<'_> {
    /// A value; `indent` is the column of the collection around it.
    fn value(&mut self, value: &Value, indent: Option<usize>, context: Context) {
        let inner = indent.map_or(0, |indent| indent + STEP);
        match value {
            Value::Null => self.page.bare("null"),
            Value::Bool(flag) => self.page.bare(if *flag { "true" } else { "false" }),
            Value::Number(number) => self.page.bare(&number_text(number)),
            Value::String(text) => {
                let further = indent.map_or(STEP, |indent| indent + STEP);
                self.page.text(text, style(text, false), further, true);
            }
            Value::Array(items) if items.is_empty() => self.page.bare("[]"),
            Value::Object(members) if members.is_empty() => self.page.bare("{}"),
            Value::Array(items) => {
                // A list under a key does not step in: its dashes stand below the key.
                let flush = context == Context::Member && !self.page.indention;
                self.items(items, if flush { indent.unwrap_or(0) } else { inner });
            }
            Value::Object(members) => self.members(members, inner),
        }
    }

    fn items(&mut self, items: &[Value], indent: usize) {
        for item in items {
            self.page.indent(indent);
            self.page.indicator("-", true, true);
            self.value(item, Some(indent), Context::Item);
        }
    }

    fn members(&mut self, members: &Map<String, Value>, indent: usize) {
        let mut sorted: Vec<_> = members.iter().collect();
        sorted.sort_by(|(a, _), (b, _)| compare(a, b));
        for (key, value) in sorted {
            self.page.indent(indent);
            if is_simple_key(key) {
                self.page.text(key, style(key, true), indent + STEP, false);
                self.page.indicator(":", false, false);
            } else {
                self.page.indicator("?", true, true);
                self.page.text(key, style(key, false), indent + STEP, true);
                self.page.indent(indent);
                self.page.indicator(":", true, true);
            }
            self.value(value, Some(indent), Context::Member);
        }
    }
}

/// A number as it looks after upstream's way through JSON text and back.
fn number_text(number: &Number) -> String {
    match number.as_f64() {
        Some(float) if number.is_f64() => {
            let text = crate::json::go_float(float);
            match resolve(&text) {
                Resolved::Float(float) => float_text(float),
                _ => text,
            }
        }
        _ => number.to_string(),
    }
}

/// A float as YAML prints it: shortest digits, an exponent below 1e-4 and from 1e6 on.
pub(super) fn float_text(float: f64) -> String {
    if float.is_nan() {
        return ".nan".to_owned();
    }
    if float.is_infinite() {
        return if float > 0.0 { ".inf" } else { "-.inf" }.to_owned();
    }
    let scientific = format!("{float:e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..6).contains(&exponent) || float == 0.0 {
        return format!("{float}");
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.unsigned_abs())
}
