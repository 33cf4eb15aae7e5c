//! What a caller may choose about the embedded store. Plain data; `embedded.rs` hands it to the parts.

use std::time::Duration;

use runtime::Clock;

/// How the embedded store behaves. The defaults suit a server of any size.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where the time comes from: commit times, times to live, the age of history.
    pub clock: Clock,
    /// The size of a log file. One transaction that needs more gets a longer file.
    pub segment_bytes: u64,
    /// At least this much log is written between two checkpoints; more where the last checkpoint was larger, so that
    /// checkpoints never write more than the log does.
    pub checkpoint_bytes: u64,
    /// How much of the past is kept.
    pub history: History,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            clock: Clock::system(),
            segment_bytes: 16 << 20,
            checkpoint_bytes: 128 << 20,
            history: History::default(),
        }
    }
}

/// The bounds of kept history: beyond any of them the store compacts itself.
#[derive(Debug, Clone)]
pub struct History {
    /// Changes older than this are forgotten. Clients may count on five minutes, and on not more than ten.
    pub max_age: Duration,
    /// At most this many changes are kept.
    pub max_events: usize,
    /// At most this many bytes of keys and values are kept in changes.
    pub max_bytes: usize,
}

impl Default for History {
    fn default() -> Self {
        Self { max_age: Duration::from_secs(300), max_events: 100_000, max_bytes: 64 << 20 }
    }
}
