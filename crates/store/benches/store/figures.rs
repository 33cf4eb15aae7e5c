//! All that is measured, as plain data: what `--json` writes and `report` shows.

use serde::Serialize;

/// The whole outcome of a run.
#[derive(Default, Serialize)]
pub struct Figures {
    pub machine: Machine,
    /// A short run, not to be published.
    pub quick: bool,
    pub goals: Vec<Goal>,
    pub writes: Vec<Writes>,
    pub opening: Option<Opening>,
    pub watching: Vec<Watching>,
    pub renewal: Vec<Renewal>,
}

/// Where it was measured.
#[derive(Default, Serialize)]
pub struct Machine {
    pub cores: usize,
    pub memory_gib: f64,
    pub file_system: String,
    pub etcd: String,
    /// The part of the processors that other programs took.
    pub others: f64,
}

/// What we want, and what we have.
#[derive(Serialize)]
pub struct Goal {
    pub what: String,
    pub wanted: String,
    pub measured: String,
    pub met: bool,
}

/// Durable writes by a number of writers at once.
#[derive(Serialize)]
pub struct Writes {
    pub writers: usize,
    /// Writes per group commit of the embedded store.
    pub batch: f64,
    /// Bytes per group commit.
    pub frame_bytes: f64,
    pub embedded: Side,
    pub etcd: Side,
    /// The bare disk, with frames as large as those of the embedded store.
    pub raw: Side,
    /// The bare disk, with one frame for all writers at once: what perfect batching would reach.
    pub raw_full: Side,
    /// Medians, over the rounds, of the embedded store's rate by the others'.
    pub by_raw: f64,
    pub by_raw_full: f64,
    pub by_etcd: f64,
}

/// One contestant.
#[derive(Serialize)]
pub struct Side {
    /// The median of the rounds.
    pub per_second: f64,
    /// Of one write; of one write and sync for the bare disk.
    pub p50_micros: f64,
    pub p99_micros: f64,
    /// Bytes of blocks written, for each write.
    pub disk_bytes: f64,
    /// Bytes that the whole machine, its journal included, gave to the device meanwhile.
    pub device_bytes: f64,
    /// Processor time for each write: of the whole process with its writers (embedded), or of the server alone (etcd).
    pub cpu_micros: f64,
}

/// A large store: opening it and reading it.
#[derive(Serialize)]
pub struct Opening {
    pub keys: usize,
    pub value_bytes: usize,
    pub live_bytes: f64,
    pub opens: Vec<Open>,
    /// Memory after opening from a checkpoint.
    pub resident_bytes: f64,
    pub peak_bytes: f64,
    /// What a key takes in memory, without its value.
    pub bytes_per_key: f64,
    pub checkpoint_millis: f64,
    /// The slowest of the writes made while the checkpoint was written.
    pub checkpoint_slowest_write_millis: f64,
    pub range_millis: f64,
    /// The same in pages of 500.
    pub pages_millis: f64,
}

/// One way to open the store.
#[derive(Serialize)]
pub struct Open {
    pub from: &'static str,
    /// Whether the system had the files in memory.
    pub cached: bool,
    pub millis: f64,
    pub millis_per_100_mb: f64,
}

/// Events to a number of watchers.
#[derive(Serialize)]
pub struct Watching {
    pub watchers: usize,
    /// Delivered to all of them while they are written.
    pub live_per_second: f64,
    /// Delivered to all of them from history.
    pub replay_per_second: f64,
}

/// Leases that are renewed.
#[derive(Serialize)]
pub struct Renewal {
    pub how: &'static str,
    pub leases: usize,
    pub per_second: f64,
    /// Commits for each renewal.
    pub commits: f64,
    pub log_bytes: f64,
    pub disk_bytes: f64,
    pub p99_micros: f64,
}
