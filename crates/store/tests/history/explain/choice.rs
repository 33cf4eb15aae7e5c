//! Which operations could have made a revision.

use std::collections::HashSet;

use bytes::Bytes;
use store::Event;

use super::super::op::History;
use super::super::state::{State, show};
use super::super::{Violation, violation};
use super::Choice;
use super::index::{Index, Seen};

/// All ways to explain `revision` after `state`, the likeliest first. None is a violation.
pub fn choices(
    history: &History,
    index: &Index,
    state: &State,
    used: &HashSet<usize>,
    revision: u64,
) -> Result<Vec<Choice>, Violation> {
    if let Some(op) = index.acknowledged(revision) {
        return Ok(vec![Choice::Op(op)]);
    }
    let seen = index.seen(revision);
    let first_seen = index.first_seen(revision);
    let mut choices: Vec<Choice> = index
        .in_doubt
        .iter()
        .filter(|(op, after)| {
            !used.contains(op)
                && *after < revision
                && history.ops[*op].invoked < first_seen
                && explains(history, *op, state, seen, revision)
        })
        .map(|(op, _)| Choice::Op(*op))
        .collect();
    choices.extend(expiries(state, seen, history.clock_at(first_seen)));
    if choices.is_empty() {
        return Err(unexplained(history, index, seen, revision));
    }
    Ok(choices)
}

fn explains(history: &History, op: usize, state: &State, seen: Option<&Seen>, revision: u64) -> bool {
    let op = &history.ops[op];
    let writes = op.in_doubt().expect("indexed as one in doubt");
    let mut after = state.clone();
    let Ok(applied) = after.apply(writes, revision, op.clock) else { return false };
    let Some(seen) = seen else { return !applied.events.is_empty() };
    let matches = |event: &Event| match (event, seen.changes.get(event.key())) {
        (Event::Put { kv, .. }, Some(Some(value))) => kv.value == *value,
        (Event::Delete { .. }, Some(None)) => true,
        (_, None) => !seen.whole,
        _ => false,
    };
    let known = |key: &Bytes| applied.events.iter().any(|event| event.key() == key);
    !applied.events.is_empty() && applied.events.iter().all(matches) && seen.changes.keys().all(known)
}

fn expiries(state: &State, seen: Option<&Seen>, clock: std::time::Duration) -> Vec<Choice> {
    let due = state.due(clock);
    match seen {
        None => due.into_iter().map(|key| Choice::Expiry(vec![key])).collect(),
        Some(seen) => {
            let mut keys: Vec<Bytes> = seen.changes.keys().cloned().collect();
            keys.sort();
            let all_due = keys.iter().all(|key| seen.changes[key].is_none() && due.contains(key));
            if all_due { vec![Choice::Expiry(keys)] } else { vec![] }
        }
    }
}

fn unexplained(history: &History, index: &Index, seen: Option<&Seen>, revision: u64) -> Violation {
    let doubts = index.in_doubt.len();
    match seen {
        Some(seen) => {
            let keys: Vec<String> = seen.changes.keys().map(|key| key.escape_ascii().to_string()).collect();
            let last = history.ops.iter().rev().find_map(|op| op.in_doubt()).map(show);
            let what = format!(
                "revision {revision} changed {}, and none of {doubts} writes in doubt explains it (the last: {last:?})",
                keys.join(", ")
            );
            violation("explained", what)
        }
        None => {
            let what = format!("revision {revision} exists, but nobody wrote it ({doubts} writes in doubt)");
            violation("explained", what)
        }
    }
}
