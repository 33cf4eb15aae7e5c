//! What is stored, and what readers see of it.

use serde_json::json;

use super::*;
use crate::ListMeta;

fn splice(stored: &[u8], spliced: Spliced<'_>) -> String {
    let mut out = Vec::new();
    spliced.write(stored, &mut out).expect("stored form");
    String::from_utf8(out).expect("UTF-8")
}

#[test]
fn what_varies_is_not_stored() {
    let object = json!({
        "apiVersion": "v1", "kind": "Pod", "spec": {"a": 1}, "apple": true,
        "metadata": {"name": "x", "resourceVersion": "7", "selfLink": "/y", "labels": {"kind": "z"}},
    });
    let stored = to_stored(&object);
    let expected = r#"{"metadata":{"labels":{"kind":"z"},"name":"x"},"apple":true,"spec":{"a":1}}"#;
    assert_eq!(stored, expected);
}

#[test]
fn readers_see_whole_objects() {
    let stored = to_stored(&json!({"metadata": {"name": "x"}, "data": {}}));
    let pod = Spliced { type_meta: Some(("Pod", "v1")), revision: 42 };
    assert_eq!(
        splice(&stored, pod),
        r#"{"kind":"Pod","apiVersion":"v1","metadata":{"resourceVersion":"42","name":"x"},"data":{}}"#
    );
    let item = Spliced { type_meta: None, revision: 42 };
    assert_eq!(splice(&stored, item), r#"{"metadata":{"resourceVersion":"42","name":"x"},"data":{}}"#);
}

#[test]
fn empty_metadata_stays_valid() {
    for object in [json!({}), json!({"metadata": {}}), json!({"metadata": {"resourceVersion": "1"}})] {
        let stored = to_stored(&object);
        assert_eq!(stored, r#"{"metadata":{}}"#);
        let spliced = Spliced { type_meta: Some(("A", "b/v1")), revision: 9 };
        assert_eq!(
            splice(&stored, spliced),
            r#"{"kind":"A","apiVersion":"b/v1","metadata":{"resourceVersion":"9"}}"#
        );
        assert_eq!(splice(&stored, Spliced::default()), r#"{"metadata":{}}"#);
    }
}

#[test]
fn other_bytes_are_refused() {
    assert_eq!(Spliced::default().write(b"{\"spec\":1}", &mut Vec::new()), Err(NotStored));
}

#[test]
fn lists_are_made_of_stored_items() {
    let a = to_stored(&json!({"metadata": {"name": "a"}}));
    let b = to_stored(&json!({"metadata": {"name": "b"}, "spec": 1}));
    let meta = ListMeta { resource_version: "9", continue_token: "c", remaining: Some(4) };
    let head = ListHead { kind: "PodList", api_version: "v1", meta, custom: false };
    let mut out = Vec::new();
    let item = |revision| Spliced { type_meta: None, revision };
    write_list(&mut out, &head, [(item(3), &*a), (item(4), &*b)].into_iter()).expect("stored form");
    assert_eq!(
        String::from_utf8(out).expect("UTF-8"),
        concat!(
            r#"{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"9","continue":"c","#,
            r#""remainingItemCount":4},"items":[{"metadata":{"resourceVersion":"3","name":"a"}},"#,
            r#"{"metadata":{"resourceVersion":"4","name":"b"},"spec":1}]}"#
        )
    );
}

#[test]
fn empty_lists_have_items_all_the_same() {
    let meta = ListMeta { resource_version: "9", ..ListMeta::default() };
    let mut out = Vec::new();
    let head = ListHead { kind: "PodList", api_version: "v1", meta, custom: false };
    write_list(&mut out, &head, std::iter::empty::<(Spliced<'_>, &[u8])>()).expect("nothing to refuse");
    let expected = r#"{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"9"},"items":[]}"#;
    assert_eq!(out, expected.as_bytes());
    out.clear();
    let head = ListHead { custom: true, ..head };
    write_list(&mut out, &head, std::iter::empty::<(Spliced<'_>, &[u8])>()).expect("nothing to refuse");
    let expected =
        r#"{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"9","continue":""},"items":[]}"#;
    assert_eq!(out, expected.as_bytes());
}

#[test]
fn watch_events_are_lines() {
    let stored = to_stored(&json!({"metadata": {"name": "a"}}));
    let mut out = Vec::new();
    let spliced = Spliced { type_meta: Some(("Pod", "v1")), revision: 7 };
    write_watch_event(&mut out, "ADDED", &spliced, &stored).expect("stored form");
    assert_eq!(
        String::from_utf8(out).expect("UTF-8"),
        concat!(
            r#"{"type":"ADDED","object":{"kind":"Pod","apiVersion":"v1","metadata":"#,
            r#"{"resourceVersion":"7","name":"a"}}}"#,
            "\n"
        )
    );
}
