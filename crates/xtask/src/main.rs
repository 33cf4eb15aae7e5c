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
