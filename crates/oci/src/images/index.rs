//! `index.json`: which images there are. Changes are pure; `store` reads and writes it under a lock.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{ImageConfig, reference};

/// An image on disk.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImageRecord {
    /// The digest of its configuration.
    pub id: String,
    /// Names with tags, in full.
    pub tags: Vec<String>,
    /// Names with digests, in full.
    pub digests: Vec<String>,
    /// How it wants to run.
    pub config: ImageConfig,
    /// Folder names of its layers, the lowest first.
    pub layers: Vec<String>,
}

/// What a layer takes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Bytes of files.
    pub bytes: u64,
    /// Files and folders.
    pub inodes: u64,
}

/// Everything.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Index {
    /// By id.
    pub images: BTreeMap<String, ImageRecord>,
    /// By folder name.
    pub layers: BTreeMap<String, Usage>,
}

impl Index {
    /// The image that a name, a digest, an id or the beginning of an id means.
    pub fn find(&self, name: &str) -> Option<&ImageRecord> {
        if let Some(record) = self.images.get(name).or_else(|| self.images.get(&format!("sha256:{name}"))) {
            return Some(record);
        }
        let full = reference::parse(name).ok();
        let by_name = full.and_then(|full| {
            let whole = match full.digest() {
                // With tag and digest the digest decides.
                Some(digest) => format!("{}@{digest}", reference::repository(&full)),
                None => full.whole(),
            };
            self.images
                .values()
                .find(|record| record.tags.contains(&whole) || record.digests.contains(&whole))
        });
        by_name.or_else(|| {
            let hex = name.bytes().all(|byte| byte.is_ascii_hexdigit());
            let mut begins =
                self.images.values().filter(|record| record.id["sha256:".len()..].starts_with(name));
            let only = begins.next().filter(|_| name.len() >= 12 && hex)?;
            begins.next().is_none().then_some(only)
        })
    }

    /// Adds an image; a tag that another one had moves to it.
    pub fn add(&mut self, record: ImageRecord) {
        for other in self.images.values_mut().filter(|other| other.id != record.id) {
            other.tags.retain(|tag| !record.tags.contains(tag));
        }
        match self.images.get_mut(&record.id) {
            None => {
                self.images.insert(record.id.clone(), record);
            }
            Some(there) => {
                for tag in record.tags.into_iter().filter(|tag| !there.tags.contains(tag)).collect::<Vec<_>>()
                {
                    there.tags.push(tag);
                }
                for name in record
                    .digests
                    .into_iter()
                    .filter(|name| !there.digests.contains(name))
                    .collect::<Vec<_>>()
                {
                    there.digests.push(name);
                }
            }
        }
    }

    /// Removes an image with all its names. Fine when it is gone.
    pub fn remove(&mut self, name: &str) {
        if let Some(id) = self.find(name).map(|record| record.id.clone()) {
            self.images.remove(&id);
        }
    }

    /// Layers that no image has.
    pub fn unused(&self) -> Vec<String> {
        let used = |layer: &String| self.images.values().any(|record| record.layers.contains(layer));
        self.layers.keys().filter(|layer| !used(layer)).cloned().collect()
    }

    /// Bytes of an image.
    pub fn size(&self, record: &ImageRecord) -> u64 {
        record.layers.iter().filter_map(|layer| self.layers.get(layer)).map(|usage| usage.bytes).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(id: char, tag: &str) -> ImageRecord {
        ImageRecord {
            id: format!("sha256:{}", id.to_string().repeat(64)),
            tags: vec![format!("docker.io/library/{tag}:latest")],
            digests: vec![format!("docker.io/library/{tag}@sha256:{}", "f".repeat(64))],
            layers: vec![format!("layer-{id}"), "shared".into()],
            ..ImageRecord::default()
        }
    }

    #[test]
    fn images_are_found_by_any_name_and_tags_move() {
        let mut index = Index::default();
        index.add(record('a', "x"));
        let id = record('a', "x").id;
        let digest = format!("x:other@sha256:{}", "f".repeat(64));
        for name in ["x", "docker.io/library/x", &id, &id[7..], &"a".repeat(12), &digest] {
            assert!(index.find(name).is_some(), "{name}");
        }
        assert!(index.find("y").is_none() && index.find("aaaa").is_none());
        index.add(record('b', "x"));
        assert_eq!(index.find("x").unwrap().id, record('b', "x").id);
        assert!(index.images[&id].tags.is_empty());
        for layer in ["layer-a", "layer-b", "shared"] {
            index.layers.insert(layer.into(), Usage { bytes: 2, inodes: 1 });
        }
        assert_eq!(index.size(&record('a', "x")), 4);
        index.remove(&id);
        index.remove(&id);
        assert_eq!(index.unused(), ["layer-a"]);
    }
}
