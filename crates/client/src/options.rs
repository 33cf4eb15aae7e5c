//! What writes and deletes ask for.

use serde_json::{Map, Value, json};

/// What becomes of dependents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Propagation {
    /// They stay.
    Orphan,
    /// They go afterwards.
    Background,
    /// They go first.
    Foreground,
}

/// What a delete asks for. The default leaves everything to the server.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DeleteOptions {
    /// How long the delete may take.
    pub grace_seconds: Option<i64>,
    /// Delete only the object with this UID; empty for any.
    pub uid: String,
    /// Delete only this version; empty for any.
    pub resource_version: String,
    /// What becomes of dependents.
    pub propagation: Option<Propagation>,
}

impl DeleteOptions {
    /// Delete the object with this UID and no other of the same name.
    pub fn of_uid(uid: &str) -> Self {
        Self { uid: uid.to_owned(), ..Self::default() }
    }

    pub(crate) fn body(&self) -> Value {
        let mut body = Map::new();
        body.insert("apiVersion".to_owned(), json!("v1"));
        body.insert("kind".to_owned(), json!("DeleteOptions"));
        if let Some(seconds) = self.grace_seconds {
            body.insert("gracePeriodSeconds".to_owned(), json!(seconds));
        }
        let mut conditions = Map::new();
        for (name, value) in [("uid", &self.uid), ("resourceVersion", &self.resource_version)] {
            if !value.is_empty() {
                conditions.insert(name.to_owned(), json!(value));
            }
        }
        if !conditions.is_empty() {
            body.insert("preconditions".to_owned(), Value::Object(conditions));
        }
        if let Some(propagation) = self.propagation {
            body.insert("propagationPolicy".to_owned(), json!(format!("{propagation:?}")));
        }
        Value::Object(body)
    }
}

/// A change of an object.
#[derive(Debug, Clone, PartialEq)]
pub enum Patch {
    /// RFC 7396.
    Merge(Value),
    /// RFC 6902.
    Json(Value),
    /// As a merge, with lists merged by their keys.
    Strategic(Value),
    /// Server-side apply.
    Apply {
        /// Who applies.
        manager: String,
        /// Whether to take fields from others.
        force: bool,
        /// The fields, with `apiVersion` and `kind`.
        tree: Value,
    },
}

impl Patch {
    pub(crate) fn content_type(&self) -> &'static str {
        match self {
            Self::Merge(_) => "application/merge-patch+json",
            Self::Json(_) => "application/json-patch+json",
            Self::Strategic(_) => "application/strategic-merge-patch+json",
            Self::Apply { .. } => "application/apply-patch+yaml",
        }
    }

    pub(crate) fn tree(&self) -> &Value {
        match self {
            Self::Merge(tree) | Self::Json(tree) | Self::Strategic(tree) | Self::Apply { tree, .. } => tree,
        }
    }

    pub(crate) fn query(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::Apply { manager, force, .. } => {
                vec![("fieldManager", manager.clone()), ("force", force.to_string())]
            }
            _ => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_delete_says_only_what_is_asked() {
        assert_eq!(DeleteOptions::default().body(), json!({"apiVersion": "v1", "kind": "DeleteOptions"}));
        let options = DeleteOptions {
            grace_seconds: Some(0),
            propagation: Some(Propagation::Background),
            ..DeleteOptions::of_uid("u")
        };
        assert_eq!(
            options.body(),
            json!({
                "apiVersion": "v1", "kind": "DeleteOptions", "gracePeriodSeconds": 0,
                "preconditions": {"uid": "u"}, "propagationPolicy": "Background",
            })
        );
    }
}
