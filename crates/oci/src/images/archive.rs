//! Images in a file: what `docker save` writes, and an OCI layout in an archive. Compressed files are unpacked beside first.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Component, Path};

use serde::Deserialize;

use super::store::{Images, Layer};
use super::{ImageError, config, digest, reference, unpack};

/// Where a file is inside the archive: place and length.
type Place = (u64, u64);

struct Source {
    file: File,
    places: HashMap<String, Place>,
}

/// One image as the archive has it.
struct Found {
    config: Vec<u8>,
    tags: Vec<String>,
    digests: Vec<String>,
    /// Name inside the archive and announced digest.
    layers: Vec<(String, Option<String>)>,
}

/// `manifest.json` of `docker save`.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Saved {
    config: String,
    #[serde(default)]
    repo_tags: Option<Vec<String>>,
    layers: Vec<String>,
}

#[derive(Deserialize)]
struct Descriptor {
    #[serde(rename = "mediaType", default)]
    media_type: String,
    digest: String,
    #[serde(default)]
    annotations: HashMap<String, String>,
    #[serde(default)]
    platform: Option<Platform>,
}

#[derive(Deserialize)]
struct Platform {
    architecture: String,
    os: String,
}

/// An index, or a manifest: which one shows in what is there.
#[derive(Deserialize)]
struct Manifest {
    #[serde(default)]
    manifests: Vec<Descriptor>,
    config: Option<Descriptor>,
    #[serde(default)]
    layers: Vec<Descriptor>,
}

/// Takes all images of a file; gives their names.
pub fn import(images: &Images, path: &Path) -> Result<Vec<String>, ImageError> {
    let mut source = Source::open(path)?;
    let found =
        if source.places.contains_key("manifest.json") { source.saved()? } else { source.layout()? };
    if found.is_empty() {
        return Err(ImageError::Archive(format!("{} holds no image for this machine", path.display())));
    }
    let mut names = Vec::new();
    for image in found {
        let (_, diff_ids) = config::parse(&image.config)?;
        if diff_ids.len() != image.layers.len() {
            return Err(ImageError::Archive(
                "the image's configuration and its layers don't agree".to_owned(),
            ));
        }
        let folders = digest::chain(&diff_ids)
            .iter()
            .map(|chain| Images::folder(chain))
            .collect::<Result<Vec<_>, _>>()?;
        for (number, (name, announced)) in image.layers.iter().enumerate() {
            if !images.has_layer(&folders[number]) {
                let layer = Layer {
                    folder: &folders[number],
                    below: &folders[..number],
                    digest: announced.as_deref(),
                    diff_id: &diff_ids[number],
                };
                images.add_layer(source.reader(name)?, &layer)?;
            }
        }
        let id = images.add_image(&image.config, image.tags.clone(), image.digests)?;
        names.extend(if image.tags.is_empty() { vec![id] } else { image.tags });
    }
    Ok(names)
}

impl Source {
    fn open(path: &Path) -> Result<Self, ImageError> {
        let mut file = plain(path)?;
        let mut places = HashMap::new();
        let mut links = Vec::new();
        let mut archive = tar::Archive::new(&mut file);
        for entry in archive.entries()? {
            let entry = entry?;
            let name = tidy(&entry.path()?);
            match entry.link_name()? {
                Some(target) => links.push((name, tidy(&target))),
                None => {
                    places.insert(name, (entry.raw_file_position(), entry.size()));
                }
            }
        }
        // Old archives have layers that occur twice as links.
        for (name, target) in links {
            let beside = Path::new(&name).parent().map(|dir| tidy(&dir.join(&target)));
            let place = places.get(&target).or_else(|| places.get(beside.as_ref()?)).copied();
            if let Some(place) = place {
                places.insert(name, place);
            }
        }
        Ok(Self { file, places })
    }

