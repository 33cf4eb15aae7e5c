//! The store's benchmark: the embedded back end against what the disk can do and against a real etcd, on one disk in one run.
//!
//! `make bench` runs it; `--quick` for a first look, `--json FILE` for the figures, `--update FILE` to write them into a document.
//! It reports, and says of each goal whether it was met; it never fails because a figure is bad.
//!
//! | module | what it measures |
//! |---|---|
//! | `writes` | durable writes by 1, 16 and 128 writers: `raw` disk, embedded store, `etcd`, in turns |
//! | `opening` | opening 100,000 keys, memory, checkpoint, reading them all |
//! | `watching` | events to 1, 10 and 100 watchers |
//! | `renewal` | leases of 5,000 nodes, renewed all at once and as they come |
#![expect(clippy::print_stdout, reason = "a measuring tool reports to its user")]

mod args;
mod counted;
mod etcd;
mod figures;
mod goals;
mod load;
mod machine;
mod meter;
mod opening;
mod process;
mod raw;
mod renewal;
mod report;
mod table;
mod watching;
mod writes;

use std::path::Path;

use anyhow::{Context, Result};
use clap::Parser;
use runtime::Clock;

use crate::args::{Args, Part, Plan};
use crate::figures::Figures;

/// What every measurement needs.
struct Bench<'a> {
    dir: &'a Path,
    clock: Clock,
    plan: Plan,
    runtime: tokio::runtime::Runtime,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let clock = Clock::system();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    if let Some(dir) = &args.open_and_report {
        return opening::child(dir, &clock, &runtime);
    }
    let dir = args.directory()?;
    let bench = Bench { dir: dir.path(), clock, plan: args.plan(), runtime };
    let figures = measure(&bench)?;
    println!("{}", report::render(&figures));
    if let Some(file) = &args.json {
        let file = args::in_workspace(file);
        std::fs::write(&file, serde_json::to_vec_pretty(&figures)?)
            .with_context(|| format!("cannot write {}", file.display()))?;
    }
    if let Some(file) = &args.update {
        report::update(&args::in_workspace(file), &figures)?;
    }
    Ok(())
}

/// All parts that are wanted, in turn.
fn measure(bench: &Bench<'_>) -> Result<Figures> {
    let watcher = machine::Watcher::begin()?;
    let wanted = |part| bench.plan.includes(part);
    let mut figures =
        Figures { machine: machine::describe(bench.dir)?, quick: bench.plan.quick, ..Figures::default() };
    if wanted(Part::Writes) {
        figures.writes = writes::measure(bench)?;
    }
    if wanted(Part::Opening) {
        println!("measuring how long opening takes, and how much memory");
        figures.opening = Some(opening::measure(bench)?);
    }
    if wanted(Part::Watching) {
        println!("measuring watches");
        figures.watching = watching::measure(bench)?;
    }
    if wanted(Part::Renewal) {
        println!("measuring the renewal of leases");
        figures.renewal = renewal::measure(bench)?;
    }
    figures.machine.others = watcher.others()?;
    figures.goals = goals::judge(&figures.writes, figures.opening.as_ref());
    Ok(figures)
}
