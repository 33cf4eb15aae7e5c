//! `navarch backup`: the embedded store's content in one file.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use store::embedded::{Config, Embedded};

/// Write the whole state of a stopped server to one file.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The file to write; it must not exist yet.
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Opens the store, so the server must not run, and writes the backup.
pub fn run(data_dir: &Path, args: &Args) -> Result<()> {
    let dir = super::existing_store(data_dir)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let summary = runtime.block_on(async {
        let store = Embedded::open(&dir, Config::default()).await?;
        let result = store.backup(&args.file).await;
        store::Backend::close(&store).await;
        result
    });
    let summary = summary.with_context(|| format!("backing up {}", dir.display()))?;
    super::report("backed up", &args.file, &summary);
    Ok(())
}
