//! The bare disk: one write and one fdatasync after the other, which is the least that a durable log can do.

use std::fs::{File, OpenOptions};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use runtime::Clock;

use crate::counted::Blocks;
use crate::load::{Turn, histogram, note};
use crate::meter::Meter;

/// As long as the log files of the embedded store.
const LEN: u64 = 16 << 20;
/// Files are filled in steps of this size; much larger or smaller ones leave the page cache in pieces that make each sync dearer.
const STEP: usize = 64 << 10;

/// Files filled with zeros, written one after the other, again and again.
pub struct Raw {
    files: [File; 2],
    blocks: Blocks,
    meter: Meter,
    current: usize,
    at: u64,
}

impl Raw {
    /// Makes the files in `dir`.
    pub fn new(dir: &Path) -> Result<Self> {
        let files = [file(&dir.join("raw-0"))?, file(&dir.join("raw-1"))?];
        let blocks = Blocks::default();
        Ok(Self { files, meter: Meter::own(dir, blocks.clone())?, blocks, current: 0, at: 0 })
    }

    /// Writes frames of `frame` bytes for `turn`; each counts as `batch` writes.
    pub fn run(&mut self, frame: usize, batch: f64, turn: Duration, clock: &Clock) -> Result<Turn> {
        let bytes: Vec<u8> = (0..frame).map(|n| n as u8).collect();
        let (mut latency, before) = (histogram(), self.meter.read()?);
        let begun = clock.monotonic();
        let mut now = begun;
        while now < begun + turn {
            self.append(&bytes)?;
            let done = clock.monotonic();
            note(&mut latency, done - now);
            now = done;
        }
        let writes = latency.len() as f64 * batch;
        Ok(Turn { writes, seconds: (now - begun).as_secs_f64(), latency, usage: self.meter.read()? - before })
    }

    fn append(&mut self, bytes: &[u8]) -> Result<()> {
        let len = bytes.len() as u64;
        if self.at + len > LEN {
            (self.current, self.at) = (1 - self.current, 0);
        }
        let file = &self.files[self.current];
        self.blocks.add(self.at, len);
        file.write_all_at(bytes, self.at)?;
        file.sync_data()?;
        self.at += len;
        Ok(())
    }
}

fn file(path: &Path) -> Result<File> {
    let file = OpenOptions::new().create(true).truncate(true).write(true).open(path)?;
    for at in (0..LEN).step_by(STEP) {
        file.write_all_at(&[0; STEP], at)?;
    }
    file.sync_all()?;
    Ok(file)
}
