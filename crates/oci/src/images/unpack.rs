//! A layer's archive to a folder that overlayfs can use. Every path is resolved by the kernel inside the folder, so nothing gets out.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::path::{Component, Path, PathBuf};

use rustix::fs::{
    AtFlags, FileType, Gid, Mode, OFlags, ResolveFlags, Timespec, Timestamps, Uid, XattrFlags, chownat,
    linkat, mkdirat, mknodat, openat, openat2, symlinkat, unlinkat, utimensat,
};
use tar::{Archive, Entry, EntryType};

use super::ImageError;
use super::digest::Hashing;
use super::index::Usage;

/// Archives' way to say that a file of a lower layer is gone, and that a folder shows nothing of lower layers.
const WHITEOUT: &str = ".wh.";
const OPAQUE: &str = ".wh..wh..opq";

/// Recognises how a layer is compressed by its first bytes; what media types say is often wrong.
pub fn decompress<'a>(reader: impl Read + 'a) -> io::Result<Box<dyn Read + 'a>> {
    let mut reader = BufReader::with_capacity(64 << 10, reader);
    let first = reader.fill_buf()?;
    Ok(if first.starts_with(&[0x1f, 0x8b]) {
        Box::new(flate2::bufread::MultiGzDecoder::new(reader))
    } else if first.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
        Box::new(zstd::stream::read::Decoder::with_buffer(reader)?)
    } else {
        Box::new(reader)
    })
}

/// Unpacks; gives what it takes and the archive's digest. `below` are the folders of lower layers, the uppermost first.
pub fn unpack(reader: impl Read, root: &Path, below: Vec<PathBuf>) -> Result<(Usage, String), ImageError> {
    let mut hashing = Hashing::new(reader);
    let mut unpacker =
        Unpacker { root: File::open(root)?, below, usage: Usage::default(), folders: Vec::new() };
    let mut archive = Archive::new(&mut hashing);
    archive.set_ignore_zeros(false);
    for entry in archive.entries()? {
        let mut entry = entry?;
        let path = entry.path().map(|path| path.into_owned()).unwrap_or_default();
        let failed = |source| ImageError::Unpack { entry: path.display().to_string(), source };
        unpacker.entry(&path, &mut entry).map_err(failed)?;
    }
    unpacker.finish();
    let (digest, _) = hashing.finish()?;
    Ok((unpacker.usage, digest))
}

struct Unpacker {
    root: File,
    below: Vec<PathBuf>,
    usage: Usage,
    /// Times of folders, set at last: what is put into them changes them.
    folders: Vec<(OwnedFd, Timestamps)>,
}

/// What an archive says about a file besides its content.
struct Attributes {
    mode: Mode,
    owner: (Uid, Gid),
    times: Timestamps,
    extended: Vec<(String, Vec<u8>)>,
}

impl Unpacker {
    fn entry<R: Read>(&mut self, path: &Path, entry: &mut Entry<'_, R>) -> io::Result<()> {
        let Some((parent, name)) = split(path)? else { return Ok(()) };
        if matches!(entry.header().entry_type(), EntryType::XGlobalHeader) {
            return Ok(());
        }
        let parent = self.folder(&parent)?;
        if name == OPAQUE {
            return set_xattr(&parent, "trusted.overlay.opaque", b"y");
        }
        if let Some(hidden) = name.strip_prefix(WHITEOUT) {
            // Names with the prefix twice are notes of an old file system to itself.
            return if hidden.starts_with(WHITEOUT) { Ok(()) } else { whiteout(&parent, hidden) };
        }
        let attributes = attributes(entry)?;
        self.usage.inodes += 1;
        self.make(&parent, &name, entry, attributes)
    }

