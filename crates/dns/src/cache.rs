//! Answers from upstream, kept for as long as they say. Pure: time is given.

use std::collections::HashMap;
use std::time::Duration;

use hickory_proto::op::{Message, Query, ResponseCode};
use hickory_proto::rr::RData;

/// The longest that anything is kept.
const LONGEST: u32 = 3600;
/// The longest that "there is none" is kept.
const LONGEST_NEGATIVE: u32 = 30;

/// What is kept.
#[derive(Debug)]
pub(crate) struct Cache {
    capacity: usize,
    kept: HashMap<Query, Kept>,
}

#[derive(Debug)]
struct Kept {
    message: Message,
    since: Duration,
    until: Duration,
}

impl Cache {
    pub(crate) fn new(capacity: usize) -> Self {
        Self { capacity, kept: HashMap::new() }
    }

    /// What was answered, with what is left of its time.
    pub(crate) fn get(&self, query: &Query, now: Duration) -> Option<Message> {
        let kept = self.kept.get(query).filter(|kept| now < kept.until)?;
        let age = u32::try_from((now - kept.since).as_secs()).unwrap_or(u32::MAX);
        let mut message = kept.message.clone();
        let sections = [&mut message.answers, &mut message.authorities, &mut message.additionals];
        for record in sections.into_iter().flatten() {
            record.ttl = record.ttl.saturating_sub(age);
        }
        Some(message)
    }

    /// Keeps an answer, if it may be kept.
    pub(crate) fn put(&mut self, query: Query, message: &Message, now: Duration) {
        let Some(seconds) = lifetime(message).filter(|seconds| *seconds > 0) else { return };
        if self.kept.len() >= self.capacity {
            self.kept.retain(|_, kept| now < kept.until);
        }
        if self.kept.len() >= self.capacity {
            // All are fresh: half of them go, any half. It is only a cache.
            let mut keep = false;
            self.kept.retain(|_, _| {
                keep = !keep;
                keep
            });
        }
        let until = now + Duration::from_secs(seconds.into());
        self.kept.insert(query, Kept { message: message.clone(), since: now, until });
    }
}

/// For how many seconds an answer holds.
fn lifetime(message: &Message) -> Option<u32> {
    if message.metadata.truncation {
        return None;
    }
    match message.metadata.response_code {
        ResponseCode::NoError if !message.answers.is_empty() => {
            message.answers.iter().map(|record| record.ttl).min().map(|ttl| ttl.min(LONGEST))
        }
        ResponseCode::NoError | ResponseCode::NXDomain => {
            message.authorities.iter().find_map(|record| match &record.data {
                RData::SOA(soa) => Some(record.ttl.min(soa.minimum).min(LONGEST_NEGATIVE)),
                _ => None,
            })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use hickory_proto::op::{MessageType, OpCode};
    use hickory_proto::rr::rdata::A;
    use hickory_proto::rr::{Name, Record, RecordType};

    use super::*;

    fn question(name: &str) -> Query {
        Query::query(Name::from_ascii(name).unwrap(), RecordType::A)
    }

    fn positive(ttl: u32) -> Message {
        let mut message = Message::new(1, MessageType::Response, OpCode::Query);
        message.add_answer(Record::from_rdata(Name::root(), ttl, RData::A(A::new(1, 2, 3, 4))));
        message
    }

    #[test]
    fn answers_age_and_end_and_failures_are_not_kept() {
        let mut cache = Cache::new(10);
        let seconds = Duration::from_secs;
        cache.put(question("a."), &positive(10), seconds(100));
        assert_eq!(cache.get(&question("a."), seconds(104)).unwrap().answers[0].ttl, 6);
        assert!(cache.get(&question("a."), seconds(110)).is_none());
        assert!(cache.get(&question("b."), seconds(100)).is_none());
        let failed = Message::error_msg(1, OpCode::Query, ResponseCode::ServFail);
        for message in [failed, positive(0), Message::new(1, MessageType::Response, OpCode::Query)] {
            cache.put(question("c."), &message, seconds(100));
            assert!(cache.get(&question("c."), seconds(100)).is_none());
        }
    }

    #[test]
    fn it_never_holds_more_than_it_may() {
        let mut cache = Cache::new(8);
        for number in 0..100 {
            cache.put(question(&format!("n{number}.")), &positive(10), Duration::ZERO);
            assert!(cache.kept.len() <= 8);
        }
    }
}
