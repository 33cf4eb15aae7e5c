//! Objects as printed columns: what `kubectl get` asks for.

use codec::negotiate::Shape;
use meta::Time;
use resource::{Column, ColumnType};
use serde_json::{Map, Value, json};

use super::form::Form;
use super::{RenderError, metadata};
use crate::{Kind, Page, Stored};

/// How much of the object comes with its row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum IncludeObject {
    /// Nothing.
    None,
    /// Its metadata.
    #[default]
    Metadata,
    /// All of it.
    Object,
}

/// What a table is asked for with.
#[derive(Debug, Clone, Copy)]
pub struct TableOptions {
    /// How much of the object comes with its row.
    pub include: IncludeObject,
    /// Whether to leave the column definitions out, as all but the first event of a watch do.
    pub no_headers: bool,
    /// The version of the table that was asked for.
    pub shape: Shape,
    /// The time by which ages are told.
    pub now: Time,
}

const NAME: &str = "Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names";
const CREATED: &str = "CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata";

/// A page, or one object as a page of one, as a table.
pub fn table(page: &Page, kind: &Kind, served: usize, options: &TableOptions) -> Result<Value, RenderError> {
    let form = Form { kind, served };
    let rows: Result<Vec<Value>, _> = page.items.iter().map(|stored| row(stored, &form, options)).collect();
    let mut table = head(page, &form, options);
    // Moved, where a macro would copy every row.
    table.insert("rows".into(), Value::Array(rows?));
    Ok(Value::Object(table))
}

/// The same as JSON. The objects of its rows are copied from their stored bytes, as they are in lists.
pub fn table_json(
    page: &Page,
    kind: &Kind,
    served: usize,
    options: &TableOptions,
) -> Result<Vec<u8>, RenderError> {
    let form = Form { kind, served };
    let mut out = Vec::new();
    codec::json::write(&Value::Object(head(page, &form, options)), &mut out);
    out.truncate(out.len() - b"}".len());
    out.extend_from_slice(b",\"rows\":[");
    for (at, stored) in page.items.iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        write_row(stored, &form, options, &mut out)?;
    }
    out.extend_from_slice(b"]}");
    Ok(out)
}

/// A table without its rows.
fn head(page: &Page, form: &Form<'_>, options: &TableOptions) -> Map<String, Value> {
    let mut list = Map::new();
    list.insert("resourceVersion".into(), page.revision.to_string().into());
    if !page.continue_token.is_empty() {
        list.insert("continue".into(), page.continue_token.clone().into());
    }
    if let Some(remaining) = page.remaining {
        list.insert("remainingItemCount".into(), remaining.into());
    }
    let columns: Vec<Value> = if options.no_headers { Vec::new() } else { columns(form) };
    let mut table = Map::new();
    table.insert("kind".into(), "Table".into());
    table.insert("apiVersion".into(), metadata::api_version(options.shape).into());
    table.insert("metadata".into(), list.into());
    table.insert("columnDefinitions".into(), columns.into());
    table
}

fn columns(form: &Form<'_>) -> Vec<Value> {
    let definition = |column: &Column| {
        json!({
            "name": column.name,
            "type": column.kind.as_str(),
            "format": column.format,
            "description": column.description,
            "priority": column.priority,
        })
    };
    let columns = form.kind.columns_in(form.served);
    if !columns.is_empty() {
        return columns.iter().map(definition).collect();
    }
    let mut name = Column::new("Name", ColumnType::String, NAME);
    name.format = "name".into();
    vec![definition(&name), definition(&Column::new("Created At", ColumnType::Date, CREATED))]
}

/// What stands in an object's row, and its conditions.
fn cells(stored: &Stored, form: &Form<'_>, now: Time) -> Result<(Vec<Value>, Vec<Value>), RenderError> {
    let object = match form.elsewhere(stored)? {
        Some(json) => stored.of_form(&json)?,
        None => stored.lean_object()?,
    };
    let columns = form.kind.columns_in(form.served);
    let mut cells = if columns.is_empty() {
        vec![object.text("metadata.creationTimestamp").into()]
    } else {
        form.kind.strategy.cells_in(form.served, &object, now)
    };
    // The name comes first, but for kinds that show it elsewhere.
    let place = columns.iter().position(|column| column.format == "name").unwrap_or(0);
    cells.insert(place.min(cells.len()), object.name().into());
    Ok((cells, form.kind.strategy.row_conditions(&object)))
}

fn row(stored: &Stored, form: &Form<'_>, options: &TableOptions) -> Result<Value, RenderError> {
    let (cells, conditions) = cells(stored, form, options.now)?;
    let shown = match options.include {
        IncludeObject::None => Value::Null,
        IncludeObject::Object => form.tree(stored)?.into_tree(),
        IncludeObject::Metadata => {
            let mut out = Vec::new();
            metadata::write_json(stored, form.kind, options.shape, &mut out)?;
            serde_json::from_slice(&out)?
        }
    };
    let mut row = Map::new();
    row.insert("cells".into(), cells.into());
    row.insert("object".into(), shown);
    if !conditions.is_empty() {
        row.insert("conditions".into(), conditions.into());
    }
    Ok(Value::Object(row))
}

fn write_row(
    stored: &Stored,
    form: &Form<'_>,
    options: &TableOptions,
    out: &mut Vec<u8>,
) -> Result<(), RenderError> {
    let (cells, conditions) = cells(stored, form, options.now)?;
    out.extend_from_slice(b"{\"cells\":");
    codec::json::write(&Value::Array(cells), out);
    if !conditions.is_empty() {
        out.extend_from_slice(b",\"conditions\":");
        codec::json::write(&Value::Array(conditions), out);
    }
    out.extend_from_slice(b",\"object\":");
    match options.include {
        IncludeObject::None => out.extend_from_slice(b"null"),
        IncludeObject::Object => form.write_json(stored, true, out)?,
        IncludeObject::Metadata => metadata::write_json(stored, form.kind, options.shape, out)?,
    }
    out.push(b'}');
    Ok(())
}
