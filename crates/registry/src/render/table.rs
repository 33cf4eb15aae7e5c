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
    let mut list = Map::new();
    list.insert("resourceVersion".into(), page.revision.to_string().into());
    if !page.continue_token.is_empty() {
        list.insert("continue".into(), page.continue_token.clone().into());
    }
    if let Some(remaining) = page.remaining {
        list.insert("remainingItemCount".into(), remaining.into());
    }
    let columns: Vec<Value> = if options.no_headers { Vec::new() } else { columns(kind) };
    Ok(json!({
        "kind": "Table",
        "apiVersion": metadata::api_version(options.shape),
        "metadata": list,
        "columnDefinitions": columns,
        "rows": rows?,
    }))
}

fn columns(kind: &Kind) -> Vec<Value> {
    let definition = |column: &Column| {
        json!({
            "name": column.name,
            "type": column.kind.as_str(),
            "format": column.format,
            "description": column.description,
            "priority": column.priority,
        })
    };
    if !kind.columns.is_empty() {
        return kind.columns.iter().map(definition).collect();
    }
    let mut name = Column::new("Name", ColumnType::String, NAME);
    name.format = "name".into();
    vec![definition(&name), definition(&Column::new("Created At", ColumnType::Date, CREATED))]
}

fn row(stored: &Stored, form: &Form<'_>, options: &TableOptions) -> Result<Value, RenderError> {
    let object = stored.object()?;
    let mut cells = if form.kind.columns.is_empty() {
        vec![object.text("metadata.creationTimestamp").into()]
    } else {
        form.kind.strategy.cells(&object, options.now)
    };
    // The name comes first, but for kinds that show it elsewhere.
    let place = form.kind.columns.iter().position(|column| column.format == "name").unwrap_or(0);
    cells.insert(place.min(cells.len()), object.name().into());
    let shown = match options.include {
        IncludeObject::None => Value::Null,
        IncludeObject::Object => form.tree(stored)?.into_tree(),
        IncludeObject::Metadata => {
            let mut out = Vec::new();
            metadata::write_json(stored, form.kind, options.shape, &mut out)?;
            serde_json::from_slice(&out)?
        }
    };
    let conditions = form.kind.strategy.row_conditions(&object);
    let mut row = json!({"cells": cells, "object": shown});
    if !conditions.is_empty() {
        row["conditions"] = conditions.into();
    }
    Ok(row)
}
