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
        if let Some(text) = texts.resolve(&column.description) {
            column.description = text.to_owned().into();
        }
    }
    Arc::new(kind)
}
