<<<<<<< HEAD
//! `cargo xtask`: the project's own tools. Not part of the product.
//!
//! | command | what it does |
//! |---|---|
//! | `cargo xtask tidy` | checks the shape of the code base (also run as tests) |

mod tidy;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["tidy"] => tidy::run(&root()?),
        _ => bail!("usage: cargo xtask tidy"),
    }
}

/// The root of the repository: the folder above `crates/xtask`.
fn root() -> Result<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.ancestors().nth(2).context("xtask is not in crates/xtask")?;
    Ok(root.to_path_buf())
}
=======
//! The project's own tools. `cargo xtask codegen [--check]` writes (or checks) the generated tables.

use std::path::Path;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
    match arguments.first().map(String::as_str) {
        Some("codegen") => xtask::codegen::run(&root, arguments.iter().any(|argument| argument == "--check")),
        _ => anyhow::bail!("usage: cargo xtask codegen [--check]"),
    }
}
>>>>>>> schema
