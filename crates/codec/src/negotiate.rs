//! Content negotiation as kube-apiserver does it: from header texts to plain enums, and the texts of refusals.
//!
//! Pure: knows neither requests nor responses. `apiserver` asks [`output`] for what to answer with, [`body`] and [`patch`]
//! for what was sent, [`is_pretty`] and [`gzip_wanted`] for the finishing touches.

mod accept;
mod finish;
mod input;
mod media;

pub use accept::{Endpoint, NotAcceptable, Output, Shape, output};
pub use finish::{COMPRESSION_FLOOR, gzip_wanted, is_pretty};
pub use input::{PatchKind, UnsupportedMediaType, body, patch};
pub use media::Media;
