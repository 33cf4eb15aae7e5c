//! A question and a zone become an answer, or something to be asked upstream. Pure.

use hickory_proto::op::{Edns, Message, MessageType, Metadata, OpCode, Query, ResponseCode};
use hickory_proto::rr::rdata::CNAME;
use hickory_proto::rr::{DNSClass, Name, RData, Record, RecordType};

use crate::zone::{Found, Zone};

/// What a client without EDNS can take over UDP.
const PLAIN: u16 = 512;
/// The most that is sent over UDP: what passes every link in one piece.
pub(crate) const LARGEST: u16 = 1232;
/// Aliases that are followed inside the cluster.
const ALIASES: usize = 8;

/// What to do with a question.
#[derive(Debug)]
pub(crate) enum Reply {
    /// Send this.
    Now(Message),
    /// Ask upstream; its answers complete what is here (an alias that leads out of the cluster, or nothing yet).
    Ask(Message, Query),
}

/// An empty answer to a request.
fn empty(request: &Message, code: ResponseCode) -> Message {
    let mut message = Message::new(request.metadata.id, MessageType::Response, request.metadata.op_code);
    message.metadata = Metadata::response_from_request(&request.metadata);
    message.metadata.recursion_available = true;
    message.metadata.response_code = code;
    message.queries.clone_from(&request.queries);
    if request.edns.is_some() {
        let mut edns = Edns::new();
        edns.set_max_payload(LARGEST).set_version(0);
        message.set_edns(edns);
    }
    message
}

/// An answer that says only this.
pub(crate) fn refuse(request: &Message, code: ResponseCode) -> Message {
    empty(request, code)
}

/// Answers a request from the zone as far as it goes.
pub(crate) fn answer(zone: &Zone, request: &Message) -> Reply {
    if request.metadata.op_code != OpCode::Query {
        return Reply::Now(empty(request, ResponseCode::NotImp));
    }
    if request.edns.as_ref().is_some_and(|edns| edns.version() > 0) {
        return Reply::Now(empty(request, ResponseCode::BADVERS));
    }
    let [query] = &request.queries[..] else { return Reply::Now(empty(request, ResponseCode::FormErr)) };
    if query.query_class() != DNSClass::IN {
        return Reply::Now(empty(request, ResponseCode::NotImp));
    }
    let mut message = empty(request, ResponseCode::NoError);
    let mut name = query.name().clone();
    for _ in 0..ALIASES {
        match zone.find(&name, query.query_type()) {
            Found::Records(records) => {
                fill(zone, &mut message, &name, records);
                return Reply::Now(message);
            }
            Found::Alias(target) => {
                message.metadata.authoritative = true;
                message.add_answer(Record::from_rdata(name, zone.ttl(), RData::CNAME(CNAME(target.clone()))));
                name = target;
            }
            Found::NoData => return Reply::Now(negative(zone, message, ResponseCode::NoError)),
            Found::NoName => return Reply::Now(negative(zone, message, ResponseCode::NXDomain)),
            Found::NotOurs => return Reply::Ask(message, Query::query(name, query.query_type())),
        }
    }
    Reply::Now(empty(request, ResponseCode::ServFail))
}

/// Puts records in, beginning with another one each time, so that clients that take the first spread; targets' addresses come along.
fn fill(zone: &Zone, message: &mut Message, name: &Name, mut records: Vec<RData>) {
    let turn = usize::from(message.metadata.id) % records.len().max(1);
    records.rotate_left(turn);
    message.metadata.authoritative = true;
    for record in records {
        if let RData::SRV(srv) = &record {
            for kind in [RecordType::A, RecordType::AAAA] {
                if let Found::Records(addresses) = zone.find(&srv.target, kind) {
                    let records = addresses
                        .into_iter()
                        .map(|ip| Record::from_rdata(srv.target.clone(), zone.ttl(), ip));
                    let new: Vec<_> =
                        records.filter(|record| !message.additionals.contains(record)).collect();
                    message.add_additionals(new);
                }
            }
        }
        message.add_answer(Record::from_rdata(name.clone(), zone.ttl(), record));
    }
}

fn negative(zone: &Zone, mut message: Message, code: ResponseCode) -> Message {
    message.metadata.authoritative = true;
    message.metadata.response_code = code;
    message.add_authority(Record::from_rdata(zone.domain().clone(), zone.ttl(), zone.authority()));
    message
}

/// The bytes for UDP: within what the client takes; beyond it an answer is cut, and the client asks again over TCP.
pub(crate) fn datagram(request: &Message, message: &Message) -> Option<Vec<u8>> {
    let limit = request.edns.as_ref().map_or(PLAIN, |edns| edns.max_payload().clamp(PLAIN, LARGEST));
    let bytes = message.to_vec().ok()?;
    if bytes.len() <= usize::from(limit) {
        return Some(bytes);
    }
    let mut cut = message.clone();
    cut.additionals.clear();
    if let Some(bytes) = cut.to_vec().ok().filter(|bytes| bytes.len() <= usize::from(limit)) {
        return Some(bytes);
    }
    cut.answers.clear();
    cut.authorities.clear();
    cut.metadata.truncation = true;
    cut.to_vec().ok()
}
