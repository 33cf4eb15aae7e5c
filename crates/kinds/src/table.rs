//! The table of built-in kinds. A kind that has no line here is not served.

use std::sync::Arc;

use resource::Kind;

use crate::core;

/// Every built-in kind, by group.
pub fn builtin() -> Vec<Arc<Kind>> {
    let kinds = [core::config_map::kind(), core::namespace::kind()];
    kinds.into_iter().map(Arc::new).collect()
}