    fn make<R: Read>(
        &mut self,
        parent: &OwnedFd,
        name: &str,
        entry: &mut Entry<'_, R>,
        attributes: Attributes,
    ) -> io::Result<()> {
        let kind = entry.header().entry_type();
        if kind != EntryType::Directory {
            remove(parent, name)?;
        }
        match kind {
            EntryType::Directory => {
                let folder = make_folder(parent, name)?;
                apply(&folder, &attributes)?;
                self.folders.push((folder, attributes.times));
            }
            EntryType::Symlink => {
                let target = link_target(entry)?;
                symlinkat(&target, parent, name)?;
                let (uid, gid) = attributes.owner;
                chownat(parent, name, Some(uid), Some(gid), AtFlags::SYMLINK_NOFOLLOW)?;
                utimensat(parent, name, &attributes.times, AtFlags::SYMLINK_NOFOLLOW)?;
            }
            EntryType::Link => {
                let Some((folder, target)) = split(&link_target(entry)?)? else { return Ok(()) };
                let folder = self.folder(&folder)?;
                linkat(folder, target, parent, name, AtFlags::empty())?;
            }
            EntryType::Char | EntryType::Block | EntryType::Fifo => {
                let header = entry.header();
                let (major, minor) =
                    (header.device_major()?.unwrap_or(0), header.device_minor()?.unwrap_or(0));
                let file_type = match kind {
                    EntryType::Char => FileType::CharacterDevice,
                    EntryType::Block => FileType::BlockDevice,
                    _ => FileType::Fifo,
                };
                mknodat(parent, name, file_type, attributes.mode, rustix::fs::makedev(major, minor))?;
                let made =
                    openat(parent, name, OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC, Mode::empty())?;
                apply(&made, &attributes)?;
                utimensat(parent, name, &attributes.times, AtFlags::SYMLINK_NOFOLLOW)?;
            }
            _ => {
                let flags =
                    OFlags::CREATE | OFlags::EXCL | OFlags::WRONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
                let mut file = File::from(openat(parent, name, flags, Mode::from_raw_mode(0o600))?);
                self.usage.bytes += io::copy(entry, &mut file)?;
                let file = OwnedFd::from(file);
                apply(&file, &attributes)?;
                rustix::fs::futimens(&file, &attributes.times)?;
            }
        }
        Ok(())
    }

