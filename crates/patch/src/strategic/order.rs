//! The order of a merged list: items of the patch in the order of the patch, items that only the server has where they
//! were relative to those.

use std::collections::HashMap;

use serde_json::Value;

use super::Error;
use super::directives::{PATCH, is_delete};

/// A scalar as a map key; the type is part of it.
pub(super) fn identity(value: &Value) -> String {
    match value {
        Value::String(text) => format!("\"{text}"),
        other => other.to_string(),
    }
}

/// The identity of each item: its key's value, or itself.
pub(super) fn identities(list: &[Value], key: Option<&str>) -> Vec<String> {
    list.iter().map(|item| of(item, key)).collect()
}

fn of(item: &Value, key: Option<&str>) -> String {
    match key {
        Some(key) => identity(item.get(key).unwrap_or(&Value::Null)),
        None => identity(item),
    }
}

/// Arranges a merged list, given the order that the patch wants and the one that the server had.
pub(super) fn arrange(
    merged: Vec<Value>,
    wanted: &[Value],
    server_order: &[String],
    key: Option<&str>,
) -> Result<Vec<Value>, Error> {
    check_keys(&merged, key)?;
    check_keys(wanted, key)?;
    let wanted = identities(wanted, key);
    let (wanted_at, server_at) = (positions(&wanted), positions(server_order));
    let (mut mine, mut theirs, mut deleted) = (Vec::new(), Vec::new(), (Vec::new(), Vec::new()));
    for item in merged {
        let identity = of(&item, key);
        match (wanted_at.get(identity.as_str()), key.is_some() && is_delete(&item)) {
            (Some(_), true) => deleted.0.push((identity, item)),
            (None, true) => deleted.1.push((identity, item)),
            (Some(at), false) => mine.push((*at, identity, item)),
            (None, false) => {
                // Unknown to both: upstream's sort moves such items to the front.
                let at = server_at.get(identity.as_str()).map_or(0, |at| at + 1);
                theirs.push((at, identity, item));
            }
        }
    }
    mine.sort_by_key(|(at, ..)| *at);
    theirs.sort_by_key(|(at, ..)| *at);
    let mine = mine.into_iter().map(|(_, identity, item)| (identity, item)).chain(deleted.0);
    let theirs = theirs.into_iter().map(|(_, identity, item)| (identity, item)).chain(deleted.1);
    Ok(weave(theirs, mine, &server_at))
}

fn check_keys(list: &[Value], key: Option<&str>) -> Result<(), Error> {
    let Some(key) = key else { return Ok(()) };
    list.iter().try_for_each(|item| match item {
        Value::Object(members) if members.contains_key(key) => Ok(()),
        Value::Object(members) => Err(Error::no_merge_key(members, key)),
        other => Err(Error::not_a_map(other)),
    })
}

fn positions(identities: &[String]) -> HashMap<&str, usize> {
    let mut positions = HashMap::with_capacity(identities.len());
    for (at, identity) in identities.iter().enumerate() {
        positions.entry(identity.as_str()).or_insert(at);
    }
    positions
}

/// An item of the server goes first only if the server had it before the next item of the patch.
fn weave(
    theirs: impl Iterator<Item = (String, Value)>,
    mine: impl Iterator<Item = (String, Value)>,
    server_at: &HashMap<&str, usize>,
) -> Vec<Value> {
    let (mut theirs, mut mine) = (theirs.peekable(), mine.peekable());
    let mut out = Vec::new();
    loop {
        let their_turn = match (theirs.peek(), mine.peek()) {
            (Some((l, _)), Some((r, _))) => match (server_at.get(l.as_str()), server_at.get(r.as_str())) {
                (Some(l), Some(r)) => l < r,
                _ => false,
            },
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (None, None) => return out,
        };
        out.extend(if their_turn { theirs.next() } else { mine.next() }.map(|(_, item)| item));
    }
}

/// Whether the patch's own list is in the order that it asks for.
pub(super) fn check(patch: &[Value], wanted: &[Value], key: Option<&str>) -> Result<(), Error> {
    if patch.is_empty() || wanted.is_empty() {
        return Ok(());
    }
    if key.is_some()
        && let Some(other) = patch.iter().find(|item| !item.is_object())
    {
        return Err(Error::not_a_map(other));
    }
    let kept = patch.iter().filter(|item| item.get(PATCH).is_none());
    let mut kept = kept.peekable();
    for want in wanted {
        let Some(item) = kept.peek() else { return Ok(()) };
        let pair = [(*item).clone(), want.clone()];
        check_keys(&pair, key)?;
        if of(item, key) == of(want, key) {
            kept.next();
        }
    }
    match kept.peek() {
        None => Ok(()),
        Some(_) => {
            let text = |list: &[Value]| crate::go_text::plain(&Value::Array(list.to_vec()));
            Err(Error::OrderMismatch(text(patch), text(wanted)))
        }
    }
}
