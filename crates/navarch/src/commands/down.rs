//! `navarch down`: stops pods and navarch; what is on disk stays.

use std::path::Path;

use anyhow::Result;

use crate::cluster::daemon::Running;
use crate::cluster::places::Places;
use crate::cluster::teardown;

/// Stop navarch and its pods. State and images stay; `navarch up` goes on where it was.
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Stops what runs in the data directory.
#[expect(clippy::print_stdout, reason = "the answer of a command")]
pub fn run(data_dir: &Path, _args: &Args) -> Result<()> {
    let places = Places::new(&data_dir.canonicalize().unwrap_or_else(|_| data_dir.to_owned()));
    match Running::read(&places.pid_file()) {
        Some(running) => {
            running.stop()?;
            println!("stopped navarch (process {})", running.pid);
        }
        None => println!("navarch does not run in {}", data_dir.display()),
    }
    let pods = teardown::stop_pods(&places)?;
    println!("stopped {pods} pods");
    Ok(())
}
