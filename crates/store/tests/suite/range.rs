//! Reads: ranges, limits, counts, and the past.

use store::{Error, Expect, KeyRange, Range, Revision};

use super::{Case, Cases};

pub const CASES: Cases = &[
    ("ranges_hold_what_they_say", |c| Box::pin(ranges_hold_what_they_say(c))),
    ("neighbours_of_a_prefix_stay_out", |c| Box::pin(neighbours_of_a_prefix_stay_out(c))),
    ("a_limit_cuts_and_says_so", |c| Box::pin(a_limit_cuts_and_says_so(c))),
    ("chunks_make_the_whole", |c| Box::pin(chunks_make_the_whole(c))),
    ("only_a_count", |c| Box::pin(only_a_count(c))),
    ("reads_of_the_past", |c| Box::pin(reads_of_the_past(c))),
    ("counts_and_limits_of_the_past", |c| Box::pin(counts_and_limits_of_the_past(c))),
    ("reads_of_the_future_are_refused", |c| Box::pin(reads_of_the_future_are_refused(c))),
    ("a_read_sees_what_was_acknowledged", |c| Box::pin(a_read_sees_what_was_acknowledged(c))),
];

async fn fill(c: &Case, names: &[&str]) -> Revision {
    c.write(names.iter().map(|name| c.set(name, "v")).collect()).await.revision
}

async fn ranges_hold_what_they_say(c: Case) {
    let now = fill(&c, &["a", "b", "c", "d"]).await;
    let range = |start: &str, end: &str| KeyRange { start: c.key(start), end: Some(c.key(end)) };
    for (keys, names) in [
        (c.all(), vec!["a", "b", "c", "d"]),
        (range("b", "d"), vec!["b", "c"]),
        (range("b", "b"), vec![]),
        (range("d", "b"), vec![]),
        (range("bb", "cc"), vec!["c"]),
        (KeyRange::key(c.key("b")), vec!["b"]),
        (KeyRange::key(c.key("x")), vec![]),
        (c.all().after(&c.key("b")), vec!["c", "d"]),
    ] {
        let read = c.read(Range::new(keys.clone())).await;
        assert_eq!(c.names(&read), names, "{keys:?}");
        assert_eq!((read.count, read.more, read.revision), (names.len() as u64, false, now), "{keys:?}");
    }
}

async fn neighbours_of_a_prefix_stay_out(c: Case) {
    fill(&c, &["p", "p.", "p/", "p/a", "p/\u{7f}", "p0", "o/z"]).await;
    let read = c.read(Range::new(KeyRange::prefix(c.key("p/")))).await;
    assert_eq!(c.names(&read), ["p/", "p/a", "p/\u{7f}"]);
}

async fn a_limit_cuts_and_says_so(c: Case) {
    fill(&c, &["a", "b", "c"]).await;
    for (limit, names, more) in [(1, 1, true), (2, 2, true), (3, 3, false), (4, 3, false), (0, 3, false)] {
        let read = c.read(Range::new(c.all()).limit(limit)).await;
        assert_eq!((read.kvs.len(), read.count, read.more), (names, 3, more), "limit {limit}");
    }
}

async fn chunks_make_the_whole(c: Case) {
    let names: Vec<String> = (0..25).map(|n| format!("{n:02}")).collect();
    fill(&c, &names.iter().map(String::as_str).collect::<Vec<_>>()).await;
    let mut read = c.read(Range::new(c.all()).limit(7)).await;
    let at = read.revision;
    let (mut all, mut chunks) = (c.names(&read), 1);
    while read.more {
        // What happens meanwhile must not show.
        c.put(&format!("{chunks:02}x"), "new").await;
        c.delete("24").await;
        let rest = c.all().after(&read.kvs.last().unwrap().key);
        read = c.read(Range::new(rest).limit(7).at(at)).await;
        assert_eq!(read.revision, at);
        all.extend(c.names(&read));
        chunks += 1;
    }
    assert_eq!((all, chunks), (names, 4));
}

async fn only_a_count(c: Case) {
    let now = fill(&c, &["a", "b", "c"]).await;
    let read = c.read(Range::new(c.all()).count_only()).await;
    assert_eq!((read.count, read.kvs.len(), read.revision), (3, 0, now));
    let read = c.read(Range::new(KeyRange::key(c.key("x"))).count_only()).await;
    assert_eq!((read.count, read.more), (0, false));
}

async fn reads_of_the_past(c: Case) {
    let before = c.revision().await;
    let first = c.put("k", "1").await;
    let second = c.put("k", "2").await;
    let other = c.put("other", "x").await;
    let gone = c.delete("k").await;
    let again = c.put("k", "3").await;
    let expected =
        [(first, Some("1")), (second, Some("2")), (other, Some("2")), (gone, None), (again, Some("3"))];
    for (at, value) in expected {
        let read = c.read(Range::new(KeyRange::key(c.key("k"))).at(at)).await;
        assert_eq!(read.revision, at);
        assert_eq!(read.kvs.first().map(|kv| &kv.value[..]), value.map(str::as_bytes), "at {at}");
        let version = value.map(|value| if value == "2" { 2 } else { 1 });
        assert_eq!(read.kvs.first().map(|kv| kv.version), version, "at {at}");
    }
    if before > Revision::ZERO {
        let read = c.read(Range::new(c.all()).at(before)).await;
        assert_eq!((read.count, read.revision), (0, before));
    }
}

async fn counts_and_limits_of_the_past(c: Case) {
    let at = fill(&c, &["a", "b", "c"]).await;
    c.write(vec![c.unset("a", Expect::Any), c.unset("b", Expect::Any), c.set("d", "x")]).await;
    let read = c.read(Range::new(c.all()).at(at).count_only()).await;
    assert_eq!(read.count, 3);
    let read = c.read(Range::new(c.all()).at(at).limit(2)).await;
    assert_eq!((c.names(&read), read.count, read.more), (vec!["a".into(), "b".into()], 3, true));
    let read = c.read(Range::new(c.all())).await;
    assert_eq!(c.names(&read), ["c", "d"]);
}

async fn reads_of_the_future_are_refused(c: Case) {
    let now = c.put("k", "v").await;
    for ahead in [1, 1000] {
        let asked = Revision(now.0 + ahead);
        match c.store.range(Range::new(c.all()).at(asked)).await {
            Err(Error::FutureRevision { requested, current }) => {
                assert_eq!((requested, current), (asked, now))
            }
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(c.read(Range::new(c.all()).at(now)).await.count, 1);
}

async fn a_read_sees_what_was_acknowledged(c: Case) {
    for n in 0..50 {
        let written = c.put("k", &n.to_string()).await;
        let read = c.read(Range::new(c.all())).await;
        assert_eq!((read.revision, &read.kvs[0].value[..]), (written, n.to_string().as_bytes()));
        assert_eq!(c.revision().await, written);
    }
}
