//! The watches of the plain back end, with their bugs.

use std::sync::Arc;

use store::{Error, Event, Result, Revision, WatchItem, WatchRequest};
use tokio::sync::mpsc;

use super::{Bug, Shared};

/// Serves one watch until its consumer goes away.
pub async fn run(
    shared: Arc<Shared>,
    request: WatchRequest,
    after: u64,
    items: mpsc::Sender<Result<WatchItem>>,
    mut requests: mpsc::Receiver<()>,
) {
    let mut newest = shared.newest.subscribe();
    let mut next = start(&shared, &request, after) + 1;
    let mut asked = false;
    loop {
        let batch = match batch(&shared, &request, &mut next, after) {
            Ok(batch) => batch,
            Err(error) => return drop(items.send(Err(error)).await),
        };
        for item in batch {
            if items.send(Ok(item)).await.is_err() {
                return;
            }
        }
        if asked {
            let mark = mark(&shared, next - 1);
            if items.send(Ok(WatchItem::Progress(Revision(mark)))).await.is_err() {
                return;
            }
            asked = false;
        }
        tokio::select! {
            changed = newest.changed() => if changed.is_err() { return },
            request = requests.recv() => match request {
                Some(()) => asked = true,
                None => return,
            },
        }
    }
}

fn start(shared: &Shared, request: &WatchRequest, after: u64) -> u64 {
    match shared.bug {
        Some(Bug::WatchResumesOneEarly) if request.after.is_some() => after.saturating_sub(1),
        Some(Bug::WatchOldEventsOnFuture) => after.min(shared.inner.lock().newest()),
        _ => after,
    }
}

fn mark(shared: &Shared, delivered: u64) -> u64 {
    match shared.bug {
        Some(Bug::ProgressAhead) => shared.inner.lock().newest() + 3,
        Some(Bug::ProgressStale) => delivered.min(1),
        _ => delivered,
    }
}

/// What is new since `next`, as items.
fn batch(shared: &Shared, request: &WatchRequest, next: &mut u64, after: u64) -> Result<Vec<WatchItem>> {
    let inner = shared.inner.lock();
    let bug = shared.bug;
    if after < inner.compacted && *next <= inner.compacted && bug != Some(Bug::WatchIgnoresCompaction) {
        let compacted = Revision(inner.compacted);
        return Err(Error::Compacted { requested: Revision(after), compacted });
    }
    let mut revisions = Vec::new();
    while *next <= inner.newest() {
        let all = &inner.changes[usize::try_from(*next).expect("small")];
        let mine = |event: &&Event| request.keys.contains(event.key()) || leaks(bug, *next);
        let events: Vec<Event> = all.iter().filter(mine).map(|event| shown(event, request, bug)).collect();
        if !events.is_empty() {
            revisions.push(events);
        }
        *next += 1;
    }
    Ok(spoil(revisions, bug))
}

fn leaks(bug: Option<Bug>, revision: u64) -> bool {
    bug == Some(Bug::WatchLeaksNeighbour) && revision.is_multiple_of(5)
}

/// One item for all revisions, unless the bug says otherwise.
fn spoil(mut revisions: Vec<Vec<Event>>, bug: Option<Bug>) -> Vec<WatchItem> {
    let some = |events: &Vec<Event>| events[0].revision().0.is_multiple_of(11);
    match bug {
        Some(Bug::WatchDropsEvent) => revisions.retain(|events| !some(events)),
        Some(Bug::WatchDropsDelete) => {
            for events in &mut revisions {
                events
                    .retain(|e| !matches!(e, Event::Delete { revision, .. } if revision.0.is_multiple_of(3)));
            }
            revisions.retain(|events| !events.is_empty());
        }
        Some(Bug::WatchRepeatsEvent) => {
            if let Some(events) = revisions.iter().find(|events| some(events)).cloned() {
                revisions.push(events);
            }
        }
        Some(Bug::WatchReorders) => revisions.reverse(),
        Some(Bug::WatchSplitsRevision) => {
            let single = revisions.into_iter().flatten();
            return single.map(|event| WatchItem::Events(vec![event])).collect();
        }
        _ => {}
    }
    let events: Vec<Event> = revisions.into_iter().flatten().collect();
    if events.is_empty() { vec![] } else { vec![WatchItem::Events(events)] }
}

fn shown(event: &Event, request: &WatchRequest, bug: Option<Bug>) -> Event {
    let mut event = event.clone();
    let some = event.revision().0.is_multiple_of(4);
    match &mut event {
        Event::Put { kv, previous } => {
            match bug {
                Some(Bug::WatchWrongVersion) if some => kv.version += 1,
                Some(Bug::WatchWrongValue) if some => kv.value = "wrong".into(),
                Some(Bug::WatchWrongPrevious) if some => *previous = Some(kv.clone()),
                _ => {}
            }
            if !request.previous {
                *previous = None;
            }
        }
        Event::Delete { previous, .. } if !request.previous => *previous = None,
        Event::Delete { .. } => {}
    }
    event
}
