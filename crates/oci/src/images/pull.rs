//! From a registry: the manifest, the configuration, and layer after layer, unpacked while it arrives.

use std::io::{self, Read};

use bytes::{Buf, Bytes};
use futures_util::StreamExt;
use node::{PullAuth, PullSecret};
use oci_client::client::{ClientConfig, ClientProtocol};
use oci_client::manifest::{OciDescriptor, OciImageManifest, OciManifest};
use oci_client::secrets::RegistryAuth;
use oci_client::{Client, Reference, RegistryOperation};
use tokio::sync::mpsc;

use super::store::{Images, Layer};
use super::{ImageError, config, digest, reference};

/// Chunks of a layer on their way from the network to the unpacker.
const AHEAD: usize = 16;

const ACCEPTED: &[&str] = &[
    oci_client::manifest::OCI_IMAGE_MEDIA_TYPE,
    oci_client::manifest::IMAGE_MANIFEST_MEDIA_TYPE,
    oci_client::manifest::OCI_IMAGE_INDEX_MEDIA_TYPE,
    oci_client::manifest::IMAGE_MANIFEST_LIST_MEDIA_TYPE,
];

/// Fetches an image with the first secret that the registry takes; gives its id.
pub async fn pull(
    images: &Images,
    name: &str,
    auth: &PullAuth,
    insecure: &[String],
) -> Result<String, ImageError> {
    let reference = reference::parse(name)?;
    let mut attempts: Vec<RegistryAuth> = (auth.secrets.iter())
        .filter(|secret| reference::matches(&secret.registry, &reference))
        .map(registry_auth)
        .collect();
    if attempts.is_empty() {
        attempts.push(RegistryAuth::Anonymous);
    }
    let client = client(&reference, insecure);
    let mut last = None;
    for auth in &attempts {
        match one(images, &client, &reference, auth).await {
            Ok(id) => return Ok(id),
            Err(error) => last = Some(error),
        }
    }
    let reason = last.map_or_else(String::new, |error| error.to_string());
    Err(ImageError::Pull { name: reference.whole(), reason })
}

fn client(reference: &Reference, insecure: &[String]) -> Client {
    tls::install_process_default();
    let registry = reference.resolve_registry();
    let plain = reference::is_local(registry) || insecure.iter().any(|one| one == registry);
    let protocol = if plain { ClientProtocol::Http } else { ClientProtocol::Https };
    Client::new(ClientConfig { protocol, ..ClientConfig::default() })
}

fn registry_auth(secret: &PullSecret) -> RegistryAuth {
    if secret.identity_token.is_empty() {
        RegistryAuth::Basic(secret.username.clone(), secret.password.clone())
    } else {
        RegistryAuth::Bearer(secret.identity_token.clone())
    }
}

async fn one(
    images: &Images,
    client: &Client,
    reference: &Reference,
    auth: &RegistryAuth,
) -> Result<String, ImageError> {
    let _busy = images.busy()?;
    client.auth(reference, auth, RegistryOperation::Pull).await.map_err(refused)?;
    let (bytes, listed) = client.pull_manifest_raw(reference, auth, ACCEPTED).await.map_err(refused)?;
    images.add_blob(&bytes)?;
    let manifest = match parse(&bytes)? {
        OciManifest::Image(manifest) => manifest,
        OciManifest::ImageIndex(index) => {
            let fitting = oci_client::client::current_platform_resolver(&index.manifests)
                .ok_or_else(|| ImageError::Archive("no match for this machine in the manifest".to_owned()))?;
            let (bytes, _) = client
                .pull_manifest_raw(&reference.clone_with_digest(fitting), auth, ACCEPTED)
                .await
                .map_err(refused)?;
            images.add_blob(&bytes)?;
            match parse(&bytes)? {
                OciManifest::Image(manifest) => manifest,
                OciManifest::ImageIndex(_) => {
                    return Err(ImageError::Archive("an index in an index".to_owned()));
                }
            }
        }
    };
    let config = configuration(client, reference, &manifest.config).await?;
    layers(images, client, reference, &manifest, &config).await?;
    let tags = if reference.digest().is_some() { Vec::new() } else { vec![reference.whole()] };
    images.add_image(&config, tags, vec![format!("{}@{listed}", reference::repository(reference))])
}

fn refused(error: oci_client::errors::OciDistributionError) -> ImageError {
    ImageError::Archive(error.to_string())
}

fn parse(bytes: &[u8]) -> Result<OciManifest, ImageError> {
    serde_json::from_slice(bytes).map_err(|error| ImageError::Archive(format!("the manifest: {error}")))
}

async fn configuration(
    client: &Client,
    reference: &Reference,
    wanted: &OciDescriptor,
) -> Result<Vec<u8>, ImageError> {
    let mut bytes = Vec::new();
    client.pull_blob(reference, wanted, &mut bytes).await.map_err(refused)?;
    digest::check("the configuration", &wanted.digest, digest::of(&bytes))?;
    Ok(bytes)
}

async fn layers(
    images: &Images,
    client: &Client,
    reference: &Reference,
    manifest: &OciImageManifest,
    config: &[u8],
) -> Result<(), ImageError> {
    let (_, diff_ids) = config::parse(config)?;
    if diff_ids.len() != manifest.layers.len() {
        return Err(ImageError::Archive("the image's configuration and its layers don't agree".to_owned()));
    }
    let folders =
        digest::chain(&diff_ids).iter().map(|chain| Images::folder(chain)).collect::<Result<Vec<_>, _>>()?;
    for (number, descriptor) in manifest.layers.iter().enumerate() {
        if images.has_layer(&folders[number]) {
            continue;
        }
        let (feed, reader) = channel();
        let unpacking = {
            let (images, folders) = (images.clone(), folders.clone());
            let (digest, diff_id) = (descriptor.digest.clone(), diff_ids[number].clone());
            tokio::task::spawn_blocking(move || {
                let (folder, below) = (&folders[number], &folders[..number]);
                images.add_layer(reader, &Layer { folder, below, digest: Some(&digest), diff_id: &diff_id })
            })
        };
        let fed = download(client, reference, descriptor, feed).await;
        let unpacked = unpacking.await.map_err(|error| ImageError::Io(io::Error::other(error)))?;
        fed.and(unpacked)?;
    }
    Ok(())
}

async fn download(
    client: &Client,
    reference: &Reference,
    layer: &OciDescriptor,
    feed: mpsc::Sender<io::Result<Bytes>>,
) -> Result<(), ImageError> {
    let mut body = client.pull_blob_stream(reference, layer).await.map_err(refused)?.stream;
    while let Some(chunk) = body.next().await {
        let failed = chunk.is_err();
        if feed.send(chunk).await.is_err() || failed {
            // The unpacker knows what went wrong.
            return Ok(());
        }
    }
    Ok(())
}

fn channel() -> (mpsc::Sender<io::Result<Bytes>>, Chunks) {
    let (feed, chunks) = mpsc::channel(AHEAD);
    (feed, Chunks { chunks, current: Bytes::new() })
}

/// The network's chunks as something to read from, on a thread that may block.
struct Chunks {
    chunks: mpsc::Receiver<io::Result<Bytes>>,
    current: Bytes,
}

impl Read for Chunks {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.current.is_empty() {
            match self.chunks.blocking_recv() {
                Some(chunk) => self.current = chunk?,
                None => return Ok(0),
            }
        }
        let count = buffer.len().min(self.current.len());
        self.current.copy_to_slice(&mut buffer[..count]);
        Ok(count)
    }
}
