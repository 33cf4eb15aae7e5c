//! Printed columns of a custom resource: each the value that a JSONPath finds.

use jsonpath::JsonPath;
use meta::Time;
use resource::{Column, ColumnType};
use serde_json::{Value, json};

use super::owned;
use crate::printing;
use crate::rules::object::text;

/// How a cell is made.
pub(super) struct Cell {
    path: Option<JsonPath>,
    kind: ColumnType,
}

/// What is shown where a definition names no columns.
const AGE: &str = ".metadata.creationTimestamp";

/// The columns that a definition names, the name's before them, and how their cells are made.
pub(super) fn read(declared: &Value) -> (Vec<Column>, Vec<Cell>) {
    let declared = declared.as_array().map_or(&[][..], Vec::as_slice);
    let mut name = printing::name();
    name.description = super::published::NAME.into();
    let (mut columns, mut cells) = (vec![name], Vec::new());
    for column in declared {
        let path = text(column, "jsonPath");
        let described = match text(column, "description") {
            "" => format!("Custom resource definition column (in JSONPath format): {path}"),
            given => given.to_owned(),
        };
        let mut made = Column::new("", kind(text(column, "type")), "");
        made.name = owned(text(column, "name"));
        made.format = owned(text(column, "format"));
        made.description = described.into();
        made.priority = column["priority"].as_i64().and_then(|at| i32::try_from(at).ok()).unwrap_or(0);
        cells.push(Cell::new(path, made.kind));
        columns.push(made);
    }
    if declared.is_empty() {
        columns.push(Column::new("Age", ColumnType::Date, super::published::CREATED));
        cells.push(Cell::new(AGE, ColumnType::Date));
    }
    (columns, cells)
}

fn kind(name: &str) -> ColumnType {
    match name {
        "integer" => ColumnType::Integer,
        "number" => ColumnType::Number,
        "boolean" => ColumnType::Boolean,
        "date" => ColumnType::Date,
        _ => ColumnType::String,
    }
}

impl Cell {
    fn new(path: &str, kind: ColumnType) -> Self {
        let path = JsonPath::parse(&format!("{{{path}}}")).ok().map(|path| path.allow_missing(true));
        Self { path, kind }
    }

    /// The cell of an object.
    pub(super) fn show(&self, tree: &Value, now: Time) -> Value {
        let Some(path) = &self.path else { return Value::Null };
        let Ok(found) = path.find(tree) else { return Value::Null };
        let Some(value) = found.first().and_then(|found| found.first()) else { return Value::Null };
        let value: &Value = value;
        match self.kind {
            ColumnType::String => jsonpath::go_value(value).into(),
            ColumnType::Integer => match (value.as_i64(), value.as_f64()) {
                (Some(whole), _) => whole.into(),
                #[expect(
                    clippy::cast_possible_truncation,
                    reason = "a fraction is cut off, as upstream does"
                )]
                (None, Some(number)) => (number as i64).into(),
                (None, None) => Value::Null,
            },
            ColumnType::Number => value.as_f64().map_or(Value::Null, |number| json!(number)),
            ColumnType::Boolean => value.as_bool().map_or(Value::Null, Value::Bool),
            ColumnType::Date => match value.as_str() {
                None => Value::Null,
                Some(moment) if moment.parse::<Time>().is_ok() => printing::since(moment, now).into(),
                Some(_) => "<invalid>".into(),
            },
        }
    }
}
