//! `navarch restore`: a data directory made anew from a backup.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Make a new data directory from a backup file.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A file written by `navarch backup`.
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Refuses a directory that already holds a store: move it away first, it may be all there is.
pub fn run(data_dir: &Path, args: &Args) -> Result<()> {
    let dir = super::store_dir(data_dir);
    let summary = store::embedded::restore(&args.file, &dir)
        .with_context(|| format!("restoring {} into {}", args.file.display(), dir.display()))?;
    super::report("restored", &dir, &summary);
    Ok(())
}
