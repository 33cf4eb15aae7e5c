//! Files that are swapped in at once: readers see all of the old or all of the new.
//!
//! As upstream lays it out: the files are in a directory with a name of its own, `..data` is a link to it that is replaced by a rename,
//! and what users see are links through `..data`. Nothing is written when nothing changed.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use runtime::Clock;

use crate::VolumeError;
use crate::payload::Payload;

const DATA: &str = "..data";
const NEW_DATA: &str = "..data_tmp";

/// Makes `directory` show exactly `payload`; gives whether anything changed. `prepare` gets the new files before they are shown.
pub fn write(
    directory: &Path,
    payload: &Payload,
    clock: &Clock,
    prepare: impl FnOnce(&Path) -> Result<(), VolumeError>,
) -> Result<bool, VolumeError> {
    make_directory(directory)?;
    let old = fs::read_link(directory.join(DATA)).ok();
    if old.as_ref().is_some_and(|old| same(&directory.join(old), payload)) {
        return Ok(false);
    }
    let name = fresh_name(directory, clock);
    let fresh = directory.join(&name);
    write_files(&fresh, payload)?;
    prepare(&fresh)?;
    let link = directory.join(NEW_DATA);
    let _ = fs::remove_file(&link);
    symlink(&name, &link).map_err(VolumeError::io("link", &link))?;
    fs::rename(&link, directory.join(DATA)).map_err(VolumeError::io("rename", &link))?;
    show(directory, payload)?;
    if let Some(old) = old {
        let old = directory.join(old);
        fs::remove_dir_all(&old).map_err(VolumeError::io("remove", &old))?;
    }
    Ok(true)
}

fn make_directory(path: &Path) -> Result<(), VolumeError> {
    let made = fs::DirBuilder::new().recursive(true).mode(0o755).create(path);
    made.map_err(VolumeError::io("mkdir", path))
}

/// Whether the directory holds exactly these files already.
fn same(directory: &Path, payload: &Payload) -> bool {
    let unchanged = payload.iter().all(|(path, file)| {
        let path = directory.join(path);
        let mode = fs::metadata(&path).map(|meta| meta.permissions().mode() & 0o7777);
        // `fsGroup` adds bits, so only what was asked for is compared.
        mode.is_ok_and(|mode| mode & file.mode == file.mode)
            && fs::read(&path).is_ok_and(|data| data == file.data)
    });
    unchanged && count_files(directory) == payload.len()
}

fn count_files(directory: &Path) -> usize {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    entries
        .map(|entry| match entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            true => count_files(&entry.path()),
            false => 1,
        })
        .sum()
}

/// A name that no directory here has: the time, and a number if that is taken.
fn fresh_name(directory: &Path, clock: &Clock) -> PathBuf {
    let millis = clock.unix_millis();
    let names = (0..).map(|number: u32| PathBuf::from(format!("..{millis}.{number}")));
    names.into_iter().find(|name| !directory.join(name).exists()).unwrap_or_default()
}

fn write_files(directory: &Path, payload: &Payload) -> Result<(), VolumeError> {
    make_directory(directory)?;
    for (path, file) in payload {
        let path = directory.join(path);
        if let Some(parent) = path.parent() {
            make_directory(parent)?;
        }
        let mut options = fs::OpenOptions::new();
        options.write(true).create_new(true).mode(0o600);
        let mut out = options.open(&path).map_err(VolumeError::io("create", &path))?;
        std::io::Write::write_all(&mut out, &file.data).map_err(VolumeError::io("write", &path))?;
        // By itself, so that the process's mask does not count.
        let mode = fs::Permissions::from_mode(file.mode);
        fs::set_permissions(&path, mode).map_err(VolumeError::io("chmod", &path))?;
        if file.owner.is_some() {
            std::os::unix::fs::chown(&path, file.owner, None).map_err(VolumeError::io("chown", &path))?;
        }
    }
    Ok(())
}

/// Makes the links that users see, and removes those whose files are gone.
fn show(directory: &Path, payload: &Payload) -> Result<(), VolumeError> {
    let wanted: BTreeSet<&str> = payload.keys().filter_map(|path| path.split('/').next()).collect();
    for entry in fs::read_dir(directory).map_err(VolumeError::io("read", directory))?.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.starts_with("..") && !wanted.contains(name.as_str()) {
            fs::remove_file(entry.path()).map_err(VolumeError::io("remove", &entry.path()))?;
        }
    }
    for name in wanted {
        let link = directory.join(name);
        if fs::symlink_metadata(&link).is_err() {
            symlink(Path::new(DATA).join(name), &link).map_err(VolumeError::io("link", &link))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PayloadFile;

    fn payload(files: &[(&str, &str, u32)]) -> Payload {
        let file = |data: &str, mode| PayloadFile { mode, data: data.as_bytes().to_vec(), owner: None };
        files.iter().map(|(path, data, mode)| ((*path).to_owned(), file(data, *mode))).collect()
    }

    #[test]
    fn files_come_change_and_go_at_once() {
        let directory = tempfile::tempdir().unwrap();
        let (root, clock) = (directory.path(), Clock::system());
        let put = |files: &[(&str, &str, u32)]| write(root, &payload(files), &clock, |_| Ok(())).unwrap();
        let read = |path: &str| fs::read_to_string(root.join(path)).ok();
        assert!(put(&[("a", "1", 0o644), ("d/e", "2", 0o400)]));
        assert_eq!((read("a").as_deref(), read("d/e").as_deref()), (Some("1"), Some("2")));
        assert_eq!(fs::metadata(root.join("d/e")).unwrap().permissions().mode() & 0o777, 0o400);
        assert!(!put(&[("a", "1", 0o644), ("d/e", "2", 0o400)]), "nothing changed");
        assert!(put(&[("a", "3", 0o644)]));
        assert_eq!((read("a").as_deref(), read("d/e")), (Some("3"), None));
        let hidden = fs::read_dir(root).unwrap().flatten();
        let hidden = hidden.filter(|entry| entry.file_name().to_string_lossy().starts_with("..")).count();
        assert_eq!(hidden, 2, "..data and one directory");
    }
}
