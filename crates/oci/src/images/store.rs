//! The images on this node: index, layers, blobs, and the locks that keep several processes apart.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use node::{FilesystemUsage, Image, PullAuth};
use rustix::fs::{FlockOperation, Mode, OFlags, ResolveFlags, flock, openat2};

use super::digest::{self, Hashing};
use super::index::{ImageRecord, Index};
use super::{ImageError, archive, config, pull, reference, unpack};
use crate::disk;

/// Enough digits of a chain id for a folder's name: all of an image's layers must fit into one page of mount options.
const NAME: usize = 24;

/// The images of a node. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Images {
    dir: Arc<PathBuf>,
    insecure: Arc<Vec<String>>,
}

impl Images {
    /// Opens the store in `dir`; `insecure` names registries that speak plain HTTP.
    pub fn open(dir: &Path, insecure: &[String]) -> Result<Self, ImageError> {
        for folder in ["layers", "tmp", "blobs/sha256"] {
            fs::create_dir_all(dir.join(folder))?;
        }
        let images = Self { dir: Arc::new(dir.to_owned()), insecure: Arc::new(insecure.to_vec()) };
        images.remove_leftovers();
        Ok(images)
    }

    /// Where layers are.
    pub fn layers_dir(&self) -> PathBuf {
        self.dir.join("layers")
    }

    /// All images.
    pub fn list(&self) -> Result<Vec<Image>, ImageError> {
        let index = self.index()?;
        Ok(index.images.values().map(|record| shown(&index, record)).collect())
    }

    /// The image that a name means, as lists show it.
    pub fn get(&self, name: &str) -> Result<Option<Image>, ImageError> {
        let index = self.index()?;
        Ok(index.find(name).map(|record| shown(&index, record)))
    }

    /// The image that a name means, with its layers.
    pub fn find(&self, name: &str) -> Result<Option<ImageRecord>, ImageError> {
        Ok(self.index()?.find(name).cloned())
    }

    /// Fetches an image; gives its id.
    pub async fn pull(&self, name: &str, auth: &PullAuth) -> Result<String, ImageError> {
        pull::pull(self, name, auth, &self.insecure).await
    }

    /// Takes images from a file that `docker save` or an OCI tool wrote; gives their names, or ids of those without.
    pub fn import(&self, file: &Path) -> Result<Vec<String>, ImageError> {
        let _busy = self.lock("busy.lock", FlockOperation::LockShared)?;
        archive::import(self, file)
    }

    /// Removes an image, and layers that neither another image nor `in_use` names.
    pub fn remove(&self, name: &str, in_use: &BTreeSet<String>) -> Result<(), ImageError> {
        self.change(|index| index.remove(name))?;
        self.collect(in_use)
    }

