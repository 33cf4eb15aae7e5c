//! What we want of the store, judged by what was measured. Nothing depends on the verdict but the report.

use crate::figures::{Goal, Opening, Writes};

/// "Well under a second", in milliseconds.
const OPEN_MILLIS: f64 = 500.0;

/// All goals.
pub fn judge(writes: &[Writes], opening: Option<&Opening>) -> Vec<Goal> {
    let mut goals = Vec::new();
    for row in writes {
        match row.writers {
            1 => goals.push(part("the disk's rate of commits, one writer", 0.9, row.by_raw)),
            128 => {
                goals.push(part("the raw limit of the disk, 128 writers", 0.8, row.by_raw));
                goals.push(times("etcd's rate, 128 clients", 5.0, row.by_etcd));
            }
            _ => {}
        }
    }
    let Some(opening) = opening else { return goals };
    let slowest = opening.opens.iter().map(|open| open.millis_per_100_mb).fold(0.0, f64::max);
    goals.push(Goal {
        what: "time to open, for each 100 MB, the slowest way".into(),
        wanted: format!("≤ {OPEN_MILLIS:.0} ms"),
        measured: format!("{slowest:.0} ms"),
        met: slowest <= OPEN_MILLIS,
    });
    goals
}

fn part(what: &str, wanted: f64, measured: f64) -> Goal {
    let percent = |part: f64| format!("{:.0} %", part * 100.0);
    Goal {
        what: what.into(),
        wanted: format!("≥ {}", percent(wanted)),
        measured: percent(measured),
        met: measured >= wanted,
    }
}

fn times(what: &str, wanted: f64, measured: f64) -> Goal {
    Goal {
        what: what.into(),
        wanted: format!("≥ {wanted:.0} ×"),
        measured: format!("{measured:.1} ×"),
        met: measured >= wanted,
    }
}
