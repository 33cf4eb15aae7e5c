//! Recorded tables: columns and cells.

use meta::Time;
use resource::{Column, ColumnType, Kind, Object};
use serde_json::{Value, json};

use crate::replay::{Outcome, difference};

/// Compares a recorded table with what the kind prints; `find` gives the object of a row.
pub fn compare<'o>(
    kind: &Kind,
    table: &Value,
    find: impl Fn(&str) -> Option<&'o Object>,
    now: Time,
) -> Outcome {
    let columns: Vec<Value> = columns(kind)
        .iter()
        .map(|c| json!({"name": c.name, "type": c.kind.as_str(), "format": c.format, "priority": c.priority, "description": c.description}))
        .collect();
    let mut recorded = table["columnDefinitions"].as_array().cloned().unwrap_or_default();
    for (column, want) in columns.iter().zip(&mut recorded) {
        // References to published descriptions are resolved elsewhere.
        if column["description"]
            .as_str()
            .is_some_and(|text| text.starts_with("io.k8s.") && text.contains('#'))
        {
            want["description"] = column["description"].clone();
        }
    }
    // Answers without rows, and all but the first of a watch, come without columns.
    if !recorded.is_empty() && columns != recorded {
        return Outcome::Failed(format!(
            "columns: {}",
            difference(&json!(columns), &json!(recorded), String::new())
        ));
    }
    let name_at = kind.columns.iter().position(|column| column.format == "name").unwrap_or(0);
    let mut outcome = Outcome::Passed;
    for row in table["rows"].as_array().into_iter().flatten() {
        // Rows without their objects still show the name.
        let Some(name) = row["cells"][name_at].as_str() else { return Outcome::Server };
        let Some(object) = find(name) else {
            outcome = Outcome::Server;
            continue;
        };
        let cells = cells(kind, object, now);
        let mut want = row["cells"].clone();
        if let Some(cells) = want.as_array_mut() {
            for cell in cells.iter_mut().filter(|cell| *cell == "<age>") {
                *cell = "0s".into();
            }
        }
        if json!(cells) != want {
            return Outcome::Failed(format!("cells: got {} want {want}", json!(cells)));
        }
    }
    outcome
}

/// The kind's columns; those of a kind that lists none are its name and when it was created.
fn columns(kind: &Kind) -> Vec<Column> {
    if !kind.columns.is_empty() {
        return kind.columns.clone();
    }
    let reference = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta#creationTimestamp";
    vec![kinds::printing::name(), Column::new("Created At", ColumnType::Date, reference)]
}

/// The cells of a row: the name stands in the column whose format says so.
fn cells(kind: &Kind, object: &Object, now: Time) -> Vec<Value> {
    if kind.columns.is_empty() {
        return vec![object.name().into(), object.text("metadata.creationTimestamp").into()];
    }
    let mut cells = kind.strategy.cells(object, now);
    let at = kind.columns.iter().position(|column| column.format == "name").unwrap();
    cells.insert(at, object.name().into());
    cells
}
