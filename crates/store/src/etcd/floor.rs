//! Finds the oldest revision that the server still keeps.
//!
//! A read of a compacted revision fails without saying where history begins now; a watch from the beginning of time is told. Only
//! asked after such a failure, so what it costs matters little.

use std::time::Duration;

use super::range::{from_wire, nowhere};
use super::rpc::{Rpc, Stream};
use super::wire::{Filter, WATCH, WatchCall, WatchCreateRequest, WatchRequest};
use crate::{Error, Revision};

/// A member that has nothing compacted says nothing, so somebody must stop waiting. etcd looks after new watches every 100 ms.
const PATIENCE: Duration = Duration::from_secs(2);

/// The error for `requested`, which the server has said is compacted.
pub(super) async fn compacted(rpc: &Rpc, prefix: &[u8], requested: Revision) -> Error {
    let found = tokio::time::timeout(PATIENCE, ask(rpc, prefix)).await.ok().flatten();
    // Without an answer, the least that is certain.
    Error::Compacted { requested, compacted: found.unwrap_or(requested) }
}

async fn ask(rpc: &Rpc, prefix: &[u8]) -> Option<Revision> {
    let create = WatchCreateRequest {
        key: nowhere(prefix),
        start_revision: 1,
        filters: vec![Filter::NoPut.into(), Filter::NoDelete.into()],
        ..Default::default()
    };
    let first = WatchRequest { call: Some(WatchCall::Create(create)) };
    let Stream { calls: _open, mut responses, .. } = rpc.stream(rpc.current(), &WATCH, first).await.ok()?;
    loop {
        let response = responses.message().await.ok()??;
        if response.compact_revision > 0 {
            return Some(from_wire(response.compact_revision));
        }
    }
}
