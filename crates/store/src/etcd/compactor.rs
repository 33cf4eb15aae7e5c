//! Compaction at intervals, shared by all servers of a cluster.
//!
//! Servers agree through one key, which upstream's API servers use the same way: each interval, whoever first raises the key's
//! version by one compacts to the revision that it noted an interval ago; the others see that it was done and note the newest
//! revision instead. So history reaches back one to two intervals however many servers there are.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;

use super::Shared;
use super::rpc::{Failure, Repeat};
use super::wire::{
    COMPACT, CompactionRequest, Compare, CompareResult, CompareTarget, PutRequest, RangeRequest, Request,
    RequestOp, Response, TXN, TargetUnion, TxnRequest, TxnResponse,
};

/// Outside the prefix: compaction is of the whole server, whoever else uses it.
const KEY: Bytes = Bytes::from_static(b"compact_rev_key");

/// What this server noted at its last turn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Noted {
    /// The key's version.
    version: i64,
    /// The newest revision then.
    revision: i64,
}

/// Compacts at each `interval`, until it is dropped.
pub(super) async fn run(shared: Arc<Shared>, interval: Duration) {
    let mut noted = Noted::default();
    loop {
        shared.clock.sleep(interval).await;
        match turn(&shared, noted).await {
            Ok(next) => noted = next,
            Err(why) => tracing::warn!(?why, "compaction is put off to the next interval"),
        }
    }
}

async fn turn(shared: &Shared, noted: Noted) -> Result<Noted, Failure> {
    let answer = shared.rpc.call(&TXN, request(noted), Repeat::Never).await?;
    let (next, compact) = decide(noted, answer);
    if let Some(revision) = compact {
        match shared.rpc.call(&COMPACT, CompactionRequest { revision }, Repeat::Harmless).await {
            Ok(_) => tracing::debug!(revision, "compacted"),
            // Somebody was ahead: so much the better.
            Err(Failure::Compacted) => {}
            Err(why) => tracing::warn!(revision, ?why, "compaction failed"),
        }
    }
    Ok(next)
}

/// Raises the key's version if nobody has since `noted`, and reads it if somebody has.
fn request(noted: Noted) -> TxnRequest {
    let unchanged = Compare {
        result: CompareResult::Equal.into(),
        target: CompareTarget::Version.into(),
        key: KEY,
        target_union: Some(TargetUnion::Version(noted.version)),
    };
    let value = noted.revision.to_string().into();
    let put = Request::Put(PutRequest { key: KEY, value, lease: 0, prev_kv: false });
    let get = Request::Range(RangeRequest { key: KEY, ..Default::default() });
    let op = |request| vec![RequestOp { request: Some(request) }];
    TxnRequest { compare: vec![unchanged], success: op(put), failure: op(get) }
}

/// What to note, and up to where to compact if it is this server's turn.
fn decide(noted: Noted, answer: TxnResponse) -> (Noted, Option<i64>) {
    let revision = answer.header.map_or(0, |header| header.revision);
    if answer.succeeded {
        let compact = (noted.revision > 0).then_some(noted.revision);
        return (Noted { version: noted.version + 1, revision }, compact);
    }
    let version = answer.responses.into_iter().find_map(|op| match op.response {
        Some(Response::Range(range)) => range.kvs.first().map(|kv| kv.version),
        _ => None,
    });
    (Noted { version: version.unwrap_or(0), revision }, None)
}

#[cfg(test)]
mod tests {
    use super::super::wire::{KeyValue, RangeResponse, ResponseHeader, ResponseOp};
    use super::*;

    fn won(revision: i64) -> TxnResponse {
        TxnResponse { header: Some(ResponseHeader { revision }), succeeded: true, responses: vec![] }
    }

    fn lost(revision: i64, version: i64) -> TxnResponse {
        let kvs = vec![KeyValue { version, ..Default::default() }];
        let response = Some(Response::Range(RangeResponse { kvs, ..Default::default() }));
        TxnResponse {
            header: Some(ResponseHeader { revision }),
            succeeded: false,
            responses: vec![ResponseOp { response }],
        }
    }

    #[test]
    fn the_first_turn_only_notes_and_the_next_compacts_to_what_was_noted() {
        let (first, nothing) = decide(Noted::default(), won(10));
        assert_eq!((first, nothing), (Noted { version: 1, revision: 10 }, None));
        assert_eq!(decide(first, won(25)), (Noted { version: 2, revision: 25 }, Some(10)));
    }

    #[test]
    fn whoever_comes_second_leaves_it_and_takes_part_in_the_next_turn() {
        let noted = Noted { version: 1, revision: 10 };
        let (second, nothing) = decide(noted, lost(26, 2));
        assert_eq!((second, nothing), (Noted { version: 2, revision: 26 }, None));
        assert_eq!(decide(second, won(40)).1, Some(26));
    }
}
