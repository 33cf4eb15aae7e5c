//! Named built-in types, and how they travel as Protobuf. Always static: custom resources have no Protobuf form.
//!
//! `codec` is driven by [`Message`]; `openapi` publishes the definitions; everyone reaches them through `builtin`.

use std::fmt;

use crate::Schema;

/// A named built-in type, such as `io.k8s.api.core.v1.Pod`.
pub struct Definition {
    /// Its published name.
    pub name: &'static str,
    /// Its body, as JSON sees it: inlined structs are flattened here.
    pub schema: Schema,
    /// The kinds that it is the type of; those of unpublished definitions are known to clients only by convention.
    pub kinds: &'static [KindName],
    /// `DeleteOptions` and `WatchEvent`: each group version's document adds itself to [`Definition::kinds`].
    pub in_every_group: bool,
    /// Whether it has a JSON form that its fields do not tell.
    pub special: Special,
    /// Its Protobuf form; `None` for [`Special`] scalars, whose form the codec knows, and for types that have none.
    pub message: Option<Message>,
    /// Whether the OpenAPI documents of GA group versions hold it. The others (inlined structs, request options, webhook
    /// reviews) exist for the codec; their schema is derived from the Go types.
    pub published: bool,
}

/// A group, version and kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KindName {
    /// The group; empty for core.
    pub group: &'static str,
    /// The version.
    pub version: &'static str,
    /// The kind.
    pub kind: &'static str,
}

/// Types whose JSON form has nothing to do with their fields. The comment gives JSON ⇄ Protobuf.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Special {
    /// An ordinary type.
    #[default]
    None,
    /// String or number ⇄ `{1: string}`.
    Quantity,
    /// RFC 3339 text in whole seconds or null ⇄ `{1: seconds, 2: nanos}`.
    Time,
    /// RFC 3339 text with microseconds or null ⇄ `{1: seconds, 2: nanos}`.
    MicroTime,
    /// Go duration text (`1m30s`) ⇄ `{1: nanoseconds}`.
    Duration,
    /// Integer or string ⇄ `{1: type (0 integer, 1 string), 2: int32, 3: string}`.
    IntOrString,
    /// Any object ⇄ `{1: its JSON bytes}`.
    RawExtension,
    /// A field set object ⇄ `{1: its JSON bytes}`.
    FieldsV1,
    /// Any value ⇄ `{1: its JSON bytes}`.
    Json,
    /// A schema or a boolean ⇄ `{1: allows, 2: schema}`.
    SchemaOrBool,
    /// A schema or a list of them ⇄ `{1: schema, 2: repeated schemas}`.
    SchemaOrArray,
    /// A schema or a list of strings ⇄ `{1: schema, 2: repeated strings}`.
    SchemaOrStringArray,
    /// A list of strings ⇄ `{1: repeated strings}`: a named slice, which Protobuf must wrap in a message.
    StringList,
}

impl Special {
    /// Whether anything may stand inside: strict decoding and pruning do not look there.
    pub const fn is_opaque(self) -> bool {
        matches!(self, Self::RawExtension | Self::FieldsV1 | Self::Json)
    }
}

/// The Protobuf form of a type.
#[derive(Debug)]
pub struct Message {
    /// Its fields, sorted by tag: writing them in this order gives upstream's bytes.
    pub fields: &'static [WireField],
}

impl Message {
    /// The field with this tag.
    pub fn by_tag(&self, tag: u32) -> Option<&'static WireField> {
        let at = self.fields.binary_search_by_key(&tag, |field| field.tag).ok()?;
        Some(&self.fields[at])
    }
}

/// One Protobuf field.
#[derive(Debug)]
pub struct WireField {
    /// Its number.
    pub tag: u32,
    /// Its JSON name; `None` for an inlined struct, whose fields are read from and written to the *same* JSON object.
    pub json: Option<&'static str>,
    /// What one value is on the wire.
    pub wire: Wire,
    /// One value, a list or a map.
    pub shape: Shape,
    /// Go holds a pointer: absent and zero differ, zero is kept in JSON and absent is not written at all. Without it a
    /// zero is always written to Protobuf, and read back as zero.
    pub pointer: bool,
    /// `omitempty` (or `omitzero`): the zero value (without pointer), an empty list or map does not appear in JSON.
    /// `omitempty` never drops a struct. Without it an absent list or map reads as null.
    pub omit_empty: bool,
    /// `omitzero`: a zero struct does not appear in JSON either (`metadata.creationTimestamp`).
    pub omit_zero: bool,
    /// Go's name for the type of one value, as decoding errors print it: `int32`, `v1.DNSPolicy`, `v1.Container`.
    pub go_type: &'static str,
}

/// What one value of a field is on the wire.
#[derive(Clone, Copy, Debug)]
pub enum Wire {
    /// varint 0 or 1
    Bool,
    /// varint, sign-extended
    Int32,
    /// varint
    Int64,
    /// eight bytes
    Double,
    /// UTF-8
    String,
    /// bytes; base64 in JSON
    Bytes,
    /// an embedded message, or a special type
    Message(&'static Definition),
}

/// How many values a Protobuf field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One.
    One,
    /// A list (never packed).
    List,
    /// A map with string keys: entries `{1: key, 2: value}`, written in key order.
    Map,
}

impl Definition {
    /// The last part of the name: `Pod`.
    pub fn short_name(&self) -> &'static str {
        self.name.rsplit('.').next().unwrap_or(self.name)
    }

    /// Go's name for the type, with its package: `v1.Pod`.
    pub fn go_name(&self) -> &'static str {
        let package = self.name.len() - self.short_name().len();
        let start = self.name[..package.saturating_sub(1)].rfind('.').map_or(0, |dot| dot + 1);
        &self.name[start..]
    }
}

// By name: definitions refer to one another in cycles.
impl PartialEq for Definition {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl fmt::Debug for Definition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Definition({})", self.name)
    }
}
