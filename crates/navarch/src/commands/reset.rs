//! `navarch reset`: removes every rule, link, mount, control group and file that navarch made.

use std::io::{BufRead as _, Write as _};
use std::path::Path;

use anyhow::{Result, bail};

use crate::cluster::daemon::Running;
use crate::cluster::places::Places;
use crate::cluster::teardown;

/// Stop everything and remove all that navarch made on this machine, with all data of the cluster.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Don't ask.
    #[arg(long)]
    yes: bool,

    /// The control group below which pods lived.
    #[arg(long, value_name = "PATH", default_value = "/navarch")]
    cgroup_root: String,
}

/// Removes it all.
#[expect(clippy::print_stdout, reason = "the answer of a command")]
pub fn run(data_dir: &Path, args: &Args) -> Result<()> {
    if !args.yes && !agreed(data_dir)? {
        bail!("nothing was removed");
    }
    // As mounts are listed, without links on the way.
    let places = Places::new(&data_dir.canonicalize().unwrap_or_else(|_| data_dir.to_owned()));
    if let Some(running) = Running::read(&places.pid_file()) {
        running.stop()?;
    }
    teardown::stop_pods(&places)?;
    teardown::remove(&places, &args.cgroup_root)?;
    println!("removed all that navarch made, and {}", data_dir.display());
    Ok(())
}

#[expect(clippy::print_stdout, reason = "a question")]
fn agreed(data_dir: &Path) -> Result<bool> {
    print!("This removes the cluster in {} with all its data. Go on? [y/N] ", data_dir.display());
    std::io::stdout().flush()?;
    let mut answer = String::new();
    std::io::stdin().lock().read_line(&mut answer)?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}
