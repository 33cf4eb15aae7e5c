//! Hand-made histories: a right one, and one for each rule that breaks just that rule. No checker is vacuous.

#![cfg(test)]

use std::collections::BTreeSet;
use std::time::Duration;

use store::{
    Conflict, Error, Event, Expect, KeyRange, Range, RangeResult, Revision, WatchItem, WatchRequest, Write,
    WriteResult, Written,
};

use super::op::{Answer, Call, History, Op, Watching};
use super::state::State;
use super::violations;

/// Builds a right history, one operation after the other.
struct Story {
    state: State,
    revision: u64,
    tick: u64,
    events: Vec<Event>,
    history: History,
}

fn put(key: &'static str, value: &'static str, expect: Expect) -> Write {
    Write::Put { key: key.into(), value: value.into(), expect, ttl: None }
}

impl Story {
    fn op(&mut self, call: Call, answer: Answer) {
        self.tick += 2;
        let (invoked, returned) = (self.tick - 2, self.tick - 1);
        self.history.ops.push(Op { client: 0, invoked, returned, clock: Duration::ZERO, call, answer });
    }

    fn write(&mut self, writes: Vec<Write>) {
        self.revision += 1;
        let applied = self.state.apply(&writes, self.revision, Duration::ZERO).unwrap();
        self.events.extend(applied.events);
        let written = applied.previous.into_iter().map(|previous| Written { previous }).collect();
        let result = WriteResult { revision: Revision(self.revision), written };
        self.op(Call::Write(writes), Answer::Wrote(result));
    }

    fn read(&mut self, keys: KeyRange) {
        let range = Range::new(keys);
        let (kvs, count, more) = self.state.range(&range);
        let result = RangeResult { revision: Revision(self.revision), kvs, count, more };
        self.op(Call::Range(range), Answer::Read(result));
    }

    fn watch(&mut self, watcher: usize, keys: KeyRange, after: u64) {
        let mine = self.events.iter().filter(|e| keys.contains(e.key()) && e.revision().0 > after);
        let items =
            vec![WatchItem::Events(mine.cloned().collect()), WatchItem::Progress(Revision(self.revision))];
        let request = WatchRequest { keys, after: Some(Revision(after)), previous: true };
        let (invoked, started) = (self.tick, self.tick + 1);
        self.tick += 4;
        let items = items.into_iter().enumerate().map(|(n, item)| (started + 1 + n as u64, item)).collect();
        let watching = Watching { watcher, request, invoked, started, items, asked: vec![], end: None };
        self.history.watches.push(watching);
    }
}

/// Writes, a read, a conflict, a watch of everything, one of a part, and one that resumes it.
fn right() -> History {
    let (state, history) = (State::default(), History::default());
    let mut story = Story { state, revision: 0, tick: 1, events: vec![], history };
    story.write(vec![put("/a/1", "1", Expect::Absent)]);
    story.write(vec![put("/b/1", "1", Expect::Any)]);
    story.write(vec![put("/a/1", "2", Expect::At(Revision(1))), put("/a/2", "2", Expect::Absent)]);
    story.write(vec![Write::Delete { key: "/a/1".into(), expect: Expect::Any }]);
    story.read(KeyRange::all());
    let current = story.state.get(b"/b/1").cloned();
    let expected = Expect::Absent;
    let conflict = Conflict { revision: Revision(4), index: 0, key: "/b/1".into(), expected, current };
    story.op(
        Call::Write(vec![put("/b/1", "3", Expect::Absent)]),
        Answer::Failed(Error::Conflict(Box::new(conflict))),
    );
    story.watch(1, KeyRange::all(), 0);
    story.watch(2, KeyRange::prefix("/a/"), 0);
    story.write(vec![put("/a/1", "4", Expect::Absent)]);
    story.watch(2, KeyRange::prefix("/a/"), 4);
    story.history
}

type Break = fn(&mut History);

fn events(history: &mut History, watch: usize) -> &mut Vec<Event> {
    match &mut history.watches[watch].items[0].1 {
        WatchItem::Events(events) => events,
        WatchItem::Progress(_) => unreachable!("the first item holds the events"),
    }
}

fn result(history: &mut History, op: usize) -> &mut WriteResult {
    match &mut history.ops[op].answer {
        Answer::Wrote(result) => result,
        _ => unreachable!("a write"),
    }
}

fn kv(event: &mut Event) -> &mut store::KeyValue {
    match event {
        Event::Put { kv, .. } => kv,
        Event::Delete { .. } => unreachable!("a put"),
    }
}

