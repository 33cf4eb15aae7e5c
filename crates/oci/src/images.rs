//! Images: what they are called, where they come from, and their layers on disk.
//!
//! Nothing is kept in memory: `index.json` is the truth, so that `navarch image import` works beside a running agent. A layer is
//! unpacked once, while it arrives, into a folder named by its chain id, and shared by all images and containers; compressed
//! layers are not kept.
//!
//! ```text
//! images/index.json          images, tags, sizes          images/layers/<chain id>/   one unpacked layer
//! images/blobs/sha256/<hex>  manifests, configurations    images/tmp/<pid>-<n>/       a layer on its way in
//! ```

mod archive;
mod config;
mod digest;
mod index;
mod pull;
mod reference;
mod store;
mod unpack;

pub use config::ImageConfig;
pub use index::ImageRecord;
pub use reference::normalise;
pub use store::Images;
pub(crate) use store::image_id;

/// Why there is no image.
#[derive(Debug, thiserror::Error)]
pub enum ImageError {
    /// The name is none.
    #[error("couldn't parse image name {name:?}: {reason}")]
    Name {
        /// As it was given.
        name: String,
        /// What is wrong.
        reason: String,
    },
    /// It can't be fetched.
    #[error("failed to pull image {name:?}: {reason}")]
    Pull {
        /// In full.
        name: String,
        /// Why.
        reason: String,
    },
    /// The file is no image, or not a sound one.
    #[error("{0}")]
    Archive(String),
    /// What came is not what was announced.
    #[error("{what} should be {expected}, but is {found}")]
    Digest {
        /// A layer, a configuration.
        what: &'static str,
        /// As announced.
        expected: String,
        /// As it is.
        found: String,
    },
    /// A layer can't be unpacked.
    #[error("failed to unpack {entry:?}: {source}")]
    Unpack {
        /// Which file.
        entry: String,
        /// Why not.
        source: std::io::Error,
    },
    /// The disk.
    #[error("{0}")]
    Io(#[from] std::io::Error),
}
