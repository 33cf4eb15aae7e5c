//! What can be wrong with a strategic merge patch, in upstream's words.

use serde_json::{Map, Value};
use thiserror::Error;

use crate::go_text::{plain, type_name};

/// Why a patch does not apply, or cannot be made.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum Error {
    /// Not an object.
    #[error("invalid JSON document")]
    BadDocument,
    /// A list of lists.
    #[error("lists of lists are not supported")]
    ListOfLists,
    /// `$deleteFromPrimitiveList` is malformed.
    #[error("invalid patch format of primitive list")]
    PrimitiveList,
    /// `$retainKeys` is malformed, or the patch sets what it does not retain.
    #[error("invalid patch format of retainKeys")]
    RetainKeys,
    /// `$setElementOrder` is malformed.
    #[error("invalid patch format of setElementOrder list")]
    ElementOrder,
    /// The kind has no strategic merge patch.
    #[error("strategic merge patch format is not supported")]
    Unsupported,
    /// A list item lacks the key.
    #[error("map: {0} does not contain declared merge key: {1}")]
    NoMergeKey(String, String),
    /// `$patch` says something unknown.
    #[error("unknown patch type: {0} in map: {1}")]
    Directive(String, String),
    /// One kind of value was expected and another found.
    #[error("expected a {0}, but received a {1}")]
    Type(&'static str, &'static str),
    /// Items of one list have different types.
    #[error("list element types are not identical: {0}")]
    MixedList(String),
    /// The patch's list is not in the order that it asks for.
    #[error("The order in patch list:\n{0}\n doesn't match $setElementOrder list:\n{1}\n")]
    OrderMismatch(String, String),
    /// The schema does not have the place.
    #[error("{0}")]
    Lookup(String),
    /// Something else that upstream has a sentence for.
    #[error("{0}")]
    Other(String),
    /// A three-way patch that would undo what others did: the patch, and their changes.
    #[error("patch:\n{0}\nconflicts with changes made from original to current:\n{1}\n")]
    Conflict(Value, Value),
}

/// The kind of answer an error deserves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// 400
    BadRequest,
    /// 422, where upstream hides the text from the client.
    Unprocessable,
    /// 500
    Internal,
}

impl Error {
    /// Which answer it deserves.
    pub const fn class(&self) -> Class {
        match self {
            Self::BadDocument
            | Self::PrimitiveList
            | Self::RetainKeys
            | Self::ElementOrder
            | Self::Unsupported => Class::BadRequest,
            Self::ListOfLists => Class::Unprocessable,
            _ => Class::Internal,
        }
    }

    pub(super) fn no_merge_key(item: &Map<String, Value>, key: &str) -> Self {
        Self::NoMergeKey(plain(&Value::Object(item.clone())), key.to_owned())
    }

    pub(super) fn directive(directive: &Value, item: Map<String, Value>) -> Self {
        let directive = match directive {
            Value::String(text) => text.clone(),
            Value::Null => "%!s(<nil>)".to_owned(),
            other => format!("%!s({}={})", type_name(other), plain(other)),
        };
        Self::Directive(directive, plain(&Value::Object(item)))
    }

    pub(super) fn not_a_map(found: &Value) -> Self {
        Self::Type("map[string]interface {}", received(found))
    }

    pub(super) fn not_a_list(found: &Value) -> Self {
        Self::Type("[]interface {}", received(found))
    }

    pub(super) fn mixed(lists: &[&[Value]]) -> Self {
        let lists: Vec<_> = lists.iter().map(|list| Value::Array(list.to_vec())).collect();
        Self::MixedList(plain(&Value::Array(lists)))
    }
}

fn received(found: &Value) -> &'static str {
    if found.is_null() { "%!s(<nil>)" } else { type_name(found) }
}
