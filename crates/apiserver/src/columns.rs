//! Printed columns whose description is that of a field: the table of kinds refers to it, the text is looked up when the server
//! starts.

use std::sync::Arc;

use api::Descriptions;
use registry::Kind;
use resource::Column;

/// The kinds with every reference in place of a column's description replaced by the text that it refers to.
pub(crate) fn described(kinds: Vec<Arc<Kind>>) -> Vec<Arc<Kind>> {
    let texts = Descriptions::load();
    kinds
        .into_iter()
        .map(|kind| if kind.columns.iter().any(refers) { replaced(&kind, &texts) } else { kind })
        .collect()
}

fn refers(column: &Column) -> bool {
    column.description.starts_with("io.k8s.") && column.description.contains('#')
}

fn replaced(kind: &Kind, texts: &Descriptions) -> Arc<Kind> {
    let mut kind = kind.clone();
    for column in kind.columns.iter_mut().filter(|column| refers(column)) {
        // Behind a bar stands what the field says now and its column does not say yet.
        let (reference, newer) = column.description.split_once('|').unwrap_or((&column.description, ""));
        if let Some(text) = texts.resolve(reference) {
            column.description = text.strip_suffix(newer).unwrap_or(text).to_owned().into();
        }
    }
    Arc::new(kind)
}