    /// Removes layers that nobody needs, unless an image is just coming in: then the next call does.
    pub fn collect(&self, in_use: &BTreeSet<String>) -> Result<(), ImageError> {
        let Ok(_alone) = self.lock("busy.lock", FlockOperation::NonBlockingLockExclusive) else {
            return Ok(());
        };
        let mut gone = Vec::new();
        self.change(|index| {
            gone = index.unused().into_iter().filter(|layer| !in_use.contains(layer)).collect();
            gone.iter().for_each(|layer| {
                index.layers.remove(layer);
            });
        })?;
        let known = self.index()?.layers;
        for entry in fs::read_dir(self.layers_dir())?.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if !known.contains_key(&name) && !in_use.contains(&name) {
                disk::remove_tree(&entry.path())?;
            }
        }
        Ok(())
    }

    /// What images take.
    pub fn usage(&self) -> Result<FilesystemUsage, ImageError> {
        let index = self.index()?;
        Ok(FilesystemUsage {
            mountpoint: self.dir.display().to_string(),
            used_bytes: index.layers.values().map(|usage| usage.bytes).sum(),
            inodes_used: index.layers.values().map(|usage| usage.inodes).sum(),
        })
    }

    /// A file of an image, looked for from the uppermost layer down; empty if there is none.
    pub fn read_file(&self, layers: &[String], path: &str) -> String {
        let open = |layer: &String| {
            let root = File::open(self.layers_dir().join(layer)).ok()?;
            let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK;
            openat2(root, path, flags, Mode::empty(), ResolveFlags::IN_ROOT).ok()
        };
        let mut text = String::new();
        if let Some(file) = layers.iter().rev().find_map(open) {
            let _ = File::from(file).take(1 << 20).read_to_string(&mut text);
        }
        text
    }

    /// The folder name of a layer by its chain id.
    pub(super) fn folder(chain: &str) -> Result<String, ImageError> {
        let digits =
            digest::digits(chain).ok_or_else(|| ImageError::Archive(format!("{chain:?} is no digest")))?;
        Ok(digits[..NAME].to_owned())
    }

    /// Whether a layer is here already.
    pub(super) fn has_layer(&self, folder: &str) -> bool {
        self.layers_dir().join(folder).is_dir()
    }

    /// Unpacks a layer from `reader`, checks what it was, and puts it in its place.
    pub(super) fn add_layer(&self, reader: impl Read, layer: &Layer<'_>) -> Result<(), ImageError> {
        let tmp = self.dir.join("tmp").join(format!("{}-{:x}", std::process::id(), fastrand::u64(..)));
        fs::create_dir_all(&tmp)?;
        let done = self.unpack_into(&tmp, reader, layer);
        let _ = disk::remove_tree(&tmp);
        done
    }

    fn unpack_into(&self, tmp: &Path, reader: impl Read, layer: &Layer<'_>) -> Result<(), ImageError> {
        let below: Vec<PathBuf> =
            layer.below.iter().rev().map(|folder| self.layers_dir().join(folder)).collect();
        let mut reader = Hashing::new(reader);
        let plain = unpack::decompress(&mut reader)?;
        let (usage, diff_id) = unpack::unpack(plain, tmp, below)?;
        let (digest, _) = reader.finish()?;
        if let Some(expected) = layer.digest {
            digest::check("the layer", expected, digest)?;
        }
        digest::check("the unpacked layer", layer.diff_id, diff_id)?;
        rustix::fs::syncfs(File::open(tmp)?).map_err(io::Error::from)?;
        match fs::rename(tmp, self.layers_dir().join(layer.folder)) {
            // Somebody else was faster with the very same layer.
            Err(_) if self.has_layer(layer.folder) => {}
            other => other?,
        }
        self.change(|index| {
            index.layers.insert(layer.folder.to_owned(), usage);
        })
    }

    /// Enters an image whose layers are in place.
    pub(super) fn add_image(
        &self,
        config: &[u8],
        tags: Vec<String>,
        digests: Vec<String>,
    ) -> Result<String, ImageError> {
        let id = self.add_blob(config)?;
        let (parsed, diff_ids) = config::parse(config)?;
        let layers =
            digest::chain(&diff_ids).iter().map(|chain| Self::folder(chain)).collect::<Result<_, _>>()?;
        let record = ImageRecord { id: id.clone(), tags, digests, config: parsed, layers };
        self.change(|index| index.add(record))?;
        Ok(id)
    }

    /// Keeps a small blob; gives its digest.
    pub(super) fn add_blob(&self, bytes: &[u8]) -> Result<String, ImageError> {
        let digest = digest::of(bytes);
        disk::replace(&self.dir.join("blobs/sha256").join(&digest["sha256:".len()..]), bytes)?;
        Ok(digest)
    }

    /// Keeps others from collecting layers while an image comes in.
    pub(super) fn busy(&self) -> Result<File, ImageError> {
        self.lock("busy.lock", FlockOperation::LockShared)
    }

    fn index(&self) -> Result<Index, ImageError> {
        Ok(disk::load(&self.dir.join("index.json"))?.unwrap_or_default())
    }

    fn change(&self, change: impl FnOnce(&mut Index)) -> Result<(), ImageError> {
        let _lock = self.lock("index.lock", FlockOperation::LockExclusive)?;
        let mut index = self.index()?;
        let before = index.clone();
        change(&mut index);
        if index != before {
            disk::save(&self.dir.join("index.json"), &index)?;
        }
        Ok(())
    }

    /// Held until the file is dropped, also against other processes.
    fn lock(&self, name: &str, how: FlockOperation) -> Result<File, ImageError> {
        let file = File::options().create(true).truncate(false).write(true).open(self.dir.join(name))?;
        flock(&file, how).map_err(io::Error::from)?;
        Ok(file)
    }

    /// What a killed process was unpacking.
    fn remove_leftovers(&self) {
        for entry in fs::read_dir(self.dir.join("tmp")).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let owner = name.split('-').next().unwrap_or_default();
            if owner != std::process::id().to_string() && !Path::new("/proc").join(owner).is_dir() {
                let _ = disk::remove_tree(&entry.path());
            }
        }
    }
}

/// A layer on its way in.
pub(super) struct Layer<'a> {
    /// The folder it becomes.
    pub folder: &'a str,
    /// The folders of those below, the lowest first.
    pub below: &'a [String],
    /// Its digest as it comes, if it was announced.
    pub digest: Option<&'a str>,
    /// Its digest unpacked.
    pub diff_id: &'a str,
}

fn shown(index: &Index, record: &ImageRecord) -> Image {
    let user = record.config.user.split(':').next().unwrap_or_default();
    let uid = user.parse().ok();
    Image {
        id: record.id.clone(),
        tags: record.tags.clone(),
        digests: record.digests.clone(),
        size: index.size(record),
        uid,
        username: if uid.is_none() { user.to_owned() } else { String::new() },
        pinned: false,
    }
}

/// The name with a digest that pods show, or the id.
pub fn image_id(record: &ImageRecord, asked: &str) -> String {
    let repository = reference::parse(asked).map(|full| reference::repository(&full)).unwrap_or_default();
    let of_name = record.digests.iter().find(|name| name.split('@').next() == Some(&repository));
    of_name.or(record.digests.first()).unwrap_or(&record.id).clone()
}
