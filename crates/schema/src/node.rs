//! The schema of one place in an object: its type, and what is known about the place.
//!
//! The same types hold the generated table (static data) and custom resources (counted). A place that refers to a named
//! built-in type is [`Type::Ref`]; facts of the place (list type, patch strategy, default) stay on the node, facts of the
//! type (fields, `map-type: atomic` of a struct) sit on the [`Definition`]'s own schema. The accessors in `walk` look
//! through references, so callers seldom match on [`Type::Ref`] themselves.

use std::borrow::Cow;

use crate::{
    Definition, Extra, Flags, Format, ListType, Literal, MapType, PatchStrategy, Shared, SharedSlice,
};

/// What is known about one place in an object. 40 bytes; cloning is cheap.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Schema {
    /// What kind of value belongs here.
    pub ty: Type,
    /// The scalar's format.
    pub format: Format,
    /// Apply: how the list merges.
    pub list_type: ListType,
    /// Apply: how the object or map merges, as said *here*; see [`Schema::effective_map_type`].
    pub map_type: MapType,
    /// Strategic merge: how the field merges.
    pub patch_strategy: PatchStrategy,
    /// Yes-or-no facts.
    pub flags: Flags,
    /// What few places have: keys, defaults, validations.
    pub extra: Option<Shared<Extra>>,
}

/// The kind of value that belongs in a place.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Type {
    /// Nothing is said: any value. Also an int-or-string of a custom schema (see [`Flags::INT_OR_STRING`]).
    #[default]
    Any,
    /// `boolean`
    Boolean,
    /// `integer`
    Integer,
    /// `number`
    Number,
    /// `string`
    String,
    /// `array`, with the schema of its items.
    Array(Shared<Schema>),
    /// `object`: a struct, a map, or both.
    Object(Shared<Object>),
    /// A named built-in type.
    Ref(&'static Definition),
}

/// The members of an object.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Object {
    /// Named members, sorted by name (bytewise): [`Object::field`] searches them.
    pub fields: SharedSlice<Field>,
    /// Names of required members, in published order.
    pub required: SharedSlice<Cow<'static, str>>,
    /// What other members may be.
    pub additional: Additional,
}

/// One named member.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The JSON name.
    pub name: Cow<'static, str>,
    /// The schema of its value.
    pub schema: Schema,
}

/// What members beyond the named ones may be: `additionalProperties`.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Additional {
    /// Not given: other members are unknown fields (unless the schema preserves them).
    #[default]
    Unset,
    /// `true`: any member with any value.
    Any,
    /// `false`
    None,
    /// A map: any key, values of this schema.
    Values(Shared<Schema>),
}

impl Object {
    /// The named member's schema.
    pub fn field(&self, name: &str) -> Option<&Schema> {
        let at = self.fields.binary_search_by(|field| (*field.name).cmp(name)).ok()?;
        Some(&self.fields[at].schema)
    }

    /// Whether the member must be present.
    pub fn requires(&self, name: &str) -> bool {
        self.required.iter().any(|required| required == name)
    }
}

impl Schema {
    /// A place of the given type about which nothing else is known; the generated table starts from it.
    pub const fn of(ty: Type) -> Self {
        Self {
            ty,
            format: Format::None,
            list_type: ListType::Unset,
            map_type: MapType::Unset,
            patch_strategy: PatchStrategy::Unset,
            flags: Flags::NONE,
            extra: None,
        }
    }

    /// The keys that tell the items of a `list-type: map` apart; empty otherwise.
    pub fn list_map_keys(&self) -> &[Cow<'static, str>] {
        self.extra.as_ref().map_or(&[], |extra| &extra.list_map_keys)
    }

    /// The field by which a strategic merge patch matches list items.
    pub fn patch_merge_key(&self) -> Option<&str> {
        self.extra.as_ref()?.patch_merge_key.as_deref()
    }

    /// A real (non-zero) default. Apply uses it for absent list-map keys (a port's `protocol`); custom resources are
    /// defaulted by it; built-in kinds have their own code for that.
    pub fn default_value(&self) -> Option<&Literal> {
        self.extra.as_ref()?.default.as_ref()
    }

    /// The format's spelling, whichever it is.
    pub fn format_name(&self) -> Option<&str> {
        match self.format {
            Format::Other => self.extra.as_ref()?.format.as_deref(),
            known => known.as_str(),
        }
    }

    /// Whether the flag is set.
    pub const fn has(&self, flag: Flags) -> bool {
        self.flags.has(flag)
    }
}
