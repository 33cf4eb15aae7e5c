//! Which events are worth writing, and which only count up one that was written. Pure; the figures are upstream's.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::time::Duration;

use api::core::v1::ObjectReference;

use super::Severity;

/// Per object so many events at once, and then one more per this time.
const BURST: f64 = 25.0;
const REFILL: Duration = Duration::from_secs(300);
/// So many different messages of one reason within this time become one.
const SIMILAR: usize = 10;
const SIMILAR_WITHIN: Duration = Duration::from_secs(600);
/// How many of each thing are remembered.
const REMEMBERED: usize = 4096;

/// Something that happened.
#[derive(Debug, Clone)]
pub(super) struct Occurrence {
    pub about: ObjectReference,
    pub severity: Severity,
    pub reason: String,
    pub message: String,
}

/// What to do about it.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Verdict {
    /// Nothing: too much was said about this object.
    Drop,
    /// Write a new event with this message.
    Create { message: String },
    /// Count up the one with this name, which now has this message.
    Count { name: String, count: i32, message: String },
}

/// Who and what: the part of an event that makes it similar to another.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Subject {
    object: [Option<String>; 6],
    severity: Severity,
    reason: String,
}

/// Everything that makes an event equal to another; combined events have no message of their own.
type Same = (Subject, Option<String>);

struct Written {
    name: String,
    count: i32,
}

#[derive(Default)]
struct Similar {
    messages: HashSet<String>,
    last: Duration,
}

struct Bucket {
    tokens: f64,
    at: Duration,
}

/// What was said before.
#[derive(Default)]
pub(super) struct Correlator {
    written: Recent<Same, Written>,
    similar: Recent<Subject, Similar>,
    buckets: Recent<[Option<String>; 6], Bucket>,
}

impl Correlator {
    /// Decides on an event at a time of the monotonic clock. Answer a `Create` with [`Correlator::wrote`].
    pub fn judge(
        &mut self,
        event: &Occurrence,
        now: Duration,
    ) -> (Verdict, impl Fn(&mut Self, String) + use<>) {
        let (key, message) = self.combine(event, now);
        let counted = self.written.get(&key, now).map(|written| {
            written.count += 1;
            Verdict::Count { name: written.name.clone(), count: written.count, message: message.clone() }
        });
        let verdict = match counted {
            _ if !self.may(object(&event.about), now) => Verdict::Drop,
            Some(count) => count,
            None => Verdict::Create { message },
        };
        let wrote = move |correlator: &mut Self, name: String| {
            correlator.written.put(key.clone(), Written { name, count: 1 }, now);
        };
        (verdict, wrote)
    }

    /// Many messages of one reason become one that says so.
    fn combine(&mut self, event: &Occurrence, now: Duration) -> (Same, String) {
        let subject =
            Subject { object: object(&event.about), severity: event.severity, reason: event.reason.clone() };
        let similar = self.similar.get_or_default(&subject, now);
        if now.saturating_sub(similar.last) > SIMILAR_WITHIN {
            similar.messages.clear();
        }
        similar.last = now;
        similar.messages.insert(event.message.clone());
        if similar.messages.len() < SIMILAR {
            return ((subject, Some(event.message.clone())), event.message.clone());
        }
        // It grows no further: any one may go.
        if let Some(one) = similar.messages.iter().next().cloned() {
            similar.messages.remove(&one);
        }
        ((subject, None), format!("(combined from similar events): {}", event.message))
    }

    fn may(&mut self, object: [Option<String>; 6], now: Duration) -> bool {
        if self.buckets.get(&object, now).is_none() {
            self.buckets.put(object.clone(), Bucket { tokens: BURST, at: now }, now);
        }
        let Some(bucket) = self.buckets.get(&object, now) else { return true };
        let refill = now.saturating_sub(bucket.at).as_secs_f64() / REFILL.as_secs_f64();
        (bucket.tokens, bucket.at) = ((bucket.tokens + refill).min(BURST), now);
        let may = bucket.tokens >= 1.0;
        if may {
            bucket.tokens -= 1.0;
        }
        may
    }
}

/// What identifies the object of an event. Its version does not: it changes all the time.
fn object(about: &ObjectReference) -> [Option<String>; 6] {
    let ObjectReference { api_version, kind, namespace, name, uid, field_path, .. } = about.clone();
    [api_version, kind, namespace, name, uid, field_path]
}

/// A map that forgets what was not used for long, once it is full.
struct Recent<K, V>(HashMap<K, (V, Duration)>);

impl<K, V> Default for Recent<K, V> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<K: Clone + Eq + Hash, V> Recent<K, V> {
    fn get(&mut self, key: &K, now: Duration) -> Option<&mut V> {
        let (value, used) = self.0.get_mut(key)?;
        *used = now;
        Some(value)
    }

    fn put(&mut self, key: K, value: V, now: Duration) {
        if self.0.len() >= REMEMBERED {
            let mut times: Vec<Duration> = self.0.values().map(|(_, used)| *used).collect();
            let (_, median, _) = times.select_nth_unstable(REMEMBERED / 2);
            let median = *median;
            self.0.retain(|_, (_, used)| *used > median);
        }
        self.0.insert(key, (value, now));
    }

    fn get_or_default(&mut self, key: &K, now: Duration) -> &mut V
    where
        V: Default,
    {
        if !self.0.contains_key(key) {
            self.put(key.clone(), V::default(), now);
        }
        let (value, used) = self.0.entry(key.clone()).or_insert_with(|| (V::default(), now));
        *used = now;
        value
    }
}

#[cfg(test)]
mod tests;
