//! What a token says, in upstream's spelling.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The claims of a token that was issued for a time.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    /// For whom it is good.
    #[serde(default)]
    pub aud: Vec<String>,
    /// Until when, in seconds since 1970.
    #[serde(default)]
    pub exp: i64,
    /// Since when it is.
    #[serde(default)]
    pub iat: i64,
    /// Who issued it.
    #[serde(default)]
    pub iss: String,
    /// Which it is.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub jti: String,
    /// Whose and what it is bound to.
    #[serde(rename = "kubernetes.io", default)]
    pub kubernetes: Kubernetes,
    /// From when on.
    #[serde(default)]
    pub nbf: i64,
    /// The user.
    #[serde(default)]
    pub sub: String,
}

/// The claims of Kubernetes' own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kubernetes {
    /// The account's namespace.
    #[serde(default)]
    pub namespace: String,
    /// The node that it is bound to, or that its pod was on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<Reference>,
    /// The pod that it is bound to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pod: Option<Reference>,
    /// The secret that it is bound to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<Reference>,
    /// The account.
    #[serde(default)]
    pub serviceaccount: Reference,
    /// From when on its use should be warned of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warnafter: Option<i64>,
}

/// An object by name and uid.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reference {
    /// The name.
    #[serde(default)]
    pub name: String,
    /// The uid; empty for a node that was not there.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub uid: String,
}

/// What a token can be bound to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Bound {
    /// A pod, with the node that it is on.
    Pod(Reference, Option<Reference>),
    /// A secret.
    Secret(Reference),
    /// A node.
    Node(Reference),
}

/// The audiences: a list, or one text.
pub(super) fn audiences(claims: &Value) -> Vec<String> {
    match &claims["aud"] {
        Value::String(one) => vec![one.clone()],
        Value::Array(many) => many.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        _ => Vec::new(),
    }
}
