//! Responses in, items out: resumption, fragments, progress, compaction.

use proptest::prelude::*;

use super::*;
use crate::etcd::wire::{ResponseHeader, WatchResponse};

fn assembler(after: u64) -> Assembler {
    let mut assembler = Assembler::new("/p/".into(), Revision(after), false);
    assembler.restart();
    assembler
}

fn put(key: &str, revision: i64) -> wire::Event {
    let kv = wire::KeyValue {
        key: format!("/p/{key}").into(),
        mod_revision: revision,
        create_revision: revision,
        version: 1,
        value: vec![],
    };
    wire::Event { r#type: 0, kv: Some(kv), prev_kv: None }
}

fn response(newest: i64, events: Vec<wire::Event>, fragment: bool) -> WatchResponse {
    WatchResponse {
        header: Some(ResponseHeader { revision: newest }),
        events,
        fragment,
        ..Default::default()
    }
}

/// The revisions and keys that a step delivers.
fn seen(step: Step) -> Vec<(u64, String)> {
    let Step::Deliver(WatchItem::Events(events)) = step else { panic!("no events: {step:?}") };
    let name = |event: &Event| String::from_utf8_lossy(event.key()).into_owned();
    events.iter().map(|event| (event.revision().0, name(event))).collect()
}

fn items<const N: usize>(items: [(u64, &str); N]) -> Vec<(u64, String)> {
    items.iter().map(|(revision, key)| (*revision, key.to_string())).collect()
}

#[test]
fn what_was_delivered_before_is_left_out_and_the_rest_delivered() {
    let mut watch = assembler(5);
    let step = watch.take(response(7, vec![put("a", 5), put("b", 6), put("c", 7)], false));
    assert_eq!(seen(step), items([(6, "b"), (7, "c")]));
    assert_eq!(watch.delivered(), Revision(7));
    watch.restart();
    assert_eq!(watch.started(), Revision(7));
    assert_eq!(watch.take(response(7, vec![put("c", 7)], false)), Step::Nothing);
    assert_eq!(seen(watch.take(response(8, vec![put("d", 8)], false))), items([(8, "d")]));
}

#[test]
fn fragments_never_split_a_revision() {
    let mut watch = assembler(1);
    assert_eq!(seen(watch.take(response(9, vec![put("a", 2), put("b", 3)], true))), items([(2, "a")]));
    assert_eq!(watch.take(response(9, vec![put("c", 3)], true)), Step::Nothing);
    let step = watch.take(response(9, vec![put("d", 3), put("e", 4)], true));
    assert_eq!(seen(step), items([(3, "b"), (3, "c"), (3, "d")]));
    assert_eq!(seen(watch.take(response(9, vec![put("f", 5)], false))), items([(4, "e"), (5, "f")]));
}

#[test]
fn a_revision_cut_by_a_broken_stream_comes_again_whole() {
    let mut watch = assembler(1);
    assert_eq!(watch.take(response(9, vec![put("a", 2)], true)), Step::Nothing);
    watch.restart();
    assert_eq!(watch.started(), Revision(1));
    let step = watch.take(response(9, vec![put("a", 2), put("b", 2)], false));
    assert_eq!(seen(step), items([(2, "a"), (2, "b")]));
}

#[test]
fn progress_moves_on_but_never_back() {
    let mut watch = assembler(5);
    assert_eq!(watch.take(response(4, vec![], false)), Step::Nothing);
    let progress = |revision| Step::Deliver(WatchItem::Progress(Revision(revision)));
    assert_eq!(watch.take(response(5, vec![], false)), progress(5));
    assert_eq!(watch.take(response(9, vec![], false)), progress(9));
    watch.restart();
    assert_eq!(watch.started(), Revision(9));
}

#[test]
fn an_event_behind_a_progress_mark_makes_the_watcher_list() {
    let mut watch = assembler(5);
    watch.take(response(9, vec![], false));
    assert_eq!(watch.take(response(10, vec![put("late", 8)], false)), Step::Compacted(Revision(10)));
}

#[test]
fn compaction_and_cancellation_are_told_apart() {
    let mut watch = assembler(5);
    let compacted = WatchResponse { canceled: true, compact_revision: 7, ..Default::default() };
    assert_eq!(watch.take(compacted), Step::Compacted(Revision(7)));
    let refused =
        WatchResponse { created: true, canceled: true, cancel_reason: "denied".into(), ..Default::default() };
    assert_eq!(watch.take(refused), Step::Canceled("denied".into()));
    assert_eq!(watch.take(WatchResponse { created: true, ..Default::default() }), Step::Created);
}

#[test]
fn a_previous_value_that_compaction_took_makes_the_watcher_list() {
    let mut watch = Assembler::new("/p/".into(), Revision(5), true);
    watch.restart();
    let mut second = put("a", 6);
    second.kv.as_mut().unwrap().version = 2;
    let mut complete = second.clone();
    complete.prev_kv = put("a", 3).kv;
    let Step::Deliver(WatchItem::Events(events)) = watch.take(response(6, vec![complete], false)) else {
        panic!("not delivered");
    };
    let Event::Put { previous: Some(previous), .. } = &events[0] else { panic!("{events:?}") };
    assert_eq!((&previous.key[..], previous.mod_revision), (&b"a"[..], Revision(3)));
    second.kv.as_mut().unwrap().mod_revision = 7;
    assert_eq!(watch.take(response(7, vec![second], false)), Step::Compacted(Revision(7)));
}

#[test]
fn a_deletion_carries_its_own_revision() {
    let mut watch = assembler(5);
    let mut event = put("a", 6);
    event.r#type = 1;
    let Step::Deliver(WatchItem::Events(events)) = watch.take(response(6, vec![event], false)) else {
        panic!("not delivered");
    };
    assert_eq!(events, [Event::Delete { key: "a".into(), revision: Revision(6), previous: None }]);
}

/// The events of a history: `sizes[i]` keys change at revision `i + 2`.
fn history(sizes: &[usize]) -> Vec<wire::Event> {
    let revision = |(index, &size): (usize, &usize)| {
        (0..size).map(move |key| put(&key.to_string(), index as i64 + 2)).collect::<Vec<_>>()
    };
    sizes.iter().enumerate().flat_map(revision).collect()
}

proptest! {
    /// However the server cuts a history into fragments, and wherever the stream breaks, each event is delivered once, in order,
    /// and no revision is split.
    #[test]
    fn any_cut_and_any_break_give_the_same_history(
        sizes in prop::collection::vec(1usize..5, 1..20),
        cuts in prop::collection::vec((1usize..8, prop::bool::weighted(0.2)), 1..200),
    ) {
        let all = history(&sizes);
        let mut watch = Assembler::new("/p/".into(), Revision(1), false);
        let mut delivered: Vec<(u64, String)> = Vec::new();
        let mut cuts = cuts.into_iter().chain(std::iter::repeat((100, false)));
        'streams: loop {
            watch.restart();
            let start = watch.started().0 as i64;
            let mut rest: Vec<_> =
                all.iter().filter(|event| event.kv.as_ref().unwrap().mod_revision >= start).cloned().collect();
            while !rest.is_empty() {
                let (size, broken) = cuts.next().unwrap();
                if broken {
                    continue 'streams;
                }
                let part: Vec<_> = rest.drain(..size.min(rest.len())).collect();
                let step = watch.take(response(99, part, !rest.is_empty()));
                if step == Step::Nothing {
                    continue;
                }
                let items = seen(step);
                let last = items.last().unwrap().0;
                prop_assert_eq!(
                    items.iter().filter(|(revision, _)| *revision == last).count(),
                    sizes[last as usize - 2]
                );
                delivered.extend(items);
            }
            break;
        }
        let expected: Vec<_> = sizes
            .iter()
            .enumerate()
            .flat_map(|(index, &size)| (0..size).map(move |key| (index as u64 + 2, key.to_string())))
            .collect();
        prop_assert_eq!(delivered, expected);
    }
}
