//! What we want of the first server of a run, beside another one. Pure.

use crate::figures::{Figures, Row};

/// An aim, and how far it is met.
pub(crate) struct Aim {
    pub what: String,
    pub wanted: String,
    pub measured: String,
    pub met: bool,
}

/// A ratio of the first server's figures to those of the other.
struct Ratio {
    scenario: &'static str,
    what: &'static str,
    /// At least this, or at most where it is below one.
    wanted: f64,
    of: fn(&Row, &Row) -> Option<f64>,
}

const RATIOS: &[Ratio] = &[
    Ratio { scenario: "create", what: "create, rate", wanted: 5.0, of: rate },
    Ratio { scenario: "get", what: "get, rate", wanted: 8.0, of: rate },
    Ratio { scenario: "list", what: "list of pods, speed", wanted: 10.0, of: speed },
    Ratio { scenario: "watch", what: "watch, deliveries a second", wanted: 5.0, of: rate },
    Ratio { scenario: "watch", what: "watch, p99 at full rate", wanted: 0.25, of: p99 },
    Ratio { scenario: "watch-paced", what: "watch, p99 at the same pace", wanted: 0.25, of: p99 },
    Ratio { scenario: "create", what: "create, server's processor time", wanted: 0.2, of: cpu },
    Ratio { scenario: "get", what: "get, server's processor time", wanted: 0.2, of: cpu },
    Ratio { scenario: "merge-patch", what: "merge patch, server's processor time", wanted: 0.2, of: cpu },
    Ratio { scenario: "apply", what: "apply, server's processor time", wanted: 0.2, of: cpu },
    Ratio { scenario: "update", what: "update, server's processor time", wanted: 0.2, of: cpu },
    Ratio { scenario: "list", what: "list of pods, server's processor time", wanted: 0.2, of: cpu },
    Ratio { scenario: "create-pods", what: "create pods, server's processor time", wanted: 0.2, of: cpu },
];

/// From start to ready, in seconds.
const READY: f64 = 0.3;
/// Memory of a server that does nothing, in bytes.
const RESIDENT: f64 = 40.0 * 1024.0 * 1024.0;

fn rate(ours: &Row, theirs: &Row) -> Option<f64> {
    quotient(ours.rate, theirs.rate)
}

fn speed(ours: &Row, theirs: &Row) -> Option<f64> {
    quotient(theirs.p50_micros as f64, ours.p50_micros as f64)
}

fn p99(ours: &Row, theirs: &Row) -> Option<f64> {
    quotient(ours.p99_micros as f64, theirs.p99_micros as f64)
}

fn cpu(ours: &Row, theirs: &Row) -> Option<f64> {
    quotient(ours.server_cpu_micros?, theirs.server_cpu_micros?)
}

fn quotient(above: f64, below: f64) -> Option<f64> {
    (below > 0.0).then(|| above / below)
}

/// The aims that the figures allow to judge.
pub(crate) fn judge(figures: &Figures) -> Vec<Aim> {
    let pairs: Vec<_> = figures.pairs().collect();
    let mut aims = Vec::new();
    for ratio in RATIOS {
        let Some((ours, theirs)) = pairs.iter().find(|(ours, _)| ours.scenario == ratio.scenario) else {
            continue;
        };
        let Some(measured) = (ratio.of)(ours, theirs) else { continue };
        let more = ratio.wanted >= 1.0;
        aims.push(Aim {
            what: ratio.what.to_owned(),
            wanted: format!("{} {} ×", if more { "≥" } else { "≤" }, ratio.wanted),
            measured: format!("{measured:.2} ×"),
            met: if more { measured >= ratio.wanted } else { measured <= ratio.wanted },
        });
    }
    if let Some(idle) = figures.idle.first() {
        if let Some(seconds) = idle.ready_seconds {
            let (wanted, measured) = (format!("≤ {READY} s"), format!("{seconds:.2} s"));
            aims.push(Aim { what: "start to ready".into(), wanted, measured, met: seconds <= READY });
        }
        if let Some(bytes) = idle.resident_bytes {
            let mib = |bytes: f64| format!("{:.0} MiB", bytes / 1024.0 / 1024.0);
            let (wanted, measured) = (format!("≤ {}", mib(RESIDENT)), mib(bytes));
            aims.push(Aim { what: "memory when idle".into(), wanted, measured, met: bytes <= RESIDENT });
        }
    }
    aims
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_aim_is_judged_by_the_two_rows_of_its_scenario() {
        let row = |server: &str, rate, p99_micros, cpu| Row {
            scenario: "create".into(),
            server: server.into(),
            rate,
            p99_micros,
            server_cpu_micros: Some(cpu),
            ..Row::default()
        };
        let rows = vec![row("ours", 50.0, 1, 10.0), row("theirs", 10.0, 4, 40.0)];
        let aims = judge(&Figures { rows, ..Figures::default() });
        let found: Vec<_> =
            aims.iter().map(|aim| (aim.what.as_str(), aim.measured.as_str(), aim.met)).collect();
        assert_eq!(
            found,
            [("create, rate", "5.00 ×", true), ("create, server's processor time", "0.25 ×", false)]
        );
    }

    #[test]
    fn without_another_server_nothing_is_compared() {
        let rows = vec![Row { scenario: "create".into(), server: "ours".into(), ..Row::default() }];
        assert!(judge(&Figures { rows, ..Figures::default() }).is_empty());
    }
}
