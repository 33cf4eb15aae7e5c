//! Writes as etcd transactions: the requirements become comparisons, the failure branch reads what stands in the way.
//!
//! Pure: writes in, a request out; a response in, a result out.

use bytes::Bytes;

use super::range::{from_wire, kv, server_key};
use super::wire::{
    Compare, CompareResult, CompareTarget, DeleteRangeRequest, PutRequest, RangeRequest, Request, RequestOp,
    Response, ResponseOp, TargetUnion, TxnRequest, TxnResponse,
};
use crate::{Conflict, Error, Expect, KeyValue, Result, Revision, Write, WriteResult, Written};

/// The transaction that does `writes`, each put with its lease (0: none).
pub(super) fn request(prefix: &[u8], writes: &[Write], leases: &[i64]) -> TxnRequest {
    let mut txn = TxnRequest::default();
    for (write, &lease) in writes.iter().zip(leases) {
        let key = server_key(prefix, write.key());
        let get = Request::Range(RangeRequest { key: key.clone(), ..Default::default() });
        txn.compare.extend(compare(key.clone(), write.expect()));
        txn.success.push(op(match write {
            Write::Put { value, .. } => {
                Request::Put(PutRequest { key, value: value.clone(), lease, prev_kv: true })
            }
            Write::Delete { .. } => Request::Delete(DeleteRangeRequest { key, prev_kv: true }),
            Write::Check { .. } => get.clone(),
        }));
        txn.failure.push(op(get));
    }
    txn
}

fn op(request: Request) -> RequestOp {
    RequestOp { request: Some(request) }
}

fn compare(key: Bytes, expect: Expect) -> Option<Compare> {
    let (result, target, value) = match expect {
        Expect::Any => return None,
        Expect::Absent => (CompareResult::Equal, CompareTarget::Mod, TargetUnion::ModRevision(0)),
        // To etcd, revision 0 is a key that does not exist, which is not what this asks for. Nothing meets it: no key has a
        // version below 0.
        Expect::At(Revision::ZERO) => (CompareResult::Less, CompareTarget::Version, TargetUnion::Version(0)),
        Expect::At(revision) => {
            let revision = i64::try_from(revision.0).unwrap_or(i64::MAX);
            (CompareResult::Equal, CompareTarget::Mod, TargetUnion::ModRevision(revision))
        }
    };
    Some(Compare { result: result.into(), target: target.into(), key, target_union: Some(value) })
}

/// What the transaction did, or which requirement stood in its way.
pub(super) fn result(prefix: &[u8], writes: &[Write], response: TxnResponse) -> Result<WriteResult> {
    let strange = || Error::Unknown("etcd's answer does not match the transaction".into());
    let revision = from_wire(response.header.ok_or_else(strange)?.revision);
    if response.responses.len() != writes.len() {
        return Err(strange());
    }
    let states = response.responses.into_iter().map(|response| state(prefix, response));
    if response.succeeded {
        let written = states.map(|previous| Ok(Written { previous: previous.ok_or_else(strange)? }));
        return Ok(WriteResult { revision, written: written.collect::<Result<_>>()? });
    }
    for (index, (write, current)) in writes.iter().zip(states).enumerate() {
        let current = current.ok_or_else(strange)?;
        let expected = write.expect();
        if !expected.holds(current.as_ref().map(|kv| kv.mod_revision)) {
            let key = write.key().clone();
            return Err(Error::Conflict(Box::new(Conflict { revision, index, key, expected, current })));
        }
    }
    Err(strange())
}

/// What the key of one operation held: before it, or instead of what was required. The outer `None` is an answer without content.
fn state(prefix: &[u8], op: ResponseOp) -> Option<Option<KeyValue>> {
    let found = match op.response? {
        Response::Range(range) => range.kvs.into_iter().next(),
        Response::Put(put) => put.prev_kv,
        Response::Delete(delete) => delete.prev_kvs.into_iter().next(),
    };
    Some(found.map(|found| kv(prefix, found)))
}

#[cfg(test)]
mod tests;
