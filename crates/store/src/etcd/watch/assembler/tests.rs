//! Responses in, items out: resumption, fragments, progress, compaction.

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
fn the_start_revision_is_left_out_and_the_rest_delivered() {
    let mut watch = assembler(5);
    let step = watch.take(response(7, vec![put("a", 5), put("b", 6), put("c", 7)], false));
    assert_eq!(seen(step), items([(6, "b"), (7, "c")]));
    assert_eq!(watch.delivered(), Revision(7));
    assert_eq!(watch.restart(), Revision(7));
    assert_eq!(watch.take(response(7, vec![put("c", 7)], false)), Step::Nothing);
    assert_eq!(seen(watch.take(response(8, vec![put("d", 8)], false))), items([(8, "d")]));
}

#[test]
fn a_watch_from_the_beginning_does_not_start_at_the_newest() {
    assert_eq!(assembler(0).restart(), Revision(1));
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
    assert_eq!(watch.restart(), Revision(1));
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
    assert_eq!(watch.restart(), Revision(9));
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
