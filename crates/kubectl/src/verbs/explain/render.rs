//! A schema as text. Pure; mirrors upstream's template `plaintext.tmpl`.

use serde_json::Value;

use crate::tree::{Tree as _, show};

/// The document that references lead into, and whether fields of fields are listed.
pub(super) struct Page<'a> {
    pub document: &'a Value,
    pub recursive: bool,
}

impl Page<'_> {
    fn resolve<'v>(&'v self, schema: &'v Value) -> &'v Value {
        let reference = schema
            .get("$ref")
            .and_then(Value::as_str)
            .and_then(|path| path.strip_prefix("#/components/schemas/"));
        let found = reference.and_then(|name| self.document.at("components.schemas").get(name));
        found.unwrap_or(schema)
    }

    /// What a path leads to, described; nothing if there is no such field.
    pub fn output(&self, schema: &Value, path: &[String]) -> Option<String> {
        let resolved = self.resolve(schema);
        let Some((first, rest)) = path.split_first() else { return Some(self.describe(resolved)) };
        if let Some(field) = resolved.at("properties").get(first) {
            let body = self.output(field, rest);
            if !rest.is_empty() {
                return body;
            }
            let title = format!("FIELD: {first} <{}>\n{}\n\n", self.kind(field), long_enum(field));
            return body.map(|body| title + &body);
        }
        for inner in ["items", "additionalProperties"] {
            if resolved.at(inner).is_object() {
                return self.output(resolved.at(inner), path);
            }
        }
        resolved.items("allOf").iter().find_map(|one| self.output(one, path))
    }

    fn describe(&self, schema: &Value) -> String {
        let mut words = String::new();
        self.description(schema, &mut words);
        let words = if words.is_empty() { "<empty>".to_owned() } else { words };
        let mut text = format!("DESCRIPTION:\n{}\n", indent(&wrap(&words, 76), 4));
        let mut fields = String::new();
        self.fields(schema, 1, &mut Vec::new(), &mut fields);
        if !fields.is_empty() {
            text += "FIELDS:\n";
            text += &fields;
        }
        text
    }

    fn description(&self, schema: &Value, out: &mut String) {
        let schema = self.resolve(schema);
        if !schema.text("description").is_empty() {
            *out += schema.text("description");
            out.push('\n');
        }
        for one in schema.items("allOf") {
            self.description(one, out);
        }
        for inner in ["items", "additionalProperties"] {
            if schema.at(inner).is_object() {
                self.description(schema.at(inner), out);
            }
        }
    }

    fn fields(&self, schema: &Value, level: usize, seen: &mut Vec<String>, out: &mut String) {
        let reference = schema.get("$ref").and_then(Value::as_str).unwrap_or_default().to_owned();
        if !reference.is_empty() && seen.contains(&reference) {
            return;
        }
        seen.push(reference);
        let resolved = self.resolve(schema);
        for (name, field) in resolved.members("properties") {
            self.field(resolved, name, field, level, out);
            if self.recursive {
                self.fields(field, level + 1, seen, out);
            }
        }
        for one in resolved.items("allOf") {
            self.fields(one, level, seen, out);
        }
        for inner in ["items", "additionalProperties"] {
            if resolved.at(inner).is_object() {
                self.fields(resolved.at(inner), level, seen, out);
            }
        }
        seen.pop();
    }

    fn field(&self, owner: &Value, name: &str, field: &Value, level: usize, out: &mut String) {
        let amount = level * 2;
        let required = owner.items("required").iter().any(|one| one == name);
        *out += &format!(
            "{}{name}\t<{}>{}",
            " ".repeat(amount),
            self.kind(field),
            if required { " -required-" } else { "" }
        );
        *out += &short_enum(field, amount);
        out.push('\n');
        if !self.recursive {
            let words = if field.text("description").is_empty() {
                "<no description>"
            } else {
                field.text("description")
            };
            *out += &indent(&wrap(words, 78 - amount), amount + 2);
            *out += "\n\n";
        }
    }

    /// `string`, `[]Container`, `map[string]string`.
    fn kind(&self, schema: &Value) -> String {
        if schema.at("items").is_object() {
            return format!("[]{}", self.kind(schema.at("items")));
        }
        if schema.at("additionalProperties").is_object() {
            return format!("map[string]{}", self.kind(schema.at("additionalProperties")));
        }
        if let ([one], true) = (schema.items("allOf"), schema.at("properties").is_null()) {
            return self.kind(one);
        }
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            let kind = self.resolve(schema).text("type");
            if kind.is_empty() || kind == "object" {
                return reference.rsplit(['/', '.']).next().unwrap_or("Object").to_owned();
            }
            return kind.to_owned();
        }
        match schema.text("type") {
            "" | "object" => "Object".to_owned(),
            kind => kind.to_owned(),
        }
    }
}

fn enum_word(value: &Value) -> String {
    if value == "" { "\"\"".to_owned() } else { show(value) }
}

fn short_enum(schema: &Value, amount: usize) -> String {
    let values = schema.items("enum");
    if values.is_empty() {
        return String::new();
    }
    let words: Vec<String> = values.iter().take(4).map(enum_word).collect();
    format!(
        "\n{}enum: {}{}",
        " ".repeat(amount),
        words.join(", "),
        if values.len() > 4 { ", ...." } else { "" }
    )
}

fn long_enum(schema: &Value) -> String {
    let values = schema.items("enum");
    if values.is_empty() {
        return String::new();
    }
    let lines: String = values.iter().map(|value| format!("\n    {}", enum_word(value))).collect();
    format!("ENUM:{lines}")
}

fn indent(text: &str, amount: usize) -> String {
    let before = " ".repeat(amount);
    text.split('\n').map(|line| format!("{before}{line}")).collect::<Vec<_>>().join("\n")
}

/// Lines no longer than a width; line ends that are there stay.
fn wrap(text: &str, width: usize) -> String {
    let mut lines = Vec::new();
    for line in text.split('\n') {
        let mut current = String::new();
        for word in line.split_whitespace() {
            if !current.is_empty() && current.chars().count() + 1 + word.chars().count() > width {
                lines.push(std::mem::take(&mut current));
            }
            if !current.is_empty() {
                current.push(' ');
            }
            current += word;
        }
        lines.push(current);
    }
    lines.join("\n")
}
