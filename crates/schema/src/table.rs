//! The words in which the generated table is written: constant constructors, so that one field is one short line.
//!
//! Hand-written; nothing outside `generated` calls it.

use std::borrow::Cow;

use crate::{
    Additional, Definition, Extra, Field, Flags, Format, KindName, ListType, Literal, MapType, Object,
    PatchStrategy, Schema, Shape, Shared, SharedSlice, Type, Union, Wire, WireField,
};

pub(crate) const ANY: Schema = Schema::of(Type::Any);
pub(crate) const BOOL: Schema = Schema::of(Type::Boolean);
pub(crate) const INT32: Schema = Schema::of(Type::Integer).format(Format::Int32);
pub(crate) const INT64: Schema = Schema::of(Type::Integer).format(Format::Int64);
pub(crate) const DOUBLE: Schema = Schema::of(Type::Number).format(Format::Double);
pub(crate) const TEXT: Schema = Schema::of(Type::String);
pub(crate) const BYTES: Schema = Schema::of(Type::String).format(Format::Byte);
pub(crate) const DATE: Schema = Schema::of(Type::String).format(Format::DateTime);

/// A reference that stands alone.
pub(crate) const fn bare(definition: &'static Definition) -> Schema {
    Schema::of(Type::Ref(definition))
}

/// A reference published inside `allOf`.
pub(crate) const fn refer(definition: &'static Definition) -> Schema {
    bare(definition).flag(Flags::ALL_OF)
}

pub(crate) const fn list(items: &'static Schema) -> Schema {
    Schema::of(Type::Array(Shared::Static(items)))
}

pub(crate) const fn object(members: &'static Object) -> Schema {
    Schema::of(Type::Object(Shared::Static(members)))
}

/// The members of an object about which nothing is said.
pub(crate) static EMPTY: Object =
    Object { fields: SharedSlice::EMPTY, required: SharedSlice::EMPTY, additional: Additional::Unset };

/// The members of a map.
pub(crate) const fn values(values: &'static Schema) -> Object {
    Object {
        fields: SharedSlice::EMPTY,
        required: SharedSlice::EMPTY,
        additional: Additional::Values(Shared::Static(values)),
    }
}

pub(crate) const fn field(name: &'static str, schema: Schema) -> Field {
    Field { name: Cow::Borrowed(name), schema }
}

pub(crate) const fn text(value: &'static str) -> Cow<'static, str> {
    Cow::Borrowed(value)
}

pub(crate) const fn kind(group: &'static str, version: &'static str, kind: &'static str) -> KindName {
    KindName { group, version, kind }
}

pub(crate) const fn merge_keys(
    list_map_keys: &'static [Cow<'static, str>],
    patch_merge_key: Option<Cow<'static, str>>,
) -> Extra {
    extra(SharedSlice::Static(list_map_keys), patch_merge_key, None, SharedSlice::EMPTY)
}

pub(crate) const fn default_text(value: &'static str) -> Extra {
    extra(SharedSlice::EMPTY, None, Some(Literal::Text(Cow::Borrowed(value))), SharedSlice::EMPTY)
}

pub(crate) const fn default_integer(value: i64) -> Extra {
    extra(SharedSlice::EMPTY, None, Some(Literal::Integer(value)), SharedSlice::EMPTY)
}

pub(crate) const fn unions(unions: &'static [Union]) -> Extra {
    extra(SharedSlice::EMPTY, None, None, SharedSlice::Static(unions))
}

pub(crate) const fn union(
    discriminator: Option<Cow<'static, str>>,
    fields: &'static [(Cow<'static, str>, Cow<'static, str>)],
) -> Union {
    Union { discriminator, fields: SharedSlice::Static(fields) }
}

const fn extra(
    list_map_keys: SharedSlice<Cow<'static, str>>,
    patch_merge_key: Option<Cow<'static, str>>,
    default: Option<Literal>,
    unions: SharedSlice<Union>,
) -> Extra {
    Extra { list_map_keys, patch_merge_key, default, unions, format: None, validations: None }
}

impl Schema {
    pub(crate) const fn format(mut self, format: Format) -> Self {
        self.format = format;
        self
    }

    pub(crate) const fn flag(mut self, flag: Flags) -> Self {
        self.flags = self.flags.with(flag);
        self
    }

    /// OpenAPI publishes the zero value as default.
    pub(crate) const fn zero(self) -> Self {
        self.flag(Flags::OPENAPI_ZERO_DEFAULT)
    }

    pub(crate) const fn list_type(mut self, list_type: ListType) -> Self {
        self.list_type = list_type;
        self
    }

    pub(crate) const fn map_type(mut self, map_type: MapType) -> Self {
        self.map_type = map_type;
        self
    }

    pub(crate) const fn patch(mut self, patch_strategy: PatchStrategy) -> Self {
        self.patch_strategy = patch_strategy;
        self
    }

    pub(crate) const fn extra(mut self, extra: &'static Extra) -> Self {
        // A plain assignment would drop the old value, which a constant may not.
        std::mem::forget(self.extra.replace(Shared::Static(extra)));
        self
    }
}

/// A Protobuf field that JSON shows under a name, holding one value.
pub(crate) const fn wire(tag: u32, json: &'static str, wire: Wire, go_type: &'static str) -> WireField {
    WireField {
        tag,
        json: Some(json),
        wire,
        shape: Shape::One,
        pointer: false,
        omit_empty: false,
        omit_zero: false,
        go_type,
    }
}

/// An inlined struct.
pub(crate) const fn inline(tag: u32, definition: &'static Definition, go_type: &'static str) -> WireField {
    WireField { json: None, ..wire(tag, "", Wire::Message(definition), go_type) }
}

impl WireField {
    pub(crate) const fn list(mut self) -> Self {
        self.shape = Shape::List;
        self
    }

    pub(crate) const fn map(mut self) -> Self {
        self.shape = Shape::Map;
        self
    }

    pub(crate) const fn pointer(mut self) -> Self {
        self.pointer = true;
        self
    }

    pub(crate) const fn omit_empty(mut self) -> Self {
        self.omit_empty = true;
        self
    }

    pub(crate) const fn omit_zero(mut self) -> Self {
        self.omit_zero = true;
        self
    }
}
