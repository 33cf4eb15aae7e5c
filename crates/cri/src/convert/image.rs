//! Images, and what opens registries.

use node::{FilesystemUsage, Image, PullSecret};

use crate::wire;

/// An image by its name or id.
pub(crate) fn image_spec(reference: &str) -> wire::ImageSpec {
    wire::ImageSpec { image: reference.to_owned() }
}

/// An image on the node.
pub(crate) fn image_of(image: wire::Image) -> Image {
    Image {
        id: image.id,
        tags: image.repo_tags,
        digests: image.repo_digests,
        size: image.size,
        uid: image.uid.map(|uid| uid.value),
        username: image.username,
        pinned: image.pinned,
    }
}

/// What a registry wants to see.
pub(crate) fn auth_config(secret: &PullSecret) -> wire::AuthConfig {
    wire::AuthConfig {
        username: secret.username.clone(),
        password: secret.password.clone(),
        server_address: secret.registry.clone(),
        identity_token: secret.identity_token.clone(),
    }
}

/// How full a file system is.
pub(crate) fn filesystem(usage: wire::FilesystemUsage) -> FilesystemUsage {
    FilesystemUsage {
        mountpoint: usage.fs_id.unwrap_or_default().mountpoint,
        used_bytes: usage.used_bytes.unwrap_or_default().value,
        inodes_used: usage.inodes_used.unwrap_or_default().value,
    }
}
