//! Images as the kubelet knows them.

/// An image on the node.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Image {
    /// Its id: the digest of its configuration.
    pub id: String,
    /// Names with tags.
    pub tags: Vec<String>,
    /// Names with digests.
    pub digests: Vec<String>,
    /// Bytes on disk.
    pub size: u64,
    /// The user by number that it wants to run as.
    pub uid: Option<i64>,
    /// The user by name that it wants to run as.
    pub username: String,
    /// Not to be collected.
    pub pinned: bool,
}

/// What one registry wants to see.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct PullSecret {
    /// The registry it is for: `registry.example`, with a path if it is for less.
    pub registry: String,
    /// The user.
    pub username: String,
    /// The password.
    pub password: String,
    /// A token instead of both.
    pub identity_token: String,
}

impl std::fmt::Debug for PullSecret {
    /// Never shows what is secret.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PullSecret").field("registry", &self.registry).finish_non_exhaustive()
    }
}

/// The secrets to try, best match first; none means anonymous.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PullAuth {
    /// In the order to try.
    pub secrets: Vec<PullSecret>,
}

/// How full a file system is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FilesystemUsage {
    /// Where it is mounted.
    pub mountpoint: String,
    /// Bytes used by what was asked about.
    pub used_bytes: u64,
    /// Inodes used by it.
    pub inodes_used: u64,
}
