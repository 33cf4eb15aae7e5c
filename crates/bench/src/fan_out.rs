//! Watchers of one collection, writers to it, and how late each watcher learns of each write.
//!
//! Every write carries a number; a watcher looks for it in the bytes that arrive, and decodes nothing. Writers stay within a window
//! of what has been delivered: what is measured is how fast the server delivers, not how much it can put off.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use http::Method;
use http_body_util::BodyExt as _;
use hyper::body::Incoming;
use memchr::memmem::Finder;
use parking_lot::Mutex;
use runtime::Clock;
use serde_json::Value;
use tokio::sync::Notify;
use tokio::task::JoinSet;

use crate::connection::Call;
use crate::error::{Error, Result};
use crate::load::{Measured, NUMBER, Template, micros};
use crate::space::Space;

/// What stands before a write's number.
const MARK: &str = "\"sequence\":\"";
/// The most writes of one measurement.
const MOST: usize = 1 << 20;
/// How many writes may be on their way to watchers.
const WINDOW: u64 = 256;
/// How long to wait for events that do not come.
const PATIENCE: Duration = Duration::from_secs(10);

/// How it is done.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plan {
    pub watchers: usize,
    pub writers: usize,
    pub duration: Duration,
    /// Writes a second of all writers together; `None`: as many as possible.
    pub pace: Option<f64>,
    /// How many objects there are to write to, named as [`object`] says.
    pub objects: u64,
}

/// What writers and watchers share.
struct Shared {
    clock: Clock,
    plan: Plan,
    /// When each write was sent, in microseconds; 0: not yet.
    sent: Vec<AtomicU64>,
    next: AtomicU64,
    written: AtomicU64,
    failed: AtomicU64,
    received: AtomicU64,
    progress: Notify,
}

/// The name of the n-th object to write to.
pub(crate) fn object(number: u64) -> String {
    format!("watched-{number}")
}

/// Opens the watches, writes, and waits until all is delivered.
pub(crate) async fn run(space: &Space, clock: &Clock, plan: Plan) -> Result<Measured> {
    let sent = std::iter::repeat_with(AtomicU64::default).take(MOST).collect();
    let shared = Arc::new(Shared {
        clock: clock.clone(),
        plan,
        sent,
        next: AtomicU64::new(0),
        written: AtomicU64::new(0),
        failed: AtomicU64::new(0),
        received: AtomicU64::new(0),
        progress: Notify::new(),
    });
    let revision = revision(space).await?;
    let (mut watchers, mut parts) = (JoinSet::new(), Vec::new());
    for _ in 0..plan.watchers {
        let body = open(space, &revision).await?;
        let part = Arc::new(Mutex::new(Measured::new(1)));
        parts.push(part.clone());
        watchers.spawn(watch(shared.clone(), body, part));
    }
    let started = clock.monotonic();
    let mut writers = JoinSet::new();
    for _ in 0..plan.writers {
        writers.spawn(write(shared.clone(), space.clone(), started));
    }
    while let Some(one) = writers.join_next().await {
        one.map_err(|error| Error::Wrong(format!("a writer ended: {error}")))??;
    }
    let expected = shared.written.load(Ordering::Acquire) * plan.watchers as u64;
    let ended = shared.delivered(expected).await;
    watchers.abort_all();
    let mut all = Measured { took: ended.saturating_sub(started), ..Measured::new(plan.watchers) };
    parts.iter().for_each(|part| all.add(&part.lock()));
    all.errors = shared.failed.load(Ordering::Acquire) + expected.saturating_sub(all.count);
    Ok(all)
}

impl Shared {
    /// Waits until so many events have arrived, or no more come; says when.
    async fn delivered(&self, expected: u64) -> Duration {
        loop {
            let progress = self.progress.notified();
            if self.received.load(Ordering::Acquire) >= expected {
                return self.clock.monotonic();
            }
            let before = self.clock.monotonic();
            tokio::select! {
                () = progress => {}
                () = self.clock.sleep(PATIENCE) => return before,
            }
        }
    }

    /// Waits until watchers have caught up with the writers.
    async fn room(&self) {
        let (window, watchers) = (WINDOW * self.plan.watchers as u64, self.plan.watchers as u64);
        loop {
            let progress = self.progress.notified();
            let due = self.written.load(Ordering::Acquire) * watchers;
            if due.saturating_sub(self.received.load(Ordering::Acquire)) <= window {
                return;
            }
            tokio::select! {
                () = progress => {}
                // Events are lost: they are counted at the end.
                () = self.clock.sleep(PATIENCE) => return,
            }
        }
    }
}

