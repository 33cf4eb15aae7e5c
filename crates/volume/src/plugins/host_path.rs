//! `hostPath`: a path of the node itself, checked or made as its type says.

use std::fs;
use std::os::unix::fs::{DirBuilderExt, FileTypeExt, OpenOptionsExt};
use std::path::Path;

use api::core::v1::Volume;
use async_trait::async_trait;

use crate::VolumeError;
use crate::plugin::{Plugin, Request, SetUp};

pub(crate) struct HostPath;

#[async_trait]
impl Plugin for HostPath {
    fn directory(&self) -> &'static str {
        "kubernetes.io~host-path"
    }

    fn supports(&self, volume: &Volume) -> bool {
        volume.host_path.is_some()
    }

    async fn set_up(&self, request: &Request<'_>) -> Result<SetUp, VolumeError> {
        let Some(source) = &request.volume.host_path else { return Err(VolumeError::NoPlugin) };
        let path = Path::new(&source.path);
        check(path, source.type_.as_deref().unwrap_or_default())?;
        Ok(SetUp { path: Some(path.to_owned()), ..SetUp::default() })
    }
}

/// Whether the path is what its type says; makes it where the type says so.
fn check(path: &Path, kind: &str) -> Result<(), VolumeError> {
    let is = |test: fn(&fs::Metadata) -> bool| fs::metadata(path).is_ok_and(|meta| test(&meta));
    let (fine, expected) = match kind {
        "" => return Ok(()),
        "DirectoryOrCreate" => {
            if !path.exists() {
                let made = fs::DirBuilder::new().recursive(true).mode(0o755).create(path);
                made.map_err(VolumeError::io("mkdir", path))?;
            }
            (is(fs::Metadata::is_dir), "a directory")
        }
        "FileOrCreate" => {
            if !path.exists() {
                let mut options = fs::OpenOptions::new();
                let made = options.write(true).create(true).truncate(false).mode(0o644).open(path);
                made.map_err(VolumeError::io("create", path))?;
            }
            (is(fs::Metadata::is_file), "a file")
        }
        "Directory" => (is(fs::Metadata::is_dir), "a directory"),
        "File" => (is(fs::Metadata::is_file), "a file"),
        "Socket" => (is(|meta| meta.file_type().is_socket()), "a socket file"),
        "CharDevice" => (is(|meta| meta.file_type().is_char_device()), "a character device"),
        "BlockDevice" => (is(|meta| meta.file_type().is_block_device()), "a block device"),
        other => return Err(VolumeError::UnsafePath(format!("{other} is an invalid volume type"))),
    };
    if fine { Ok(()) } else { Err(VolumeError::HostPathType { path: path.display().to_string(), expected }) }
}