    fn reader(&mut self, name: &str) -> Result<impl Read + '_, ImageError> {
        let missing = || ImageError::Archive(format!("{name} is missing in the archive"));
        let (at, length) = *self.places.get(&tidy(Path::new(name))).ok_or_else(missing)?;
        self.file.seek(SeekFrom::Start(at))?;
        Ok((&self.file).take(length))
    }

    fn bytes(&mut self, name: &str) -> Result<Vec<u8>, ImageError> {
        let mut bytes = Vec::new();
        self.reader(name)?.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn json<T: for<'a> Deserialize<'a>>(&mut self, name: &str) -> Result<T, ImageError> {
        let bytes = self.bytes(name)?;
        serde_json::from_slice(&bytes).map_err(|error| ImageError::Archive(format!("{name}: {error}")))
    }

    /// A blob of an OCI layout, checked.
    fn blob(&mut self, digest: &str) -> Result<Vec<u8>, ImageError> {
        let bytes = self.bytes(&blob_name(digest)?)?;
        digest::check("the blob", digest, digest::of(&bytes))?;
        Ok(bytes)
    }

    fn saved(&mut self) -> Result<Vec<Found>, ImageError> {
        let mut all = Vec::new();
        for saved in self.json::<Vec<Saved>>("manifest.json")? {
            let tags = saved.repo_tags.unwrap_or_default();
            all.push(Found {
                config: self.bytes(&saved.config)?,
                tags: tags.iter().map(|tag| reference::normalise(tag)).collect::<Result<_, _>>()?,
                digests: Vec::new(),
                layers: saved.layers.into_iter().map(|layer| (layer, None)).collect(),
            });
        }
        Ok(all)
    }

    fn layout(&mut self) -> Result<Vec<Found>, ImageError> {
        let index: Manifest = self.json("index.json")?;
        let mut all = Vec::new();
        for descriptor in index.manifests {
            all.extend(self.described(&descriptor)?);
        }
        Ok(all)
    }

    /// The image behind a descriptor, through an index of machines if there is one.
    fn described(&mut self, descriptor: &Descriptor) -> Result<Option<Found>, ImageError> {
        let name = ["io.containerd.image.name", "org.opencontainers.image.ref.name"]
            .iter()
            .find_map(|key| descriptor.annotations.get(*key));
        let mut digest = descriptor.digest.clone();
        let mut manifest: Manifest = parse(&self.blob(&digest)?)?;
        if descriptor.media_type.contains("attestation") {
            return Ok(None);
        }
        if manifest.config.is_none() {
            let Some(fitting) = manifest.manifests.iter().find(|one| one.platform.as_ref().is_some_and(fits))
            else {
                return Ok(None);
            };
            digest = fitting.digest.clone();
            manifest = parse(&self.blob(&digest)?)?;
        }
        let Some(config) = &manifest.config else { return Ok(None) };
        // A bare tag says nothing about which image it is of.
        let name =
            name.filter(|name| name.contains(['/', ':'])).map(|name| reference::parse(name)).transpose()?;
        Ok(Some(Found {
            config: self.blob(&config.digest)?,
            tags: name.iter().map(|name| name.whole()).collect(),
            digests: name
                .iter()
                .map(|name| format!("{}@{}", reference::repository(name), descriptor.digest))
                .collect(),
            layers: (manifest.layers.iter())
                .map(|layer| Ok((blob_name(&layer.digest)?, Some(layer.digest.clone()))))
                .collect::<Result<_, ImageError>>()?,
        }))
    }
}

fn parse(bytes: &[u8]) -> Result<Manifest, ImageError> {
    serde_json::from_slice(bytes).map_err(|error| ImageError::Archive(format!("a manifest: {error}")))
}

fn fits(platform: &Platform) -> bool {
    let machine = match std::env::consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        other => other,
    };
    platform.os == "linux" && platform.architecture == machine
}

fn blob_name(digest: &str) -> Result<String, ImageError> {
    let digits =
        digest::digits(digest).ok_or_else(|| ImageError::Archive(format!("{digest:?} is no digest")))?;
    Ok(format!("blobs/sha256/{digits}"))
}

fn tidy(path: &Path) -> String {
    let mut parts: Vec<String> = Vec::new();
    for part in path.components() {
        match part {
            Component::Normal(name) => parts.push(name.to_string_lossy().into_owned()),
            Component::ParentDir => {
                parts.pop();
            }
            _ => {}
        }
    }
    parts.join("/")
}

/// The archive as a file that can be read from any place.
fn plain(path: &Path) -> Result<File, ImageError> {
    let named = |error: io::Error| ImageError::Archive(format!("{}: {error}", path.display()));
    let mut file = File::open(path).map_err(named)?;
    let mut first = [0; 4];
    let count = file.read(&mut first)?;
    file.rewind()?;
    if !first[..count].starts_with(&[0x1f, 0x8b]) && first != [0x28, 0xb5, 0x2f, 0xfd] {
        return Ok(file);
    }
    let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let beside = dir.join(format!(".import-{}-{:x}", std::process::id(), fastrand::u64(..)));
    let mut whole = File::options().read(true).write(true).create_new(true).open(&beside)?;
    std::fs::remove_file(&beside)?;
    io::copy(&mut unpack::decompress(file)?, &mut whole)?;
    whole.rewind()?;
    Ok(whole)
}
