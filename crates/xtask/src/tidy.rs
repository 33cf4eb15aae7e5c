//! The invariants of the code base, as checks: one file each, one line in [`CHECKS`].
//!
//! A check is a pure function of the [`Repo`] read from disk. `cargo xtask tidy` runs them all; each is also a test.

mod crates;
mod fences;
mod headers;
mod layers;
mod leftovers;
mod names;
mod records;
mod repo;
mod tables;

use std::path::Path;

use anyhow::{Result, bail};
pub use repo::Repo;

/// One place that breaks a rule, and what to do about it.
#[derive(Debug, PartialEq, Eq)]
pub struct Finding(String);

/// A check, by name.
type Check = (&'static str, fn(&Repo) -> Vec<Finding>);

/// Every check there is; the name is that of its file.
const CHECKS: &[Check] = &[
    ("crates", crates::check),
    ("fences", fences::check),
    ("headers", headers::check),
    ("layers", layers::check),
    ("leftovers", leftovers::check),
    ("names", names::check),
    ("records", records::check),
    ("tables", tables::check),
];

/// Runs every check over the repository at `root` and prints what it finds.
#[expect(clippy::print_stdout, reason = "a command-line tool")]
pub fn run(root: &Path) -> Result<()> {
    let repo = Repo::read(root)?;
    let mut found = 0;
    for (name, check) in CHECKS {
        for Finding(text) in check(&repo) {
            println!("{name}: {text}");
            found += 1;
        }
    }
    if found > 0 {
        bail!("{found} places to tidy");
    }
    println!("{} files, {} checks, nothing to tidy", repo.sources.len(), CHECKS.len());
    Ok(())
}

#[cfg(test)]
mod tests;
