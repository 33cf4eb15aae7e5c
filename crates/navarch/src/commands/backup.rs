//! `navarch backup`: the embedded store's content in one file.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use store::embedded::{Config, Embedded, Summary, backup_running};

/// Write the whole state of a server to one file, while it runs or when it does not.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The file to write; it must not exist yet.
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Has the running server send its state, or reads the files if there is none.
pub fn run(data_dir: &Path, args: &Args) -> Result<()> {
    let dir = super::existing_store(data_dir)?;
    let sent = backup_running(&dir, &args.file).with_context(|| format!("backing up {}", dir.display()))?;
    let summary = match sent {
        Some(summary) => summary,
        None => from_files(&dir, &args.file).with_context(|| format!("backing up {}", dir.display()))?,
    };
    super::report("backed up", &args.file, &summary);
    Ok(())
}

/// Opens the store, which locks it: a server can't start meanwhile.
fn from_files(dir: &Path, file: &Path) -> Result<Summary> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let summary = runtime.block_on(async {
        let store = Embedded::open(dir, Config::default()).await?;
        let result = store.backup(file).await;
        store::Backend::close(&store).await;
        result
    });
    Ok(summary?)
}
