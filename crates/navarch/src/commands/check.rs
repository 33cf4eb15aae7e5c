//! `navarch check`: is the data on disk whole?

use std::path::Path;

use anyhow::{Context, Result};

/// Read and verify every record of a stopped server's store; changes nothing.
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Verifies checkpoint and log, record by record.
pub fn run(data_dir: &Path, _args: &Args) -> Result<()> {
    let dir = super::existing_store(data_dir)?;
    let summary = store::embedded::verify(&dir).with_context(|| format!("checking {}", dir.display()))?;
    super::report("sound", &dir, &summary);
    Ok(())
}
