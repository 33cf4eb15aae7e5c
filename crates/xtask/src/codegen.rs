//! `cargo xtask codegen`: writes the tables of crate `schema` from the data of the target version.
//!
//! The data lies beside the repository (`../shared/spec`), not in it; what is written here is facts only, never prose.
//! The output is a function of the data alone, so `--check` can compare it byte by byte. Tests of `schema` call
//! [`run`] with `check`.

mod discovery;
mod files;
mod names;
mod nodes;
mod pool;
mod spec;
mod synth;
mod tables;
mod wire;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// Where the data of the target version lies: `shared/spec` beside the repository, or beside a folder that holds it.
pub fn spec_dir(root: &Path) -> Option<PathBuf> {
    root.ancestors().skip(1).map(|folder| folder.join("shared/spec/v1.36")).find(|folder| folder.is_dir())
}

/// Writes the generated files under `root`, or with `check` fails when they are not what would be written.
pub fn run(root: &Path, check: bool) -> Result<()> {
    let folder = spec_dir(root).context("no shared/spec beside the repository")?;
    let spec = spec::Spec::load(&folder).context("reading the target version's data")?;
    let mut output = tables::render(&spec)?;
    output.insert("discovery.rs".to_owned(), discovery::render(&spec)?);
    output.insert("../generated.rs".to_owned(), tables::root(&output));
    let folder = root.join("crates/schema/src/generated");
    if check {
        let stale = files::stale(&folder, &output)?;
        if !stale.is_empty() {
            bail!("out of date, run `cargo xtask codegen`: {}", stale.join(", "));
        }
        return Ok(());
    }
    files::write(&folder, &output)
}
