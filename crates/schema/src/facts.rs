//! The small closed sets of facts that a schema node carries in one byte each: formats, merge behaviour, flags.
//!
//! Spellings are those of the published OpenAPI documents. `patch` reads the merge facts, `openapi` publishes all of them.

/// The `format` of a scalar. Custom schemas may name any other one ([`Format::Other`], kept in [`crate::Extra::format`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// None given.
    #[default]
    None,
    /// `int32`
    Int32,
    /// `int64`
    Int64,
    /// `double`
    Double,
    /// `float`
    Float,
    /// `byte`: base64 text.
    Byte,
    /// `date-time`: RFC 3339 text.
    DateTime,
    /// `int-or-string`
    IntOrString,
    /// One of no concern to the server itself; [`crate::Schema::format_name`] knows its spelling.
    Other,
}

impl Format {
    /// The formats that have a variant of their own.
    pub const NAMED: [Self; 7] =
        [Self::Int32, Self::Int64, Self::Double, Self::Float, Self::Byte, Self::DateTime, Self::IntOrString];

    /// The published spelling, if this variant has one.
    pub const fn as_str(self) -> Option<&'static str> {
        match self {
            Self::None | Self::Other => None,
            Self::Int32 => Some("int32"),
            Self::Int64 => Some("int64"),
            Self::Double => Some("double"),
            Self::Float => Some("float"),
            Self::Byte => Some("byte"),
            Self::DateTime => Some("date-time"),
            Self::IntOrString => Some("int-or-string"),
        }
    }

    /// The variant for a spelling: [`Format::Other`] when it has none of its own.
    pub fn parse(text: &str) -> Self {
        Self::NAMED.into_iter().find(|format| format.as_str() == Some(text)).unwrap_or(Self::Other)
    }
}

/// How apply merges a list: `x-kubernetes-list-type`. Unset means atomic to apply, but is published as absent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ListType {
    /// Not given; behaves as [`ListType::Atomic`].
    #[default]
    Unset,
    /// Owned and replaced as a whole.
    Atomic,
    /// Scalars, each an item of its own.
    Set,
    /// Objects told apart by [`crate::Schema::list_map_keys`].
    Map,
}

impl ListType {
    /// The published spelling, if given.
    pub const fn as_str(self) -> Option<&'static str> {
        match self {
            Self::Unset => None,
            Self::Atomic => Some("atomic"),
            Self::Set => Some("set"),
            Self::Map => Some("map"),
        }
    }
}

/// How apply merges an object or a map: `x-kubernetes-map-type`. Unset means granular.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MapType {
    /// Not given; behaves as [`MapType::Granular`].
    #[default]
    Unset,
    /// Each member is owned separately.
    Granular,
    /// Owned and replaced as a whole.
    Atomic,
}

impl MapType {
    /// The published spelling, if given.
    pub const fn as_str(self) -> Option<&'static str> {
        match self {
            Self::Unset => None,
            Self::Granular => Some("granular"),
            Self::Atomic => Some("atomic"),
        }
    }
}

/// How a strategic merge patch treats the field: `x-kubernetes-patch-strategy`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PatchStrategy {
    /// Not given: lists are replaced, objects merged.
    #[default]
    Unset,
    /// `merge`: list items are matched by [`crate::Schema::patch_merge_key`], or by value when there is none.
    Merge,
    /// `replace`
    Replace,
    /// `retainKeys`
    RetainKeys,
    /// `merge,retainKeys`
    MergeRetainKeys,
}

impl PatchStrategy {
    /// The published spelling, if given.
    pub const fn as_str(self) -> Option<&'static str> {
        match self {
            Self::Unset => None,
            Self::Merge => Some("merge"),
            Self::Replace => Some("replace"),
            Self::RetainKeys => Some("retainKeys"),
            Self::MergeRetainKeys => Some("merge,retainKeys"),
        }
    }

    /// Whether list items are merged one by one.
    pub const fn merges(self) -> bool {
        matches!(self, Self::Merge | Self::MergeRetainKeys)
    }

    /// Whether `$retainKeys` applies.
    pub const fn retains_keys(self) -> bool {
        matches!(self, Self::RetainKeys | Self::MergeRetainKeys)
    }
}

/// Yes-or-no facts of a schema node, as a bit set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags(pub u16);

impl Flags {
    /// Nothing set.
    pub const NONE: Self = Self(0);
    /// OpenAPI publishes the type's zero value (`{}`, `""`, `0`, `false`) as default; it is never applied.
    pub const OPENAPI_ZERO_DEFAULT: Self = Self(1);
    /// A reference published inside `allOf`, because text or a default stands beside it.
    pub const ALL_OF: Self = Self(1 << 1);
    /// `nullable`: an explicit null is a value.
    pub const NULLABLE: Self = Self(1 << 2);
    /// `x-kubernetes-preserve-unknown-fields`: unspecified members stay.
    pub const PRESERVE_UNKNOWN: Self = Self(1 << 3);
    /// `x-kubernetes-embedded-resource`: a whole object with apiVersion, kind and metadata.
    pub const EMBEDDED_RESOURCE: Self = Self(1 << 4);
    /// `x-kubernetes-int-or-string` of a custom schema.
    pub const INT_OR_STRING: Self = Self(1 << 5);

    /// Whether every flag of `other` is set.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Both sets together.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}
