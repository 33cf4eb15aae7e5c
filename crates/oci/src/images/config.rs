//! What an image says about how it wants to run. Read from its configuration blob; kept in the index.

use serde::{Deserialize, Serialize};

use super::ImageError;

/// How an image wants to run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImageConfig {
    /// The program.
    pub entrypoint: Vec<String>,
    /// Its arguments, or the program if there is no entry point.
    pub cmd: Vec<String>,
    /// `NAME=value`.
    pub env: Vec<String>,
    /// Where it starts.
    pub working_dir: String,
    /// `user`, `uid`, `user:group`.
    pub user: String,
    /// The signal that asks it to end.
    pub stop_signal: String,
}

/// The blob, as far as it matters.
#[derive(Deserialize)]
struct Blob {
    #[serde(default)]
    config: Option<Inner>,
    #[serde(default)]
    rootfs: Rootfs,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
struct Inner {
    entrypoint: Option<Vec<String>>,
    cmd: Option<Vec<String>>,
    env: Option<Vec<String>>,
    working_dir: Option<String>,
    user: Option<String>,
    stop_signal: Option<String>,
}

#[derive(Default, Deserialize)]
struct Rootfs {
    #[serde(default)]
    diff_ids: Vec<String>,
}

/// Reads a configuration blob: how to run, and the digests of the layers.
pub fn parse(bytes: &[u8]) -> Result<(ImageConfig, Vec<String>), ImageError> {
    let blob: Blob = serde_json::from_slice(bytes)
        .map_err(|error| ImageError::Archive(format!("the image's configuration: {error}")))?;
    let inner = blob.config.unwrap_or_default();
    let config = ImageConfig {
        entrypoint: inner.entrypoint.unwrap_or_default(),
        cmd: inner.cmd.unwrap_or_default(),
        env: inner.env.unwrap_or_default(),
        working_dir: inner.working_dir.unwrap_or_default(),
        user: inner.user.unwrap_or_default(),
        stop_signal: inner.stop_signal.unwrap_or_default(),
    };
    Ok((config, blob.rootfs.diff_ids))
}