async fn write(shared: Arc<Shared>, space: Space, started: Duration) -> Result<()> {
    let Plan { writers, duration, pace, objects, .. } = shared.plan;
    let mut connection = space.target.connect().await?;
    let body = Template::new(format!("{{\"data\":{{{MARK}{NUMBER}\"}}}}"));
    let paths: Vec<String> =
        (0..objects.max(1)).map(|number| space.item("configmaps", &object(number))).collect();
    let step = pace.map(|pace| Duration::from_secs_f64(writers as f64 / pace));
    let mut due = shared.clock.monotonic();
    loop {
        match step {
            None => shared.room().await,
            Some(step) => {
                shared.clock.sleep(due.saturating_sub(shared.clock.monotonic())).await;
                due += step;
            }
        }
        let number = shared.next.fetch_add(1, Ordering::Relaxed);
        let now = shared.clock.monotonic();
        if number >= MOST as u64 || now >= started + duration {
            return Ok(());
        }
        let path = &paths[(number % objects.max(1)) as usize];
        let call =
            Call::send(Method::PATCH, path, body.with(number)).content_type("application/merge-patch+json");
        shared.sent[number as usize].store(micros(shared.clock.monotonic()), Ordering::Release);
        match connection.send(&call).await {
            Ok(outcome) if outcome.is_good() => drop(shared.written.fetch_add(1, Ordering::AcqRel)),
            Ok(_) => drop(shared.failed.fetch_add(1, Ordering::AcqRel)),
            Err(error) => return Err(error),
        }
    }
}

async fn watch(shared: Arc<Shared>, mut body: Incoming, part: Arc<Mutex<Measured>>) {
    let finder = Finder::new(MARK);
    let whole = MARK.len() + NUMBER.len();
    // The end of what came before, in case a number is cut in two.
    let mut rest: Vec<u8> = Vec::new();
    while let Some(Ok(frame)) = body.frame().await {
        let Some(data) = frame.data_ref() else { continue };
        let now = micros(shared.clock.monotonic());
        let mut part = part.lock();
        part.bytes += data.len() as u64;
        let mut found = 0;
        rest.extend_from_slice(&data[..data.len().min(whole - 1)]);
        found += events(&finder, &rest, |number| part.record(&shared, number, now));
        found += events(&finder, data, |number| part.record(&shared, number, now));
        keep_end(&mut rest, data, whole - 1);
        drop(part);
        if found > 0 {
            shared.received.fetch_add(found, Ordering::AcqRel);
            shared.progress.notify_waiters();
        }
    }
}

impl Measured {
    fn record(&mut self, shared: &Shared, number: u64, now: u64) {
        let Some(sent) = shared.sent.get(number as usize) else { return };
        self.count += 1;
        self.latencies.saturating_record(now.saturating_sub(sent.load(Ordering::Acquire)).max(1));
    }
}

/// Keeps the last `most` bytes. Whatever is in them is no whole event yet: it would have been longer.
fn keep_end(rest: &mut Vec<u8>, data: &[u8], most: usize) {
    if data.len() >= most {
        rest.clear();
        rest.extend_from_slice(&data[data.len() - most..]);
    } else {
        rest.drain(..rest.len().saturating_sub(most));
    }
}

/// Calls `each` with every number that is there with all its digits; says how many there are.
fn events(finder: &Finder<'_>, data: &[u8], mut each: impl FnMut(u64)) -> u64 {
    let mut count = 0;
    for at in finder.find_iter(data) {
        let from = at + MARK.len();
        let Some(digits) = data.get(from..from + NUMBER.len()) else { break };
        each(digits.iter().fold(0, |number, digit| number * 10 + u64::from(digit.wrapping_sub(b'0'))));
        count += 1;
    }
    count
}

/// The revision of the collection now.
async fn revision(space: &Space) -> Result<String> {
    let path = format!("{}?limit=1", space.path("configmaps"));
    let list = space.target.connect().await?.fetch(&Call::get(path)).await?;
    let list: Value = serde_json::from_slice(&list).map_err(|error| Error::Wrong(error.to_string()))?;
    let found = list["metadata"]["resourceVersion"].as_str().map(str::to_owned);
    found.ok_or_else(|| Error::Wrong("a list has no resourceVersion".into()))
}

/// Opens a watch on a connection of its own.
async fn open(space: &Space, revision: &str) -> Result<Incoming> {
    let path = format!("{}?watch=true&resourceVersion={revision}", space.path("configmaps"));
    let answer = space.target.connect().await?.start(&Call::get(path)).await?;
    let code = answer.status().as_u16();
    if code != 200 {
        return Err(Error::Refused { what: "a watch".into(), code, body: String::new() });
    }
    Ok(answer.into_body())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What watchers find when the same bytes come in pieces of every size.
    #[test]
    fn numbers_are_found_once_however_the_bytes_are_cut() {
        let finder = Finder::new(MARK);
        let whole = MARK.len() + NUMBER.len();
        let text: Vec<u8> =
            (0..5).flat_map(|n| format!("{{{MARK}{n:010}\",\"f:sequence\":{{}}}}\n").into_bytes()).collect();
        for size in 1..text.len() {
            let (mut rest, mut seen) = (Vec::new(), Vec::new());
            for data in text.chunks(size) {
                rest.extend_from_slice(&data[..data.len().min(whole - 1)]);
                events(&finder, &rest, |number| seen.push(number));
                events(&finder, data, |number| seen.push(number));
                keep_end(&mut rest, data, whole - 1);
            }
            assert_eq!(seen, [0, 1, 2, 3, 4], "in pieces of {size}");
        }
    }
}
