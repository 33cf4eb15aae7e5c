//! Ranges and page sizes, without a server.

use super::*;

#[test]
fn ranges_stay_inside_the_prefix() {
    let range = |start: &str, end: Option<&str>| KeyRange {
        start: Bytes::copy_from_slice(start.as_bytes()),
        end: end.map(|end| Bytes::copy_from_slice(end.as_bytes())),
    };
    for (prefix, keys, expected) in [
        ("/p", KeyRange::all(), Some(("/p", "/q"))),
        ("", KeyRange::all(), Some(("\0", "\0"))),
        ("/p", range("/b", None), Some(("/p/b", "/q"))),
        ("/p", KeyRange::prefix("/b/"), Some(("/p/b/", "/p/b0"))),
        ("/p", KeyRange::key("/b"), Some(("/p/b", ""))),
        ("", KeyRange::key("b"), Some(("b", ""))),
        ("", range("b", Some("c")), Some(("b", "c"))),
        ("/p", range("b", Some("b")), None),
        ("/p", range("c", Some("b")), None),
        // Only the empty key lies here, which no store holds; sent as it is, etcd would take it for everything.
        ("", range("", Some("\0")), None),
    ] {
        let span = span(prefix.as_bytes(), &keys);
        let seen = span.as_ref().map(|span| (&span.key[..], &span.end[..]));
        let expected = expected.map(|(key, end)| (key.as_bytes(), end.as_bytes()));
        assert_eq!(seen, expected, "{prefix:?} {keys:?}");
    }
}

#[test]
fn the_prefix_is_taken_off_and_added_once() {
    let found = wire::KeyValue {
        key: b"/p/p/a".to_vec(),
        value: b"v".to_vec(),
        create_revision: 1,
        mod_revision: 2,
        version: 3,
    };
    let seen = kv(b"/p", found);
    assert_eq!((&seen.key[..], seen.mod_revision, seen.version), (&b"/p/a"[..], Revision(2), 3));
    assert_eq!(&server_key(b"/p", b"/p/a")[..], b"/p/p/a");
}

#[test]
fn revision_zero_is_never_taken_for_the_newest() {
    let at = |revision| first_request(b"", &Range { revision, ..Range::new(KeyRange::all()) }).revision;
    assert_eq!([at(None), at(Some(Revision(0))), at(Some(Revision(7)))], [0, 1, 7]);
    assert_eq!(at(Some(Revision(u64::MAX))), i64::MAX);
}

#[test]
fn pages_grow_with_small_values_and_shrink_with_large_ones() {
    let kvs = |bytes: usize| vec![wire::KeyValue { value: vec![0; bytes], ..wire::KeyValue::default() }; 2];
    for (page, bytes, expected) in
        [(500, 100, 2000), (8000, 100, 10_000), (500, 64 << 10, 128), (500, 16 << 20, 1), (1, 1, 4)]
    {
        assert_eq!(next_page(page, &kvs(bytes)), expected, "{page} of {bytes}");
    }
    assert_eq!(next_page(500, &[]), 2000);
}
