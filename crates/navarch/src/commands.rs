//! The commands, one file each. `main.rs` holds their table.

pub mod agent;
pub mod backup;
pub mod bench;
pub mod check;
pub mod down;
pub mod image;
pub mod kubectl;
pub mod reset;
pub mod restore;
pub mod server;
pub mod token;
pub mod up;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, bail};
use runtime::Shutdown;
use store::embedded::Summary;
use tokio::signal::unix::{SignalKind, signal};

/// From now on the usual signals stop what runs.
fn stop_on_signal(shutdown: Shutdown) -> Result<()> {
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    tokio::spawn(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        shutdown.trigger();
    });
    Ok(())
}

/// Reads `24h`, `1h30m`, `90s`, `0`.
fn duration(text: &str) -> Result<Duration, String> {
    if text == "0" {
        return Ok(Duration::ZERO);
    }
    let parsed: meta::Duration = text.parse().map_err(|error| format!("{error}"))?;
    parsed.to_std().ok_or_else(|| "it cannot be negative".to_owned())
}

/// The one line that scripts wait for.
fn announce(url: &str) {
    let mut out = std::io::stdout();
    // Whoever started the program may have closed its output; that is no reason to stop.
    let _ = writeln!(out, "ready {url}").and_then(|()| out.flush());
}

/// Where the embedded store keeps its files, below the data directory.
fn store_dir(data_dir: &Path) -> PathBuf {
    data_dir.join("store")
}

/// The store's directory, which must exist: a command that only reads must not make an empty one by a typing error.
fn existing_store(data_dir: &Path) -> Result<PathBuf> {
    let dir = store_dir(data_dir);
    if !dir.is_dir() {
        bail!("there is no store in {}; is --data-dir right?", dir.display());
    }
    Ok(dir)
}

/// Says what was done, to what, and how much there is of it.
#[expect(clippy::print_stdout, reason = "the answer of a command")]
fn report(what: &str, path: &Path, summary: &Summary) {
    println!("{what}  {}", path.display());
    println!("  revision   {} (history from {})", summary.revision, summary.compacted);
    println!("  keys       {}", summary.keys);
    println!("  live data  {}", bytes(summary.live_bytes));
    println!("  on disk    {}", bytes(summary.file_bytes));
    if summary.torn_tail {
        println!(
            "  note       the last write was interrupted before it was acknowledged; the next start cuts it off"
        );
    }
}

/// A size for people: `1.5 MiB`.
fn bytes(count: u64) -> String {
    const UNITS: [&str; 5] = ["B", "KiB", "MiB", "GiB", "TiB"];
    let mut size = count as f64;
    let mut unit = 0;
    while size >= 1024.0 && unit + 1 < UNITS.len() {
        size /= 1024.0;
        unit += 1;
    }
    if unit == 0 { format!("{count} B") } else { format!("{size:.1} {}", UNITS[unit]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_read_well() {
        for (count, text) in [(0, "0 B"), (1023, "1023 B"), (1536, "1.5 KiB"), (64 << 20, "64.0 MiB")] {
            assert_eq!(bytes(count), text);
        }
    }

    #[test]
    fn durations_are_go_s() {
        assert_eq!(duration("24h").unwrap(), Duration::from_secs(86400));
        assert_eq!(duration("1h30m").unwrap(), Duration::from_secs(5400));
        assert_eq!(duration("0").unwrap(), Duration::ZERO);
        assert!(duration("-1h").is_err() && duration("soon").is_err());
    }
}
