//! JSON files that are whole or not there: written beside, synced, renamed. Used by the agent and by shims.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Writes `value` so that a crash leaves either the old or the new file.
pub fn save(path: &Path, value: &impl Serialize) -> io::Result<()> {
    let bytes = serde_json::to_vec(value).map_err(io::Error::other)?;
    replace(path, &bytes)
}

/// Writes bytes in the same way.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let beside = PathBuf::from(beside);
    let mut file = File::create(&beside)?;
    file.write_all(bytes)?;
    file.sync_data()?;
    fs::rename(&beside, path)
}

/// Reads what [`save`] wrote; `None` if there is nothing.
pub fn load<T: DeserializeOwned>(path: &Path) -> io::Result<Option<T>> {
    match fs::read(path) {
        Ok(bytes) => serde_json::from_slice(&bytes).map(Some).map_err(io::Error::other),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Removes a tree; fine when it is gone.
pub fn remove_tree(path: &Path) -> io::Result<()> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_saved_is_loaded() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.json");
        assert_eq!(load::<Vec<u32>>(&path).unwrap(), None);
        save(&path, &vec![1, 2]).unwrap();
        assert_eq!(load::<Vec<u32>>(&path).unwrap(), Some(vec![1, 2]));
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }
}
