//! What was measured, as plain data.

use serde::Serialize;

/// One scenario on one server.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Row {
    /// The scenario.
    pub scenario: String,
    /// The server.
    pub server: String,
    /// How many connections sent requests, or how many watchers listened.
    pub connections: usize,
    /// How many requests were answered well, or how many events were delivered.
    pub count: u64,
    /// How many were not.
    pub errors: u64,
    /// For how long it was measured.
    pub seconds: f64,
    /// `count` for each second.
    pub rate: f64,
    /// The middle latency, in microseconds.
    pub p50_micros: u64,
    /// That of the slowest hundredth.
    pub p99_micros: u64,
    /// Bytes of the answers' bodies, for each of `count`.
    pub bytes_each: f64,
    /// The server's processor time for each of `count`, in microseconds.
    pub server_cpu_micros: Option<f64>,
    /// This program's own.
    pub client_cpu_micros: f64,
    /// The server's memory at the end, in bytes.
    pub server_resident_bytes: Option<f64>,
}

/// A server that has nothing to do.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Idle {
    /// The server.
    pub server: String,
    /// For how long.
    pub seconds: f64,
    /// Its memory, in bytes.
    pub resident_bytes: Option<f64>,
    /// Its processor time, in milliseconds for each second.
    pub cpu_millis_per_second: Option<f64>,
    /// From its start until it was ready, in seconds, if the run started it.
    pub ready_seconds: Option<f64>,
}

/// All of a run.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Figures {
    /// Processors of the machine of this program.
    pub cores: usize,
    /// Before anything was asked.
    pub idle: Vec<Idle>,
    /// The scenarios, those of one kind next to one another.
    pub rows: Vec<Row>,
}

impl Figures {
    /// The rows of the first server, each with that of another server for the same scenario.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (&Row, &Row)> {
        let first = self.rows.first().map_or("", |row| row.server.as_str());
        self.rows.iter().filter(move |row| row.server == first).flat_map(move |ours| {
            let same = move |row: &&Row| row.scenario == ours.scenario && row.server != first;
            self.rows.iter().filter(same).map(move |theirs| (ours, theirs))
        })
    }
}
