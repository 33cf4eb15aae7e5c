//! Why a request failed, for programs.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

macro_rules! reasons {
    ($($(#[$doc:meta])* $name:ident = $text:literal),+ $(,)?) => {
        /// Why a request failed.
        #[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
        #[non_exhaustive]
        pub enum StatusReason {
            /// No reason is given.
            #[default]
            Unknown,
            $($(#[$doc])* $name,)+
            /// A reason that this version does not know.
            Other(String),
        }

        impl StatusReason {
            /// The reason as it stands in JSON.
            pub fn as_str(&self) -> &str {
                match self {
                    Self::Unknown => "",
                    $(Self::$name => $text,)+
                    Self::Other(text) => text,
                }
            }
        }

        impl From<&str> for StatusReason {
            fn from(text: &str) -> Self {
                match text {
                    "" => Self::Unknown,
                    $($text => Self::$name,)+
                    other => Self::Other(other.to_owned()),
                }
            }
        }
    };
}

reasons!(
    /// Who asks is not known.
    Unauthorized = "Unauthorized",
    /// Who asks may not do this.
    Forbidden = "Forbidden",
    /// The object is not there.
    NotFound = "NotFound",
    /// The object is there already.
    AlreadyExists = "AlreadyExists",
    /// The object changed in the meantime.
    Conflict = "Conflict",
    /// The thing is gone for good.
    Gone = "Gone",
    /// The object is not valid.
    Invalid = "Invalid",
    /// The server could not finish in time; nothing is known of the outcome.
    ServerTimeout = "ServerTimeout",
    /// The object is in the store but cannot be read.
    StorageReadError = "StorageReadError",
    /// The request's time ran out.
    Timeout = "Timeout",
    /// The client must slow down.
    TooManyRequests = "TooManyRequests",
    /// The request makes no sense.
    BadRequest = "BadRequest",
    /// The verb is not offered here.
    MethodNotAllowed = "MethodNotAllowed",
    /// No offered representation is accepted.
    NotAcceptable = "NotAcceptable",
    /// The body is too large.
    RequestEntityTooLarge = "RequestEntityTooLarge",
    /// The body's form is not understood.
    UnsupportedMediaType = "UnsupportedMediaType",
    /// The server failed.
    InternalError = "InternalError",
    /// The version or token is older than what the server keeps.
    Expired = "Expired",
    /// The server cannot serve now.
    ServiceUnavailable = "ServiceUnavailable",
);

impl StatusReason {
    /// Whether no reason is given.
    pub fn is_unknown(&self) -> bool {
        *self == Self::Unknown
    }

    /// Whether upstream's clients know this reason; otherwise they go by the HTTP code.
    pub(super) fn is_known(&self) -> bool {
        !matches!(self, Self::Unknown | Self::Other(_))
    }
}

impl Serialize for StatusReason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for StatusReason {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        std::borrow::Cow::<'de, str>::deserialize(deserializer).map(|text| Self::from(&*text))
    }
}
