//! The server's tables, with the columns that the user wants besides: namespace, labels, events.

use serde_json::{Value, json};

use super::Tabs;
use crate::tree::{Tree as _, texts};

/// How tables look.
#[derive(Clone, Debug, Default)]
pub struct Look {
    /// All columns.
    pub wide: bool,
    /// No line of names.
    pub no_headers: bool,
    /// The namespace first.
    pub with_namespace: bool,
    /// Names with their kind before them: `deployment.apps`.
    pub kind: Option<String>,
    /// Columns for these labels.
    pub label_columns: Vec<String>,
    /// A column for all labels.
    pub show_labels: bool,
}

/// Prints tables one after another; the line of names comes again only when columns change.
#[derive(Debug)]
pub struct Tables {
    look: Look,
    last: Vec<Value>,
    printed: bool,
    /// The layout, which stays as wide as it was.
    pub tabs: Tabs,
}

impl Tables {
    /// With a look.
    pub fn new(look: Look) -> Self {
        Self { look, last: Vec::new(), printed: false, tabs: Tabs::list() }
    }

    /// A table as text in columns; `event` is the type of the event that brought it.
    pub fn render(&mut self, table: &Value, event: Option<&str>) -> String {
        let text = self.raw(table, event);
        self.tabs.render(&text)
    }

    /// The same with tabs still in it.
    pub fn raw(&mut self, table: &Value, event: Option<&str>) -> String {
        let columns = table.items("columnDefinitions");
        let same = columns.is_empty() || columns == self.last;
        let headers = !(self.look.no_headers || self.printed && same);
        if !same {
            self.last = columns.to_vec();
            self.printed = false;
        }
        self.printed |= !table.items("rows").is_empty();
        let mut text = String::new();
        if headers && !table.items("rows").is_empty() {
            text += &self.header(event.is_some());
            text.push('\n');
        }
        for row in table.items("rows") {
            text += &self.row(row, event).join("\t");
            text.push('\n');
        }
        text
    }

    fn shown(&self, index: usize) -> bool {
        self.last.get(index).is_some_and(|column| self.look.wide || column.int("priority") == 0)
    }

    fn header(&self, event: bool) -> String {
        let mut names: Vec<String> = Vec::new();
        names.extend(event.then(|| "EVENT".to_owned()));
        names.extend(self.look.with_namespace.then(|| "NAMESPACE".to_owned()));
        let own = self.last.iter().enumerate().filter(|(index, _)| self.shown(*index));
        names.extend(own.map(|(_, column)| column.text("name").to_uppercase()));
        for label in &self.look.label_columns {
            names.push(label.rsplit('/').next().unwrap_or(label).to_uppercase());
        }
        names.extend(self.look.show_labels.then(|| "LABELS".to_owned()));
        names.join("\t")
    }

    fn row(&self, row: &Value, event: Option<&str>) -> Vec<String> {
        let meta = row.at("object.metadata");
        let named = |column: &Value| column.text("format") == "name" && column.text("type") == "string";
        let name = self.last.iter().position(named);
        let mut cells: Vec<String> = event.map(event_cell).into_iter().collect();
        if self.look.with_namespace {
            cells.push(meta.text("namespace").to_owned());
        }
        for (index, cell) in row.items("cells").iter().enumerate().filter(|(index, _)| self.shown(*index)) {
            let text = cell_text(cell);
            match &self.look.kind {
                Some(kind) if Some(index) == name => cells.push(format!("{kind}/{text}")),
                _ => cells.push(text),
            }
        }
        let labels = meta.at("labels");
        for label in &self.look.label_columns {
            cells.push(labels.get(label).and_then(Value::as_str).unwrap_or_default().to_owned());
        }
        if self.look.show_labels {
            cells.push(format_labels(labels));
        }
        cells
    }
}

/// A table of one row for an object that came without one.
pub(crate) fn plain_table(object: &Value, now: i64) -> Value {
    let age = super::ago(object.at("metadata.creationTimestamp"), now);
    json!({
        "columnDefinitions": [
            {"name": "Name", "type": "string", "format": "name", "priority": 0},
            {"name": "Age", "type": "string", "priority": 0},
        ],
        "rows": [{"cells": [object.name(), age], "object": object}],
    })
}

fn event_cell(event: &str) -> String {
    format!("{event:<8}")
}

fn cell_text(cell: &Value) -> String {
    match cell {
        Value::Null => String::new(),
        Value::String(text) => match text.find(['\u{c}', '\n', '\r']) {
            Some(at) => format!("{}...", escaped(&text[..at])),
            None => escaped(text),
        },
        other => jsonpath::go_value(other),
    }
}

/// Nothing from the server may command the terminal.
fn escaped(text: &str) -> String {
    text.replace('\u{1b}', "^[").replace('\r', "\\r")
}

/// `a=1,b=2`, or that there are none.
fn format_labels(labels: &Value) -> String {
    let pairs: Vec<String> = texts(labels).into_iter().map(|(key, value)| format!("{key}={value}")).collect();
    if pairs.is_empty() { "<none>".to_owned() } else { pairs.join(",") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Value {
        json!({
            "kind": "Table",
            "columnDefinitions": [
                {"name": "Name", "type": "string", "format": "name", "priority": 0},
                {"name": "Ready", "type": "string", "priority": 0},
                {"name": "Node", "type": "string", "priority": 1},
            ],
            "rows": [
                {"cells": ["a", "1/1", "n1"], "object": {"metadata": {"namespace": "x", "labels": {"app": "web"}}}},
                {"cells": ["bb", null, "n2"], "object": {"metadata": {"namespace": "y"}}},
            ],
        })
    }

    #[test]
    fn looks() {
        let plain = Tables::new(Look::default()).render(&table(), None);
        assert_eq!(plain, "NAME   READY\na      1/1\nbb     \n");
        let look = Look {
            wide: true,
            with_namespace: true,
            show_labels: true,
            kind: Some("pod".into()),
            ..Look::default()
        };
        let rich = Tables::new(look).render(&table(), None);
        assert_eq!(
            rich,
            "NAMESPACE   NAME     READY   NODE   LABELS\nx           pod/a    1/1     n1     app=web\ny           pod/bb           n2     <none>\n"
        );
        let look = Look {
            label_columns: vec!["example.com/app".into(), "app".into()],
            no_headers: true,
            ..Look::default()
        };
        assert_eq!(
            Tables::new(look).render(&table(), Some("ADDED")),
            "ADDED      a     1/1         web\nADDED      bb                \n"
        );
    }

    #[test]
    fn the_names_of_columns_come_once() {
        let mut tables = Tables::new(Look::default());
        tables.render(&table(), None);
        let mut more = table();
        more["columnDefinitions"] = json!([]);
        assert!(!tables.render(&more, None).contains("NAME"));
    }
}
