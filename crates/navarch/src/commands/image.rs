//! `navarch image`: the images of the embedded runtime.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use crate::cluster::places::Places;

/// Look at or add to this node's images.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Add images from an archive (`docker save` or an OCI layout); the node may be running.
    Import {
        /// The archive.
        file: PathBuf,
    },
    /// List images.
    List,
}

/// Does it.
#[expect(clippy::print_stdout, reason = "the answer of a command")]
pub fn run(data_dir: &Path, args: &Args) -> Result<()> {
    let images = oci::images::Images::open(&Places::new(data_dir).agent().join("oci/images"), &[])?;
    match &args.command {
        Command::Import { file } => {
            let names = images.import(file).with_context(|| format!("importing {}", file.display()))?;
            names.iter().for_each(|name| println!("imported {name}"));
        }
        Command::List => {
            println!("{:<60}  {:<20}  SIZE", "IMAGE", "ID");
            for image in images.list()? {
                let id: String = image.id.trim_start_matches("sha256:").chars().take(12).collect();
                for tag in &image.tags {
                    println!("{tag:<60}  {id:<20}  {}", super::bytes(image.size));
                }
            }
        }
    }
    Ok(())
}
