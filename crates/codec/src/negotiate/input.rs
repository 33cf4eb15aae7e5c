//! The Content-Type header: how a request's body is encoded.

use super::media::Media;

/// The body is in a form that we do not read: status 415.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the body of the request was in an unknown format - accepted media types include: {}",
    .0.join(", ")
)]
pub struct UnsupportedMediaType(pub Vec<&'static str>);

/// A kind of patch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PatchKind {
    /// `application/json-patch+json`
    Json,
    /// `application/merge-patch+json`
    Merge,
    /// `application/strategic-merge-patch+json`
    Strategic,
    /// `application/apply-patch+yaml`
    Apply,
}

impl PatchKind {
    /// What built-in kinds take, in the order in which refusals name them.
    pub const ALL: [Self; 4] = [Self::Json, Self::Merge, Self::Strategic, Self::Apply];
    /// What custom resources take.
    pub const CUSTOM: [Self; 3] = [Self::Json, Self::Merge, Self::Apply];

    /// The media type's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Json => "application/json-patch+json",
            Self::Merge => "application/merge-patch+json",
            Self::Strategic => "application/strategic-merge-patch+json",
            Self::Apply => "application/apply-patch+yaml",
        }
    }
}

/// The encoding of an object's body. No header means the first of those accepted.
pub fn body(content_type: &str, accepted: &[Media]) -> Result<Media, UnsupportedMediaType> {
    let refusal = || UnsupportedMediaType(accepted.iter().map(|media| media.name()).collect());
    if content_type.is_empty() {
        return accepted.first().copied().ok_or_else(refusal);
    }
    let name = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    accepted.iter().copied().find(|media| media.name() == name).ok_or_else(refusal)
}

/// The kind of a patch.
pub fn patch(content_type: &str, accepted: &[PatchKind]) -> Result<PatchKind, UnsupportedMediaType> {
    let name = content_type.split(';').next().unwrap_or_default();
    let refusal = || UnsupportedMediaType(accepted.iter().map(|kind| kind.name()).collect());
    accepted.iter().copied().find(|kind| kind.name() == name).ok_or_else(refusal)
}
