//! The media types of the API.

/// An encoding of objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Media {
    /// `application/json`
    Json,
    /// `application/yaml`
    Yaml,
    /// `application/vnd.kubernetes.protobuf`
    Protobuf,
}

impl Media {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Json, Self::Yaml, Self::Protobuf];
    /// What custom resources can be had as.
    pub const CUSTOM: [Self; 2] = [Self::Json, Self::Yaml];

    /// The media type's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::Yaml => "application/yaml",
            Self::Protobuf => "application/vnd.kubernetes.protobuf",
        }
    }

    /// The part behind `application/`.
    pub(super) const fn subtype(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Yaml => "yaml",
            Self::Protobuf => "vnd.kubernetes.protobuf",
        }
    }

    /// The media type of a watch stream; YAML has none.
    pub const fn stream_name(self) -> Option<&'static str> {
        match self {
            Self::Json => Some("application/json;stream=watch"),
            Self::Yaml => None,
            Self::Protobuf => Some("application/vnd.kubernetes.protobuf;stream=watch"),
        }
    }
}
