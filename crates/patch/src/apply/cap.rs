//! Keeps the number of entries made by updates within bounds: the oldest are folded into one per version.

use super::managed::{Entry, Operation};

/// More entries of updates than this are folded.
const MAX_UPDATE_MANAGERS: usize = 10;

/// The manager of what was folded.
const ANCIENT: &str = "ancient-changes";

/// Folds the oldest entries until few enough are left.
pub(super) fn cap(entries: &mut Vec<Entry>) {
    let mut count = entries.iter().filter(|entry| entry.operation == Operation::Update).count();
    if count <= MAX_UPDATE_MANAGERS {
        return;
    }
    let (mut updates, mut rest): (Vec<_>, Vec<_>) =
        std::mem::take(entries).into_iter().partition(|entry| entry.operation == Operation::Update);
    updates.sort_by_cached_key(|entry| (entry.time.clone(), entry.identity()));
    let mut kept: Vec<Entry> = Vec::new();
    for entry in updates {
        let fold = count > MAX_UPDATE_MANAGERS;
        match kept.iter_mut().find(|first| fold && first.api_version == entry.api_version) {
            Some(bucket) => {
                bucket.manager = ANCIENT.to_owned();
                bucket.subresource = String::new();
                bucket.replace(bucket.set.union(&entry.set));
                // The younger of the two: that is how recent the bucket is.
                bucket.time = entry.time;
                count -= 1;
            }
            None => kept.push(entry),
        }
    }
    rest.append(&mut kept);
    *entries = rest;
}
