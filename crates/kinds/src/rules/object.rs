//! From an object's tree to its typed form and to the parts of it, for the rules of all kinds.

use api::Typed;
use meta::{ErrorList, FieldError, Path};
use resource::Object;
use serde_json::{Map, Value};

/// Judges an object in its typed form. A tree that does not fit its type was let through by mistake: the server's fault.
pub fn typed<T: Typed>(object: &Object, check: impl FnOnce(&T) -> ErrorList) -> ErrorList {
    match T::decode(object.tree()) {
        Ok(object) => check(&object),
        Err(error) => FieldError::internal(&Path::nil(), error).into(),
    }
}

/// Judges a changed object beside the one it replaces: `check(new, old)`.
pub fn typed_update<T: Typed>(
    new: &Object,
    old: &Object,
    check: impl FnOnce(&T, &T) -> ErrorList,
) -> ErrorList {
    match (T::decode(new.tree()), T::decode(old.tree())) {
        (Ok(new), Ok(old)) => check(&new, &old),
        (Err(error), _) | (_, Err(error)) => FieldError::internal(&Path::nil(), error).into(),
    }
}

/// Makes these paths of a changed object as they were.
pub fn keep(new: &mut Object, old: &Object, paths: &[&str]) {
    for path in paths {
        new.copy_from(old, path);
    }
}

/// Whether two values say the same, absent, null and empty being alike.
pub fn same(a: Option<&Value>, b: Option<&Value>) -> bool {
    let filled = |value: &&Value| match value {
        Value::Null => false,
        Value::Object(members) => !members.is_empty(),
        Value::Array(items) => !items.is_empty(),
        _ => true,
    };
    a.filter(filled) == b.filter(filled)
}

/// The list under a name, to be changed; nothing if there is none.
pub fn items<'a>(tree: &'a mut Value, name: &str) -> impl Iterator<Item = &'a mut Value> {
    tree.get_mut(name).and_then(Value::as_array_mut).into_iter().flatten()
}

/// The object under a name, if there is one.
pub fn member<'a>(tree: &'a mut Value, name: &str) -> Option<&'a mut Value> {
    tree.get_mut(name).filter(|value| value.is_object())
}

/// The object under a name, made if there is none.
pub fn made<'a>(tree: &'a mut Value, name: &str) -> &'a mut Value {
    if !tree.is_object() {
        *tree = Value::Object(Map::new());
    }
    let place = &mut tree[name];
    if !place.is_object() {
        *place = Value::Object(Map::new());
    }
    place
}

/// Sets a member that is absent, null or (as upstream cannot tell for plain strings) empty text.
pub fn default(tree: &mut Value, name: &str, value: impl Into<Value>) {
    if let Value::Object(members) = tree
        && members.get(name).is_none_or(|value| value.is_null() || value == "")
    {
        members.insert(name.to_owned(), value.into());
    }
}

/// Sets a member that is absent or null: the default of what upstream holds by pointer, where empty text is a value.
pub fn default_absent(tree: &mut Value, name: &str, value: impl Into<Value>) {
    if let Value::Object(members) = tree
        && members.get(name).is_none_or(Value::is_null)
    {
        members.insert(name.to_owned(), value.into());
    }
}

/// The text under a name; empty if there is none.
pub fn text<'a>(tree: &'a Value, name: &str) -> &'a str {
    tree.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// Whether a member is there and not null.
pub fn has(tree: &Value, name: &str) -> bool {
    tree.get(name).is_some_and(|value| !value.is_null())
}
