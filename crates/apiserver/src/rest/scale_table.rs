//! The scale of an object as a table: no kind of its own prints it, and it has columns all the same.

use api::Descriptions;
use codec::negotiate::{Output, Shape};
use kinds::printing;
use registry::Object;
use registry::render::IncludeObject;
use serde_json::{Value, json};

use super::call::Call;

/// The columns: their names and types, and the fields that describe them.
const COLUMNS: [(&str, &str, &str); 4] = [
    ("Name", "string", "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta#name"),
    ("Desired", "integer", "io.k8s.api.autoscaling.v1.ScaleSpec#replicas"),
    ("Available", "integer", "io.k8s.api.autoscaling.v1.ScaleStatus#replicas"),
    ("Age", "string", "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta#creationTimestamp"),
];

/// The table of one scale.
pub(super) fn table(call: &Call, scale: &Object, output: &Output) -> Value {
    let (options, texts) = (call.tables(output), Descriptions::load());
    let columns: Vec<Value> = COLUMNS
        .iter()
        .map(|(name, kind, of)| {
            let text = texts.resolve(of).unwrap_or_default();
            json!({"name": name, "type": kind, "format": "", "description": text, "priority": 0})
        })
        .collect();
    let version =
        if output.shape == Shape::Table("v1beta1") { "meta.k8s.io/v1beta1" } else { "meta.k8s.io/v1" };
    let shown = match options.include {
        IncludeObject::None => Value::Null,
        IncludeObject::Object => scale.tree().clone(),
        IncludeObject::Metadata => json!({
            "kind": "PartialObjectMetadata",
            "apiVersion": version,
            "metadata": scale.get("metadata").cloned().unwrap_or_default(),
        }),
    };
    let number = |path: &str| scale.int(path).unwrap_or(0);
    let cells = json!([
        scale.name(),
        number("spec.replicas"),
        number("status.replicas"),
        printing::age_of(scale, options.now),
    ]);
    json!({
        "kind": "Table",
        "apiVersion": version,
        "metadata": {"resourceVersion": scale.text("metadata.resourceVersion")},
        "columnDefinitions": columns,
        "rows": [{"cells": cells, "object": shown}],
    })
}
