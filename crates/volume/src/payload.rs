//! Files made of objects: which keys, under which names, with which modes.

use std::collections::BTreeMap;

use api::core::v1::KeyToPath;

use crate::plugin::{Request, SetUp};
use crate::{VolumeError, atomic, ownership};

/// Keys of an object with their bytes.
pub(crate) type Keys = BTreeMap<String, Vec<u8>>;

/// Files by their path within the volume.
pub type Payload = BTreeMap<String, PayloadFile>;

/// One file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayloadFile {
    /// Its permissions.
    pub mode: u32,
    /// What is in it.
    pub data: Vec<u8>,
    /// Its owner, if not root.
    pub owner: Option<u32>,
}

/// The default mode of files: `0644`.
pub(crate) fn mode(given: Option<i32>) -> u32 {
    given.map_or(0o644, bits)
}

/// Permission bits of a number from the API.
pub(crate) fn bits(mode: i32) -> u32 {
    u32::try_from(mode).unwrap_or(0o644) & 0o7777
}

/// All keys, or those that are named, under their paths.
pub(crate) fn select(
    keys: &Keys,
    items: Option<&[KeyToPath]>,
    mode: u32,
    optional: bool,
    kind: &'static str,
) -> Result<Payload, VolumeError> {
    let file = |mode, data: &Vec<u8>| PayloadFile { mode, data: data.clone(), owner: None };
    let Some(items) = items.filter(|items| !items.is_empty()) else {
        return Ok(keys.iter().map(|(key, data)| (key.clone(), file(mode, data))).collect());
    };
    let mut payload = Payload::new();
    for item in items {
        match keys.get(&item.key) {
            Some(data) => {
                payload.insert(relative(&item.path)?, file(item.mode.map_or(mode, bits), data));
            }
            None if optional => {}
            None => return Err(VolumeError::NoSuchKey { kind, key: item.key.clone() }),
        }
    }
    Ok(payload)
}

/// A path within the volume, without anything that leads out of it.
pub(crate) fn relative(path: &str) -> Result<String, VolumeError> {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    let bad = path.starts_with('/') || parts.is_empty() || parts.contains(&"..");
    if bad || parts[0].starts_with("..") {
        return Err(VolumeError::UnsafePath(format!("invalid path: {path:?}")));
    }
    Ok(parts.join("/"))
}

/// Writes the files into the request's directory, all at once.
pub(crate) fn put(request: &Request<'_>, payload: &Payload) -> Result<SetUp, VolumeError> {
    let group = request.fs_group();
    atomic::write(request.directory, payload, request.clock, |fresh| match group {
        Some(group) => ownership::apply(fresh, group, true),
        None => Ok(()),
    })?;
    Ok(SetUp { path: Some(request.directory.to_owned()), read_only: true, ..SetUp::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_become_files_by_name_or_by_item() {
        let keys = Keys::from([("a".into(), b"1".to_vec()), ("b".into(), b"2".to_vec())]);
        let item = |key: &str, path: &str, mode| KeyToPath { key: key.into(), path: path.into(), mode };
        let names = |items: Option<&[KeyToPath]>, optional| {
            select(&keys, items, 0o644, optional, "config")
                .map(|payload| {
                    payload
                        .iter()
                        .map(|(path, file)| format!("{path}:{:o}", file.mode))
                        .collect::<Vec<_>>()
                        .join(" ")
                })
                .map_err(|error| error.to_string())
        };
        assert_eq!(names(None, false), Ok("a:644 b:644".into()));
        assert_eq!(names(Some(&[item("b", "x/y", Some(0o400))]), false), Ok("x/y:400".into()));
        assert_eq!(
            names(Some(&[item("c", "x", None)]), false),
            Err("references non-existent config key: c".into())
        );
        assert_eq!(names(Some(&[item("c", "x", None)]), true), Ok(String::new()));
    }

    #[test]
    fn paths_stay_inside() {
        for (path, expected) in [
            ("a", Some("a")),
            ("a//b/./c", Some("a/b/c")),
            ("../a", None),
            ("a/../../b", None),
            ("/etc/passwd", None),
            ("..data", None),
            ("", None),
        ] {
            assert_eq!(relative(path).ok().as_deref(), expected, "{path}");
        }
    }
}
