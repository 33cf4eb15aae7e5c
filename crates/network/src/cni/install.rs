//! Configuration and program in the places where container runtimes look for CNI.

use std::fs;
use std::io;
use std::path::Path;

use serde_json::json;

/// The plugin's name: the binary, invoked under it, is the plugin.
pub const PROGRAM: &str = "navarch-cni";

/// Sorted before what others put there: runtimes take the first.
const FILE: &str = "05-navarch.conflist";

/// Writes the configuration into `config_dir` and links the plugin into `program_dir`.
pub fn install(config_dir: &Path, program_dir: &Path, binary: &Path, socket: &Path) -> io::Result<()> {
    fs::create_dir_all(program_dir)?;
    let link = program_dir.join(PROGRAM);
    if fs::read_link(&link).ok().as_deref() != Some(binary) {
        remove(&link)?;
        std::os::unix::fs::symlink(binary, &link)?;
    }
    fs::create_dir_all(config_dir)?;
    let plugin =
        json!({"type": PROGRAM, "socket": socket, "capabilities": {"portMappings": true, "bandwidth": true}});
    let config = json!({"cniVersion": "1.0.0", "name": "navarch", "plugins": [plugin]});
    // The configuration comes last and whole: runtimes take its presence for readiness.
    let new = config_dir.join(format!(".{FILE}"));
    fs::write(&new, serde_json::to_vec_pretty(&config)?)?;
    fs::rename(new, config_dir.join(FILE))
}

/// Removes both. Succeeds when they are gone.
pub fn uninstall(config_dir: &Path, program_dir: &Path) -> io::Result<()> {
    remove(&config_dir.join(FILE))?;
    remove(&program_dir.join(PROGRAM))
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_installed_is_found_and_removed() {
        let dir = tempfile::tempdir().unwrap();
        let (config, programs) = (dir.path().join("net.d"), dir.path().join("bin"));
        for _ in 0..2 {
            install(&config, &programs, Path::new("/usr/bin/navarch"), Path::new("/run/cni.sock")).unwrap();
        }
        let found = crate::foreign::find(&config).unwrap().unwrap();
        assert_eq!((found.name.as_str(), found.plugins.len()), ("navarch", 1));
        assert_eq!(fs::read_link(programs.join(PROGRAM)).unwrap(), Path::new("/usr/bin/navarch"));
        for _ in 0..2 {
            uninstall(&config, &programs).unwrap();
        }
        assert!(crate::foreign::find(&config).unwrap().is_none());
    }
}
