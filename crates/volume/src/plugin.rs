//! The contract of volume plugins, and what they are given.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use api::core::v1::{ConfigMap, Pod, Secret, Volume};
use async_trait::async_trait;
use runtime::Clock;

use crate::VolumeError;

/// What a token is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenWish {
    /// The pod's namespace.
    pub namespace: String,
    /// The service account.
    pub service_account: String,
    /// The pod it is bound to.
    pub pod_name: String,
    /// The pod's UID.
    pub pod_uid: String,
    /// For whom; empty means the API server.
    pub audience: String,
    /// How long it should live, in seconds.
    pub expiration_seconds: i64,
}

/// A token as it was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// The token itself.
    pub token: String,
    /// When it ends.
    pub expires_at: SystemTime,
}

/// How volumes read the API. `Ok(None)` means that the object does not exist; `Err` is a reason in words.
#[async_trait]
pub trait Objects: Send + Sync {
    /// A config map.
    async fn config_map(&self, namespace: &str, name: &str) -> Result<Option<Arc<ConfigMap>>, String>;
    /// A secret.
    async fn secret(&self, namespace: &str, name: &str) -> Result<Option<Arc<Secret>>, String>;
    /// A token of the pod's service account.
    async fn token(&self, wish: &TokenWish) -> Result<Token, String>;
}

/// What the node knows and the pod can't say itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Facts {
    /// The node's addresses.
    pub host_ips: Vec<String>,
    /// The pod's addresses, as far as they are known.
    pub pod_ips: Vec<String>,
    /// Processors of the node in thousandths: the limit of containers that have none.
    pub allocatable_cpu_millis: i64,
    /// Bytes of memory likewise.
    pub allocatable_memory: i64,
    /// Bytes of local storage likewise.
    pub allocatable_storage: i64,
}

/// What a plugin works on.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// The pod.
    pub pod: &'a Pod,
    /// The volume, one of the pod's.
    pub volume: &'a Volume,
    /// The directory that is the plugin's to make: `…/pods/<uid>/volumes/<plugin>/<name>`.
    pub directory: &'a Path,
    /// What the node knows.
    pub facts: &'a Facts,
    /// How objects are read.
    pub objects: &'a dyn Objects,
    /// The time.
    pub clock: &'a Clock,
}

impl Request<'_> {
    /// The pod's namespace.
    pub fn namespace(&self) -> &str {
        self.pod.metadata.namespace.as_deref().unwrap_or_default()
    }

    /// The group that owns the pod's volumes, if it asks for one.
    pub fn fs_group(&self) -> Option<u32> {
        let context = self.pod.spec.as_ref()?.security_context.as_ref()?;
        context.fs_group.and_then(|group| u32::try_from(group).ok())
    }
}

/// A volume that is there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SetUp {
    /// Where on the node; `None` if the runtime mounts it (images).
    pub path: Option<PathBuf>,
    /// Never to be written by containers.
    pub read_only: bool,
    /// The image that it is.
    pub image: Option<String>,
    /// When it has to be set up again, although nothing was changed: before a token ends.
    pub refresh_at: Option<SystemTime>,
}

/// One kind of volume.
#[async_trait]
pub trait Plugin: Send + Sync {
    /// Its name as a directory: `kubernetes.io~empty-dir`.
    fn directory(&self) -> &'static str;
    /// Whether the volume is of this kind.
    fn supports(&self, volume: &Volume) -> bool;
    /// Makes it, or brings it up to date.
    async fn set_up(&self, request: &Request<'_>) -> Result<SetUp, VolumeError>;
    /// Takes down what needs more than removing the directory.
    fn tear_down(&self, directory: &Path) -> Result<(), VolumeError> {
        let _ = directory;
        Ok(())
    }
}
