//! One run: every chosen scenario on every server, in turn, so that what else the machine does falls on all of them.

use std::sync::Arc;
use std::time::Duration;

use runtime::Clock;

use crate::error::Result;
use crate::figures::{Figures, Idle, Row};
use crate::load::Measured;
use crate::meter::{Meter, Usage};
use crate::scenarios::{Scenario, Stage};
use crate::space::Space;
use crate::target::Target;

/// How much of everything.
#[derive(Debug, Clone)]
pub struct Sizes {
    /// How long each scenario is measured, each round.
    pub duration: Duration,
    /// How often; the middle round counts.
    pub rounds: usize,
    /// How many connections send requests.
    pub connections: usize,
    /// How many ConfigMaps are read or changed.
    pub objects: u64,
    /// How many pods are listed.
    pub pods: u64,
    /// How many watchers there are.
    pub watchers: usize,
    /// How many connections change what is watched.
    pub writers: usize,
    /// How many changes a second, where they are paced.
    pub pace: f64,
    /// How long servers are watched doing nothing, before the first scenario.
    pub idle: Duration,
}

impl Default for Sizes {
    fn default() -> Self {
        Self {
            duration: Duration::from_secs(5),
            rounds: 1,
            connections: 32,
            objects: 1000,
            pods: 5000,
            watchers: 100,
            writers: 8,
            pace: 100.0,
            idle: Duration::from_secs(5),
        }
    }
}

/// Measures. `progress` is told what happens. What was made is removed, also after a failure.
pub async fn run(
    targets: &[Arc<Target>],
    scenarios: &[&'static dyn Scenario],
    sizes: &Sizes,
    clock: &Clock,
    progress: &(dyn Fn(&str) + Send + Sync),
) -> Result<Figures> {
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let mut figures = Figures { cores, idle: idle(targets, sizes, clock).await, rows: Vec::new() };
    let mut stages = Vec::new();
    let mut outcome = Ok(());
    for target in targets {
        match Space::make(target).await {
            Ok(space) => stages.push(Stage { space, sizes: sizes.clone(), clock: clock.clone() }),
            Err(error) => {
                outcome = Err(error);
                break;
            }
        }
    }
    if outcome.is_ok() {
        outcome = play(&stages, scenarios, &mut figures, progress).await;
    }
    progress("removing what was made");
    for stage in &stages {
        let removed = stage.space.remove().await;
        outcome = outcome.and(removed);
    }
    outcome.map(|()| figures)
}

async fn play(
    stages: &[Stage],
    scenarios: &[&'static dyn Scenario],
    figures: &mut Figures,
    progress: &(dyn Fn(&str) + Send + Sync),
) -> Result<()> {
    for scenario in scenarios {
        let mut rounds: Vec<Vec<Row>> = stages.iter().map(|_| Vec::new()).collect();
        for stage in stages {
            progress(&format!("{} on {}: preparing", scenario.name(), stage.space.target.name));
            scenario.prepare(stage).await?;
        }
        for _ in 0..stages.first().map_or(1, |stage| stage.sizes.rounds.max(1)) {
            for (stage, rows) in stages.iter().zip(&mut rounds) {
                progress(&format!(
                    "{} on {}: {}",
                    scenario.name(),
                    stage.space.target.name,
                    scenario.about()
                ));
                rows.push(one(*scenario, stage).await?);
            }
        }
        for (stage, rows) in stages.iter().zip(rounds) {
            scenario.clean(stage).await?;
            figures.rows.extend(middle(rows));
        }
    }
    Ok(())
}

/// One scenario on one server, once.
async fn one(scenario: &dyn Scenario, stage: &Stage) -> Result<Row> {
    let target = &stage.space.target;
    let (before, own_before) = (Meter::read(target).await, Meter::own_cpu());
    let measured = scenario.measure(stage).await?;
    let (after, own_after) = (Meter::read(target).await, Meter::own_cpu());
    Ok(row(scenario.name(), &target.name, &measured, (&before, &after), own_after - own_before))
}

fn row(
    scenario: &str,
    server: &str,
    measured: &Measured,
    (before, after): (&Usage, &Usage),
    own_cpu: f64,
) -> Row {
    let (count, seconds) = (measured.count.max(1) as f64, measured.took.as_secs_f64());
    Row {
        scenario: scenario.to_owned(),
        server: server.to_owned(),
        connections: measured.connections,
        count: measured.count,
        errors: measured.errors,
        seconds,
        rate: if seconds > 0.0 { measured.count as f64 / seconds } else { 0.0 },
        p50_micros: measured.latencies.value_at_quantile(0.5),
        p99_micros: measured.latencies.value_at_quantile(0.99),
        bytes_each: measured.bytes as f64 / count,
        server_cpu_micros: after.cpu_since(before).map(|seconds| seconds * 1e6 / count),
        client_cpu_micros: own_cpu * 1e6 / count,
        server_resident_bytes: after.resident_bytes,
    }
}

/// The round with the middle rate.
fn middle(mut rows: Vec<Row>) -> Option<Row> {
    rows.sort_by(|a, b| a.rate.total_cmp(&b.rate));
    let at = rows.len() / 2;
    (at < rows.len()).then(|| rows.swap_remove(at))
}

/// What servers use while nobody asks them anything.
async fn idle(targets: &[Arc<Target>], sizes: &Sizes, clock: &Clock) -> Vec<Idle> {
    if sizes.idle.is_zero() {
        return Vec::new();
    }
    let mut before = Vec::new();
    for target in targets {
        before.push(Meter::read(target).await);
    }
    clock.sleep(sizes.idle).await;
    let mut all = Vec::new();
    for (target, before) in targets.iter().zip(before) {
        let after = Meter::read(target).await;
        let seconds = sizes.idle.as_secs_f64();
        all.push(Idle {
            server: target.name.clone(),
            seconds,
            resident_bytes: after.resident_bytes,
            cpu_millis_per_second: after.cpu_since(&before).map(|cpu| cpu * 1e3 / seconds),
            ready_seconds: None,
        });
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_round_counts() {
        let rows = [3.0, 1.0, 2.0].map(|rate| Row { rate, ..Row::default() });
        assert_eq!(middle(rows.to_vec()).map(|row| row.rate), Some(2.0));
        assert!(middle(Vec::new()).is_none());
    }
}
