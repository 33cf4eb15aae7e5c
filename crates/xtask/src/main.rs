//! `cargo xtask`: the project's own tools. Not part of the product.
//!
//! | command | what it does |
//! |---|---|
//! | `cargo xtask tidy` | checks the shape of the code base (also run as tests) |
//! | `cargo xtask codegen [--check]` | writes the generated tables from the specification, or says whether they are stale |

mod tidy;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["tidy"] => tidy::run(&root()?),
        ["codegen"] => xtask::codegen::run(&root()?, false),
        ["codegen", "--check"] => xtask::codegen::run(&root()?, true),
        _ => bail!("usage: cargo xtask tidy | codegen [--check]"),
    }
}

/// The root of the repository: the folder above `crates/xtask`.
fn root() -> Result<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.ancestors().nth(2).context("xtask is not in crates/xtask")?;
    Ok(root.to_path_buf())
}
