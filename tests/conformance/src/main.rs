//! Runs the upstream conformance suite against a two-node cluster in the lab, and keeps a list of what passed.
//!
//! The suite itself is not part of the project: `--suite` names a folder that holds its `bin/e2e.test` (and `bin/ginkgo` for several
//! processes, `bin/kubectl`), and `images/*.tar` with the images that the tests want. `make conformance E2E=DIR` calls this.

mod cluster;
mod judge;
mod ratchet;
mod report;
mod results;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Parser;

/// Run the upstream conformance suite against Navarch.
#[derive(Debug, Parser)]
pub struct Args {
    /// The folder with `bin/e2e.test`, `bin/ginkgo`, `bin/kubectl` and `images/*.tar`.
    #[arg(long, value_name = "DIR")]
    suite: PathBuf,

    /// The program under test.
    #[arg(long, value_name = "FILE", default_value = "target/debug/navarch")]
    navarch: PathBuf,

    /// Which tests: a regular expression over their names.
    #[arg(long, value_name = "REGEX", default_value = r"\[Conformance\]")]
    focus: String,

    /// Which tests not.
    #[arg(long, value_name = "REGEX", default_value = "")]
    skip: String,

    /// Only the tests that this file names, one a line.
    #[arg(long, value_name = "FILE")]
    list: Option<PathBuf>,

    /// How many tests at once. The serial ones (`[Serial]`) run alone, after the others.
    #[arg(long, value_name = "COUNT", default_value_t = 1)]
    procs: u32,

    /// Where the report and the logs go.
    #[arg(long, value_name = "DIR", default_value = "target/conformance")]
    out: PathBuf,

    /// The list of tests that passed once and must not fail again.
    #[arg(long, value_name = "FILE", default_value = "tests/conformance/passed.txt")]
    ratchet: PathBuf,

    /// Adds what passed now to that list.
    #[arg(long)]
    update: bool,

    /// Seconds each test takes on a stock cluster (`  1.2 name` a line), to name what is slower than twice that.
    #[arg(long, value_name = "FILE")]
    times: Option<PathBuf>,

    /// Use this cluster instead of one in the lab: its kubeconfig.
    #[arg(long, value_name = "FILE")]
    kubeconfig: Option<PathBuf>,

    /// More flags for `navarch up` and `navarch agent`.
    #[arg(last = true)]
    flags: Vec<String>,
}

#[tokio::main]
async fn main() -> ExitCode {
    match run(Args::parse()).await {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            #[expect(clippy::print_stderr, reason = "the one place that tells why the run failed")]
            {
                eprintln!("conformance: {error:#}");
            }
            ExitCode::from(2)
        }
    }
}

/// The whole run; false if a test failed that had passed before.
async fn run(args: Args) -> Result<bool> {
    std::fs::create_dir_all(&args.out).with_context(|| format!("make {}", args.out.display()))?;
    let args = args.absolute()?;
    let results = if args.kubeconfig.is_some() {
        judge::run(&args, None).await?
    } else {
        let cluster = cluster::Cluster::start(&args).await?;
        let results = judge::run(&args, Some(&cluster)).await;
        cluster.keep_logs(&args.out)?;
        results?
    };
    let mut ratchet = ratchet::Ratchet::read(&args.ratchet)?;
    let lost = ratchet.lost(&results);
    if args.update {
        ratchet.add(&results);
        ratchet.write(&args.ratchet)?;
    }
    let times = args.times.as_deref().map(report::read_times).transpose()?.unwrap_or_default();
    let text = report::render(&results, &lost, &times);
    std::fs::write(args.out.join("report.md"), &text)?;
    #[expect(clippy::print_stdout, reason = "the report is what the user asked for")]
    {
        println!("{text}\nwritten to {}", args.out.join("report.md").display());
    }
    Ok(lost.is_empty())
}

impl Args {
    /// With paths that hold on the nodes too.
    fn absolute(mut self) -> Result<Self> {
        for path in [&mut self.suite, &mut self.out] {
            *path = path.canonicalize().with_context(|| format!("find {}", path.display()))?;
        }
        if self.kubeconfig.is_none() {
            self.navarch = self.navarch.canonicalize().with_context(|| {
                format!("find {}: build it first (cargo build -p navarch)", self.navarch.display())
            })?;
        }
        Ok(self)
    }
}
