//! Which element stands for an item of a list: its key fields (with their defaults), or its value.

use serde_json::Value;

use super::PathElement;
use super::equality::values_equal;
use super::place::{List, ListKind};

/// The element of an item, or why it has none.
pub(super) fn element_of(list: &List<'_>, item: &Value) -> Result<PathElement, String> {
    match list.kind {
        ListKind::Atomic => Err("invalid indexing of non-associative list".to_owned()),
        ListKind::Set => match item {
            Value::Object(_) => {
                Err("associative list without keys has an element that's a map type".to_owned())
            }
            Value::Array(_) => Err("not supported: associative list with lists as elements".to_owned()),
            Value::Null => {
                Err("associative list without keys has an element that's an explicit null".to_owned())
            }
            scalar => Ok(PathElement::Value(scalar.clone())),
        },
        ListKind::Keys(keys) => keyed(list, item, &mut keys.iter().map(|key| &**key)),
        ListKind::Key(key) => keyed(list, item, &mut std::iter::once(key)),
    }
}

fn keyed(list: &List<'_>, item: &Value, keys: &mut dyn Iterator<Item = &str>) -> Result<PathElement, String> {
    let members = match item {
        Value::Object(members) => members,
        Value::Null => return Err("associative list with keys may not have a null element".to_owned()),
        _ => return Err("associative list with keys may not have non-map elements".to_owned()),
    };
    let (mut fields, mut names) = (Vec::new(), Vec::new());
    for key in keys {
        names.push(crate::go_text::quote(key));
        let value = members.get(key).cloned().or_else(|| list.items.key_default(key));
        fields.extend(value.map(|value| (Box::from(key), value)));
    }
    if fields.is_empty() && !names.is_empty() {
        return Err(format!(
            "associative list with keys has an element that omits all key fields [{}] (and doesn't have default values \
             for any key fields)",
            names.join(" ")
        ));
    }
    Ok(PathElement::key(fields))
}

/// Whether both lists have the same items in the same places, each once: the common case, told without making elements.
pub(super) fn aligned(list: &List<'_>, left: &[Value], right: &[Value]) -> bool {
    /// Beyond this, looking for repeated items pair by pair costs more than sorting.
    const FEW: usize = 16;
    let keys: Vec<&str> = match list.kind {
        ListKind::Keys(keys) => keys.iter().map(|key| &**key).collect(),
        ListKind::Key(key) => vec![key],
        ListKind::Atomic | ListKind::Set => return false,
    };
    let same = |a: &Value, b: &Value| {
        a.is_object() && b.is_object() && keys.iter().all(|key| same_key(list, key, a.get(key), b.get(key)))
    };
    let has_key = |item: &Value| keys.iter().any(|key| item.get(key).is_some());
    left.len() == right.len()
        && left.len() <= FEW
        && left.iter().all(has_key)
        && left.iter().zip(right).all(|(a, b)| same(a, b))
        && left.iter().enumerate().all(|(at, a)| left[..at].iter().all(|b| !same(a, b)))
}

fn same_key(list: &List<'_>, key: &str, a: Option<&Value>, b: Option<&Value>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => values_equal(a, b),
        (None, None) => true,
        (Some(given), None) | (None, Some(given)) => {
            list.items.key_default(key).is_some_and(|default| values_equal(&default, given))
        }
    }
}