    /// A folder of the layer, made with all above it where they are missing.
    fn folder(&self, path: &Path) -> io::Result<OwnedFd> {
        if path.as_os_str().is_empty() {
            return Ok(self.root.try_clone()?.into());
        }
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        match openat2(&self.root, path, flags, Mode::empty(), ResolveFlags::IN_ROOT) {
            Ok(folder) => Ok(folder),
            Err(rustix::io::Errno::NOENT) => {
                let (Some(parent), Some(name)) =
                    (path.parent(), path.file_name().and_then(|name| name.to_str()))
                else {
                    return Err(io::Error::other("a path without a name"));
                };
                let folder = make_folder(&self.folder(parent)?, name)?;
                self.inherit(path, &folder)?;
                Ok(folder)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// A folder that the archive only implies looks as in the layer below: its own looks would hide those.
    fn inherit(&self, path: &Path, folder: &OwnedFd) -> io::Result<()> {
        let found = self.below.iter().find_map(|layer| {
            let root = File::open(layer).ok()?;
            openat2(
                root,
                path,
                OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC,
                Mode::empty(),
                ResolveFlags::IN_ROOT,
            )
            .ok()
        });
        if let Some(found) = found {
            let stat = rustix::fs::fstat(found)?;
            rustix::fs::fchown(folder, Some(Uid::from_raw(stat.st_uid)), Some(Gid::from_raw(stat.st_gid)))?;
            rustix::fs::fchmod(folder, Mode::from_raw_mode(stat.st_mode & 0o7777))?;
        }
        Ok(())
    }

    fn finish(&mut self) {
        for (folder, times) in self.folders.drain(..).rev() {
            let _ = rustix::fs::futimens(&folder, &times);
        }
    }
}

/// Parent and name of a path inside the layer; `None` for the root. `..` is nothing that a layer may say.
fn split(path: &Path) -> io::Result<Option<(PathBuf, String)>> {
    let mut parts = Vec::new();
    for part in path.components() {
        match part {
            Component::Normal(name) => parts.push(name),
            Component::ParentDir => return Err(io::Error::other("the path leads out of the image")),
            _ => {}
        }
    }
    let Some(name) = parts.pop() else { return Ok(None) };
    let name = name.to_str().ok_or_else(|| io::Error::other("the name is not UTF-8"))?;
    Ok(Some((parts.iter().collect(), name.to_owned())))
}

fn link_target<R: Read>(entry: &Entry<'_, R>) -> io::Result<PathBuf> {
    let name = entry.link_name()?.ok_or_else(|| io::Error::other("a link to nothing"))?;
    Ok(name.into_owned())
}

fn attributes<R: Read>(entry: &mut Entry<'_, R>) -> io::Result<Attributes> {
    let mut extended = Vec::new();
    if let Some(extensions) = entry.pax_extensions()? {
        for extension in extensions.flatten() {
            let name = extension.key().ok().and_then(|key| key.strip_prefix("SCHILY.xattr."));
            // `trusted` is what overlayfs itself speaks: no image may put words into its mouth.
            if let Some(name) = name.filter(|name| !name.starts_with("trusted.")) {
                extended.push((name.to_owned(), extension.value_bytes().to_vec()));
            }
        }
    }
    let header = entry.header();
    // Some tools leave numbers out where they mean 0.
    let id = |value: io::Result<u64>| u32::try_from(value.unwrap_or(0)).map_err(io::Error::other);
    let time = Timespec { tv_sec: i64::try_from(header.mtime().unwrap_or(0)).unwrap_or(0), tv_nsec: 0 };
    Ok(Attributes {
        mode: Mode::from_raw_mode(header.mode().unwrap_or(0) & 0o7777),
        owner: (Uid::from_raw(id(header.uid())?), Gid::from_raw(id(header.gid())?)),
        times: Timestamps { last_access: time, last_modification: time },
        extended,
    })
}

/// Owner first: changing it clears set-uid bits and file capabilities.
fn apply(file: &OwnedFd, attributes: &Attributes) -> io::Result<()> {
    let (uid, gid) = attributes.owner;
    chownat(file, "", Some(uid), Some(gid), AtFlags::EMPTY_PATH)?;
    rustix::fs::chmod(by_number(file), attributes.mode)?;
    for (name, value) in &attributes.extended {
        match set_xattr(file, name, value) {
            Err(error) if error.kind() == io::ErrorKind::Unsupported => {}
            other => other?,
        }
    }
    Ok(())
}

/// A file by its descriptor's number: works also for descriptors that are only paths.
fn by_number(file: &OwnedFd) -> String {
    format!("/proc/self/fd/{}", file.as_raw_fd())
}

fn set_xattr(file: &OwnedFd, name: &str, value: &[u8]) -> io::Result<()> {
    Ok(rustix::fs::setxattr(by_number(file), name, value, XattrFlags::empty())?)
}

/// overlayfs' sign for a file that is gone: a character device with the number 0.
fn whiteout(parent: &OwnedFd, name: &str) -> io::Result<()> {
    remove(parent, name)?;
    Ok(mknodat(parent, name, FileType::CharacterDevice, Mode::empty(), 0)?)
}

fn make_folder(parent: &OwnedFd, name: &str) -> io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    match openat(parent, name, flags, Mode::empty()) {
        Ok(there) => return Ok(there),
        Err(rustix::io::Errno::NOENT) => {}
        Err(rustix::io::Errno::NOTDIR | rustix::io::Errno::LOOP) => remove(parent, name)?,
        Err(error) => return Err(error.into()),
    }
    mkdirat(parent, name, Mode::from_raw_mode(0o755))?;
    Ok(openat(parent, name, flags, Mode::empty())?)
}

/// Removes whatever has the name, if anything.
fn remove(parent: &OwnedFd, name: &str) -> io::Result<()> {
    match unlinkat(parent.as_fd(), name, AtFlags::empty()) {
        Ok(()) | Err(rustix::io::Errno::NOENT) => Ok(()),
        Err(rustix::io::Errno::ISDIR) => std::fs::remove_dir_all(format!("{}/{name}", by_number(parent))),
        Err(error) => Err(error.into()),
    }
}

#[cfg(test)]
mod tests;
