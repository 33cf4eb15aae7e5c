//! The repository as the checks see it: source files, crate manifests and documents, read once.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};

/// Everything that the checks look at. Paths are relative to the root, with forward slashes.
#[derive(Debug, Default)]
pub struct Repo {
    /// Rust source files by path.
    pub sources: BTreeMap<String, String>,
    /// Crate manifests by crate name.
    pub crates: BTreeMap<String, Manifest>,
    /// Markdown documents by path.
    pub documents: BTreeMap<String, String>,
}

/// What the checks need of a crate's `Cargo.toml`.
#[derive(Debug, Default, serde::Deserialize)]
pub struct Manifest {
    /// The `[package]` table.
    #[serde(default)]
    pub package: toml::Table,
    /// The `[lints]` table.
    #[serde(default)]
    pub lints: toml::Table,
    /// What the crate is built on.
    #[serde(default)]
    pub dependencies: toml::Table,
    /// What its build script uses.
    #[serde(default, rename = "build-dependencies")]
    pub build_dependencies: toml::Table,
}

impl Repo {
    /// Reads the repository at `root`.
    pub fn read(root: &Path) -> Result<Self> {
        let mut repo = Self::default();
        repo.walk(root, root)?;
        Ok(repo)
    }

    fn walk(&mut self, root: &Path, dir: &Path) -> Result<()> {
        for entry in std::fs::read_dir(dir).with_context(|| format!("reading {}", dir.display()))? {
            let path = entry?.path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if path.is_dir() {
                // What git ignores and what other tools keep to themselves is not the project's text.
                if !name.starts_with('.')
                    && !matches!(name, "target" | "node_modules" | "corpus" | "artifacts")
                {
                    self.walk(root, &path)?;
                }
            } else {
                self.read_file(root, &path)?;
            }
        }
        Ok(())
    }

    fn read_file(&mut self, root: &Path, path: &Path) -> Result<()> {
        let relative = path.strip_prefix(root)?.to_string_lossy().replace('\\', "/");
        let read = || std::fs::read_to_string(path).with_context(|| format!("reading {relative}"));
        match path.extension().and_then(|ext| ext.to_str()) {
            Some("rs") => drop(self.sources.insert(relative.clone(), read()?)),
            Some("md") => drop(self.documents.insert(relative.clone(), read()?)),
            Some("toml") if relative.ends_with("/Cargo.toml") && !relative.starts_with("fuzz/") => {
                let manifest: Manifest =
                    toml::from_str(&read()?).with_context(|| format!("parsing {relative}"))?;
                let name = manifest.package.get("name").and_then(|name| name.as_str());
                let name = name.with_context(|| format!("{relative} has no package name"))?;
                self.crates.insert(name.to_owned(), manifest);
            }
            _ => {}
        }
        Ok(())
    }

    /// A repository made by hand, for the tests of a check.
    #[cfg(test)]
    pub fn of(sources: &[(&str, &str)], crates: &[(&str, &str)]) -> Self {
        let text = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
        let manifest = |(key, value): &(&str, &str)| ((*key).to_owned(), toml::from_str(value).unwrap());
        Self {
            sources: sources.iter().map(text).collect(),
            crates: crates.iter().map(manifest).collect(),
            documents: BTreeMap::new(),
        }
    }
}
