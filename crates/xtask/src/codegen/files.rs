//! Writing the generated folder, and comparing it with what would be written. Called by `codegen`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// File name to content.
pub type Output = BTreeMap<String, String>;

/// Makes the folder hold exactly these files.
pub fn write(folder: &Path, output: &Output) -> Result<()> {
    fs::create_dir_all(folder)?;
    for name in extra(folder, output)? {
        fs::remove_file(folder.join(name))?;
    }
    for (name, content) in output {
        let path = folder.join(name);
        if fs::read_to_string(&path).ok().as_ref() != Some(content) {
            fs::write(&path, content).with_context(|| format!("writing {}", path.display()))?;
        }
    }
    Ok(())
}

/// Names of files that are missing, differ or should not be there.
pub fn stale(folder: &Path, output: &Output) -> Result<Vec<String>> {
    let mut stale = extra(folder, output)?;
    for (name, content) in output {
        if fs::read_to_string(folder.join(name)).ok().as_ref() != Some(content) {
            stale.push(name.clone());
        }
    }
    Ok(stale)
}

fn extra(folder: &Path, output: &Output) -> Result<Vec<String>> {
    let mut extra = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("listing {}", folder.display()))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if !output.contains_key(&name) {
            extra.push(name);
        }
    }
    extra.sort();
    Ok(extra)
}
