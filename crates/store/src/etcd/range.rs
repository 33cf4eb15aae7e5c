//! Reads: key ranges as the server sees them, and lists cut into pages.
//!
//! A list without a limit is read page by page at the revision of its first page, so that no message grows with the data. Pages are
//! sized by what the values before them weighed.

use bytes::Bytes;

use super::rpc::{Failure, Repeat, Rpc};
use super::wire::{self, RANGE, RangeRequest, RangeResponse};
use super::{floor, wire::KeyValue as WireKeyValue};
use crate::{Error, KeyRange, KeyValue, Range, RangeResult, Result, Revision};

/// How many keys the first page asks for.
const FIRST_PAGE: usize = 500;
/// The most keys a page asks for.
const LARGEST_PAGE: usize = 10_000;
/// How many bytes a page should hold.
const PAGE_BYTES: usize = 8 << 20;
/// How often a list of the newest revision starts anew when compaction overtakes it.
const RESTARTS: usize = 3;

/// Revisions on the wire are signed.
pub(super) fn from_wire(revision: i64) -> Revision {
    Revision(u64::try_from(revision).unwrap_or(0))
}

/// Revisions on the wire are signed.
pub(super) fn to_wire(revision: Revision) -> i64 {
    i64::try_from(revision.0).unwrap_or(i64::MAX)
}

/// The key that `key` has on the server.
pub(super) fn server_key(prefix: &[u8], key: &[u8]) -> Bytes {
    [prefix, key].concat().into()
}

/// A key value of the server without the prefix.
pub(super) fn kv(prefix: &[u8], kv: WireKeyValue) -> KeyValue {
    let key = Bytes::from(kv.key);
    KeyValue {
        key: if key.starts_with(prefix) { key.slice(prefix.len()..) } else { key },
        value: kv.value.into(),
        create_revision: from_wire(kv.create_revision),
        mod_revision: from_wire(kv.mod_revision),
        version: u64::try_from(kv.version).unwrap_or(0),
    }
}

/// A range in etcd's terms: one key if `end` is empty, everything from `key` on if it is a zero byte.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Span {
    pub key: Bytes,
    pub end: Bytes,
}

/// The range on the server; `None` if nothing can lie in it.
pub(super) fn span(prefix: &[u8], keys: &KeyRange) -> Option<Span> {
    let mut key = server_key(prefix, &keys.start);
    if key.is_empty() {
        // etcd takes no empty key, and there is none to miss.
        key = Bytes::from_static(b"\0");
    }
    let end = match &keys.end {
        Some(end) => Some(server_key(prefix, end)),
        None => KeyRange::prefix(prefix.to_vec()).end,
    };
    match end {
        None => Some(Span { key, end: Bytes::from_static(b"\0") }),
        Some(end) if end <= key => None,
        Some(end) if end.len() == key.len() + 1 && end.ends_with(b"\0") && end.starts_with(&key) => {
            Some(Span { key, end: Bytes::new() })
        }
        Some(end) => Some(Span { key, end }),
    }
}

/// A key to ask about when only the answer's header matters. Within the prefix, so that a user who may see no more may see this.
pub(super) fn nowhere(prefix: &[u8]) -> Bytes {
    server_key(prefix, b"\0")
}

/// The newest revision, agreed on by a quorum: the header of a read of nothing much.
pub(super) async fn revision(rpc: &Rpc, prefix: &[u8]) -> Result<Revision, Failure> {
    let nothing = RangeRequest { key: nowhere(prefix), count_only: true, ..Default::default() };
    header(rpc.call(&RANGE, nothing, Repeat::Harmless).await?).map(|(revision, _)| revision)
}

/// The newest revision, if history is still kept from `revision` on.
pub(super) async fn revision_since(
    rpc: &Rpc,
    prefix: &[u8],
    revision: Revision,
) -> Result<Revision, Failure> {
    let revision = to_wire(revision).max(1);
    let nothing = RangeRequest { key: nowhere(prefix), revision, count_only: true, ..Default::default() };
    header(rpc.call(&RANGE, nothing, Repeat::Harmless).await?).map(|(revision, _)| revision)
}