/// The rule, and how to break it.
const BREAKS: &[(&str, Break)] = &[
    ("reads are not stale", |h| {
        h.ops.push(Op {
            invoked: 90,
            returned: 91,
            call: Call::Revision,
            answer: Answer::Newest(Revision(3)),
            ..h.ops[0].clone()
        });
    }),
    ("writes are after what was seen before", |h| h.ops[1].invoked = 8),
    ("revisions are used once", |h| result(h, 1).revision = Revision(1)),
    ("previous values of writes", |h| result(h, 2).written[0].previous = None),
    ("conditions", |h| {
        h.ops[2].call = Call::Write(vec![put("/a/1", "2", Expect::Absent), put("/a/2", "2", Expect::Absent)])
    }),
    ("reads", |h| {
        let Answer::Read(read) = &mut h.ops[4].answer else { unreachable!() };
        read.kvs.pop();
    }),
    ("reads", |h| {
        let Answer::Read(read) = &mut h.ops[4].answer else { unreachable!() };
        read.count = 9;
    }),
    ("conflicts", |h| {
        let Answer::Failed(Error::Conflict(conflict)) = &mut h.ops[5].answer else { unreachable!() };
        conflict.current = None;
    }),
    ("explained", |h| {
        // Nobody was told, nobody may have done it, and yet it was seen.
        h.ops[1].answer = Answer::Failed(Error::Unavailable("refused".into()));
    }),
    ("explained", |h| {
        // A write in doubt happens at most once: two revisions, one doubt.
        h.ops[1].answer = Answer::Failed(Error::Unknown("doubt".into()));
        h.ops[3].answer = Answer::Failed(Error::Unavailable("refused".into()));
    }),
    ("watches agree", |h| kv(&mut events(h, 1)[0]).value = "other".into()),
    ("compacted is gone", |h| {
        let compact = Op {
            invoked: 9,
            returned: 9,
            call: Call::Compact(Revision(3)),
            answer: Answer::Compacted,
            ..h.ops[0].clone()
        };
        h.ops.push(compact);
    }),
    ("kept until compacted", |h| {
        let error = Error::Compacted { requested: Revision(0), compacted: Revision(3) };
        h.watches[0].end = Some((50, error));
    }),
    ("atomic", |h| {
        let all = std::mem::take(events(h, 0));
        let (first, rest) = all.split_at(3);
        h.watches[0].items[0].1 = WatchItem::Events(first.to_vec());
        let tick = h.watches[0].items[0].0;
        h.watches[0].items.insert(1, (tick, WatchItem::Events(rest.to_vec())));
    }),
    ("bookmarks", |h| h.watches[0].items.swap(0, 1)),
    ("bookmarks", |h| {
        events(h, 1).pop();
    }),
    ("bookmarks", |h| h.watches[0].items.push((99, WatchItem::Progress(Revision(1))))),
    ("faithful", |h| {
        for watch in 0..2 {
            kv(&mut events(h, watch)[0]).value = "other".into();
        }
    }),
    ("filtered", |h| {
        let outside = events(h, 0)[1].clone();
        events(h, 1).insert(1, outside);
    }),
    ("fresh", |h| {
        let watch = &mut h.watches[2];
        watch.asked = vec![watch.started];
        let tick = watch.items[1].0;
        watch.items =
            vec![(tick, WatchItem::Progress(Revision(1))), (tick, WatchItem::Progress(Revision(1)))];
    }),
    ("not_early", |h| h.watches[1].items.push((20, WatchItem::Progress(Revision(5))))),
    ("ordered", |h| events(h, 0).swap(0, 1)),
    ("previous", |h| {
        let Event::Delete { previous, .. } = events(h, 0).last_mut().unwrap() else { unreachable!() };
        *previous = None;
    }),
    ("previous", |h| h.watches[0].request.previous = false),
    ("reliable", |h| {
        events(h, 0).remove(1);
    }),
    ("resumable", |h| {
        let early = events(h, 1).last().unwrap().clone();
        events(h, 2).insert(0, early);
    }),
    ("unique", |h| {
        let again = events(h, 0)[0].clone();
        events(h, 0).insert(1, again);
    }),
    ("versions", |h| kv(&mut events(h, 0)[0]).version = 7),
    ("versions", |h| kv(&mut events(h, 0)[2]).create_revision = Revision(3)),
];

#[test]
fn a_right_history_passes() {
    let found = violations(&right());
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn every_broken_rule_is_noticed() {
    for (n, (rule, spoil)) in BREAKS.iter().enumerate() {
        let mut history = right();
        spoil(&mut history);
        let found = violations(&history);
        assert!(found.iter().any(|v| v.rule == *rule), "{n}: {rule} is broken, found {found:?}");
    }
}

#[test]
fn every_watch_rule_is_broken_once() {
    let broken: BTreeSet<&str> = BREAKS.iter().map(|(rule, _)| *rule).collect();
    for (name, _) in super::watch::CHECKERS {
        assert!(broken.contains(name), "no history breaks {name}");
    }
}

#[test]
fn writes_in_doubt_are_resolved_by_what_was_seen() {
    let doubt =
        |h: &mut History, op: usize| h.ops[op].answer = Answer::Failed(Error::Unknown("doubt".into()));
    // Each of them is seen by watches; all together too.
    for ops in [vec![0], vec![1], vec![2], vec![3], vec![6], vec![0, 1, 2, 3, 6]] {
        let mut history = right();
        ops.iter().for_each(|op| doubt(&mut history, *op));
        assert!(violations(&history).is_empty(), "{ops:?}: {:?}", violations(&history));
        // And without the watches, by the read.
        history.watches.clear();
        assert!(violations(&history).is_empty(), "{ops:?}: {:?}", violations(&history));
    }
}

#[test]
fn a_key_may_delete_itself_when_its_time_is_up_and_not_before() {
    let mut history = right();
    let Call::Write(writes) = &mut history.ops[2].call else { unreachable!() };
    let Write::Put { ttl, .. } = &mut writes[0] else { unreachable!() };
    *ttl = Some(Duration::from_secs(5));
    let gone = history.ops.remove(3);
    assert!(violations(&history).iter().any(|v| v.rule == "explained"), "before its time");
    history.clock.push((gone.invoked, Duration::from_secs(5)));
    assert!(violations(&history).is_empty(), "{:?}", violations(&history));
    history.clock[0].1 = Duration::from_millis(4999);
    assert!(violations(&history).iter().any(|v| v.rule == "explained"), "before its time");
}
