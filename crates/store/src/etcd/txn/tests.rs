//! Writes to requests, and responses to results, without a server.

use super::super::wire;
use super::super::wire::{DeleteRangeResponse, PutResponse, RangeResponse, ResponseHeader};
use super::*;

fn put(key: &'static str, expect: Expect) -> Write {
    Write::Put { key: key.into(), value: "v".into(), expect, ttl: None }
}

fn stored(key: &str, revision: i64) -> wire::KeyValue {
    wire::KeyValue {
        key: key.into(),
        value: b"old".to_vec(),
        create_revision: 2,
        mod_revision: revision,
        version: 3,
    }
}

fn response(succeeded: bool, responses: Vec<Response>) -> TxnResponse {
    let responses = responses.into_iter().map(|response| ResponseOp { response: Some(response) }).collect();
    TxnResponse { header: Some(ResponseHeader { revision: 9 }), succeeded, responses }
}

#[test]
fn requirements_become_comparisons() {
    let writes = [
        put("any", Expect::Any),
        put("absent", Expect::Absent),
        Write::Delete { key: "at".into(), expect: Expect::At(Revision(7)) },
        Write::Check { key: "never".into(), expect: Expect::At(Revision::ZERO) },
    ];
    let txn = request(b"/p/", &writes, &[0, 5, 0, 0]);
    let compares: Vec<_> =
        txn.compare.iter().map(|c| (&c.key[..], c.result, c.target, c.target_union.clone())).collect();
    assert_eq!(
        compares,
        [
            (&b"/p/absent"[..], 0, 2, Some(TargetUnion::ModRevision(0))),
            (b"/p/at", 0, 2, Some(TargetUnion::ModRevision(7))),
            (b"/p/never", 2, 0, Some(TargetUnion::Version(0))),
        ]
    );
    assert_eq!(txn.success.len(), 4);
    assert_eq!(txn.failure.len(), 4);
    let Some(Request::Put(with_lease)) = &txn.success[1].request else { panic!("not a put") };
    assert_eq!((with_lease.lease, with_lease.prev_kv), (5, true));
    assert!(matches!(txn.success[2].request, Some(Request::Delete(_))));
    assert!(matches!(txn.success[3].request, Some(Request::Range(_))));
}

#[test]
fn success_tells_what_was_there_before() {
    let writes = [
        put("a", Expect::Any),
        Write::Delete { key: "b".into(), expect: Expect::Any },
        Write::Check { key: "c".into(), expect: Expect::At(Revision(4)) },
    ];
    let answer = response(
        true,
        vec![
            Response::Put(PutResponse { prev_kv: Some(stored("/p/a", 3)) }),
            Response::Delete(DeleteRangeResponse { prev_kvs: vec![] }),
            Response::Range(RangeResponse { kvs: vec![stored("/p/c", 4)], ..Default::default() }),
        ],
    );
    let result = result(b"/p/", &writes, answer).unwrap();
    assert_eq!(result.revision, Revision(9));
    let previous: Vec<_> =
        result.written.iter().map(|w| w.previous.as_ref().map(|kv| (&kv.key[..], kv.mod_revision))).collect();
    assert_eq!(previous, [Some((&b"a"[..], Revision(3))), None, Some((&b"c"[..], Revision(4)))]);
}

#[test]
fn a_conflict_names_the_first_requirement_that_failed() {
    let writes = [put("a", Expect::Any), put("b", Expect::At(Revision(3))), put("c", Expect::Absent)];
    let get = |kvs| Response::Range(RangeResponse { kvs, ..Default::default() });
    let answer =
        response(false, vec![get(vec![]), get(vec![stored("/p/b", 3)]), get(vec![stored("/p/c", 8)])]);
    let Err(Error::Conflict(conflict)) = result(b"/p/", &writes, answer) else { panic!("no conflict") };
    assert_eq!((conflict.index, &conflict.key[..], conflict.revision), (2, &b"c"[..], Revision(9)));
    assert_eq!(conflict.current.as_ref().map(|kv| kv.mod_revision), Some(Revision(8)));
}

#[test]
fn an_answer_that_does_not_fit_leaves_the_outcome_open() {
    let writes = [put("a", Expect::Any)];
    for answer in [
        response(true, vec![]),
        TxnResponse { header: None, ..response(true, vec![Response::Put(PutResponse { prev_kv: None })]) },
        TxnResponse { responses: vec![ResponseOp { response: None }], ..response(true, vec![]) },
        response(false, vec![Response::Range(RangeResponse::default())]),
    ] {
        assert!(matches!(result(b"", &writes, answer), Err(Error::Unknown(_))));
    }
}