fn header(response: RangeResponse) -> Result<(Revision, RangeResponse), Failure> {
    match &response.header {
        Some(header) => Ok((from_wire(header.revision), response)),
        None => Err(Failure::Refused("etcd's answer has no header".into())),
    }
}

/// Reads `range`.
pub(super) async fn range(rpc: &Rpc, prefix: &[u8], range: Range) -> Result<RangeResult> {
    for _ in 0..RESTARTS {
        let failure = match read(rpc, prefix, &range).await {
            Ok(result) => return Ok(result),
            Err(failure) => failure,
        };
        match (failure, range.revision) {
            (Failure::Compacted, Some(requested)) => {
                return Err(floor::compacted(rpc, prefix, requested).await);
            }
            // Nobody asked for the revision that the first page happened to show: a later one will do as well.
            (Failure::Compacted, None) => continue,
            (Failure::Future, Some(requested)) => {
                let current = revision(rpc, prefix).await.map_err(read_error)?;
                return Err(Error::FutureRevision { requested, current });
            }
            (failure, _) => return Err(read_error(failure)),
        }
    }
    Err(Error::Unavailable("compaction overtook the list again and again".into()))
}

/// A read changes nothing, so nothing about it is unknown.
pub(super) fn read_error(failure: Failure) -> Error {
    match failure {
        Failure::Lost(why) => Error::Unavailable(why),
        other => other.into_error(),
    }
}

/// What one page asks of the server; each page narrows it.
fn first_request(prefix: &[u8], range: &Range) -> RangeRequest {
    // To etcd, revision 0 is the newest. Revision 1 is the empty store before its first write, as is 0 here.
    let revision = range.revision.map_or(0, |revision| to_wire(revision).max(1));
    match span(prefix, &range.keys) {
        Some(Span { key, end }) => {
            RangeRequest { key, range_end: end, limit: 0, revision, count_only: range.count_only }
        }
        // Still asked, because the revision may not be there; the answer is not looked at.
        None => RangeRequest { key: nowhere(prefix), revision, count_only: true, ..Default::default() },
    }
}

async fn read(rpc: &Rpc, prefix: &[u8], range: &Range) -> Result<RangeResult, Failure> {
    let mut request = first_request(prefix, range);
    let empty = span(prefix, &range.keys).is_none();
    let mut result =
        RangeResult { revision: range.revision.unwrap_or_default(), kvs: Vec::new(), count: 0, more: false };
    let mut page = FIRST_PAGE;
    loop {
        let left = if range.limit == 0 { usize::MAX } else { range.limit - result.kvs.len() };
        request.limit = i64::try_from(page.min(left)).expect("a page is small");
        let answer = match rpc.call(&RANGE, request.clone(), Repeat::Harmless).await {
            Err(Failure::AnswerTooLarge) if page > 1 => {
                page = (page / 8).max(1);
                continue;
            }
            other => other?,
        };
        let (revision, answer) = header(answer)?;
        if result.kvs.is_empty() {
            result.revision = range.revision.unwrap_or(revision);
            result.count = if empty { 0 } else { u64::try_from(answer.count).unwrap_or(0) };
        }
        if request.revision == 0 {
            request.revision = to_wire(revision);
        }
        page = next_page(page, &answer.kvs);
        let last = answer.kvs.last().map(|kv| [kv.key.as_slice(), b"\0"].concat());
        result.kvs.extend(answer.kvs.into_iter().map(|found| kv(prefix, found)));
        let enough = range.limit != 0 && result.kvs.len() >= range.limit;
        match last {
            Some(next) if answer.more && !enough => request.key = next.into(),
            _ => break,
        }
    }
    result.more = !range.count_only && (result.kvs.len() as u64) < result.count;
    Ok(result)
}

/// How many keys to ask for next, after a page of `kvs`: as many as should fit, but growing only step by step, since what comes
/// next may weigh more.
fn next_page(page: usize, kvs: &[wire::KeyValue]) -> usize {
    let bytes: usize = kvs.iter().map(|kv| kv.key.len() + kv.value.len()).sum();
    let each = (bytes / kvs.len().max(1)).max(1);
    (PAGE_BYTES / each).clamp(1, page * 4).min(LARGEST_PAGE)
}

#[cfg(test)]
mod tests;
