//! The schema of a place as apply sees it: scalar, list or map, and how the latter two merge. Follows upstream's
//! conversion of OpenAPI documents; places without a schema are deduced from the value (maps by member, lists whole).

use std::borrow::Cow;

use schema::{Additional, Flags, Format, ListType, Literal, MapType, Object, Schema, Special, Type};
use serde_json::Value;

/// A place in an object. Cheap to copy.
#[derive(Clone, Copy)]
pub(super) struct Place<'s> {
    shape: Shape<'s>,
    /// Unknown members are allowed here and below.
    preserve: bool,
}

#[derive(Clone, Copy)]
enum Shape<'s> {
    /// The whole object: `apiVersion`, `kind` and `metadata` exist whether declared or not.
    Root(&'s Schema),
    /// The object's `metadata`.
    Meta(&'s Schema),
    Typed(&'s Schema),
    /// No schema: maps by member, lists as a whole.
    Deduced,
    /// Anything, as a whole.
    Whole,
    /// A member that the schema does not have.
    Undeclared,
}

/// What belongs in a place.
#[derive(Clone, Copy)]
pub(super) enum Atom<'s> {
    Scalar(Scalar),
    List(List<'s>),
    Map(Members<'s>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Scalar {
    Numeric,
    String,
    Boolean,
    Any,
}

#[derive(Clone, Copy)]
pub(super) struct List<'s> {
    pub(super) kind: ListKind<'s>,
    pub(super) items: Place<'s>,
}

#[derive(Clone, Copy)]
pub(super) enum ListKind<'s> {
    Atomic,
    Set,
    Keys(&'s [Cow<'static, str>]),
    /// No list type is given, but a strategic merge key is.
    Key(&'s str),
}

#[derive(Clone, Copy)]
pub(super) struct Members<'s> {
    pub(super) atomic: bool,
    object: Option<&'s Object>,
    additional: Option<Shape<'s>>,
    preserve: bool,
    root: bool,
    meta: bool,
}

impl Atom<'_> {
    pub(super) const fn same_kind(&self, other: &Self) -> bool {
        matches!(
            (self, other),
            (Atom::Scalar(_), Atom::Scalar(_))
                | (Atom::List(_), Atom::List(_))
                | (Atom::Map(_), Atom::Map(_))
        )
    }
}

impl<'s> Place<'s> {
    /// The whole object.
    pub(super) const fn root(schema: &'s Schema) -> Self {
        Self { shape: Shape::Root(schema), preserve: false }
    }

    const fn deduced() -> Self {
        Self { shape: Shape::Deduced, preserve: true }
    }

    pub(super) const fn is_undeclared(self) -> bool {
        matches!(self.shape, Shape::Undeclared)
    }

    /// Whether nothing but the values themselves tells the types here.
    pub(super) const fn is_deduced(self) -> bool {
        matches!(self.shape, Shape::Deduced | Shape::Undeclared)
    }

    /// What belongs here, given what is here: only places without a type look at the value.
    pub(super) fn atom(self, value: Option<&Value>) -> Atom<'s> {
        match self.shape {
            Shape::Root(schema) => Atom::Map(Members { root: true, ..self.members(schema) }),
            Shape::Meta(schema) => Atom::Map(Members { meta: true, ..self.members(schema) }),
            Shape::Typed(schema) => self.typed(schema, value),
            Shape::Deduced | Shape::Undeclared => by_value(value, self.free(false)),
            Shape::Whole => by_value(value, self.free(true)),
        }
    }

    fn typed(self, schema: &'s Schema, value: Option<&Value>) -> Atom<'s> {
        match schema.special() {
            Special::Quantity
            | Special::Time
            | Special::MicroTime
            | Special::Duration
            | Special::IntOrString => return Atom::Scalar(Scalar::Any),
            Special::RawExtension => return by_value(value, self.free(true)),
            Special::Json | Special::SchemaOrBool | Special::SchemaOrArray | Special::SchemaOrStringArray => {
                return by_value(value, self.free(false));
            }
            Special::None | Special::FieldsV1 | Special::StringList => {}
        }
        match &schema.resolve().ty {
            Type::Any | Type::Ref(_) => {
                by_value(value, self.free(schema.effective_map_type() == MapType::Atomic))
            }
            Type::Boolean => Atom::Scalar(Scalar::Boolean),
            Type::Integer | Type::Number => Atom::Scalar(Scalar::Numeric),
            Type::String => match schema.resolve().format {
                Format::None | Format::Byte => Atom::Scalar(Scalar::String),
                _ => Atom::Scalar(Scalar::Any),
            },
            Type::Array(items) => Atom::List(List {
                kind: list_kind(schema),
                items: Place { shape: Shape::Typed(items), preserve: self.preserve || preserves(schema) },
            }),
            Type::Object(_) => Atom::Map(self.members(schema)),
        }
    }

    fn members(self, schema: &'s Schema) -> Members<'s> {
        let preserve = self.preserve || preserves(schema);
        let object = schema.object();
        let additional = match object.map(|object| (&object.additional, object.fields.is_empty())) {
            None | Some((Additional::Any, _)) => Some(Shape::Deduced),
            Some((Additional::Unset, empty)) => (preserve || empty).then_some(Shape::Deduced),
            Some((Additional::None, _)) => None,
            Some((Additional::Values(values), _)) => Some(Shape::Typed(values)),
        };
        let atomic = schema.effective_map_type() == MapType::Atomic;
        Members { atomic, object, additional, preserve, root: false, meta: false }
    }

    /// The members of a place without a schema.
    const fn free(self, whole: bool) -> Members<'s> {
        Members {
            atomic: whole,
            object: None,
            additional: Some(if whole { Shape::Whole } else { Shape::Deduced }),
            preserve: true,
            root: false,
            meta: false,
        }
    }

    /// The default of a list item's key field, including the zero values that OpenAPI publishes.
    pub(super) fn key_default(self, name: &str) -> Option<Value> {
        let (Shape::Typed(schema) | Shape::Root(schema) | Shape::Meta(schema)) = self.shape else {
            return None;
        };
        let field = schema.object()?.field(name)?;
        if let Some(default) = field.default_value() {
            return Some(Literal::to_value(default));
        }
        if !field.has(Flags::OPENAPI_ZERO_DEFAULT) {
            return None;
        }
        match field.resolve().ty {
            Type::String => Some(Value::from("")),
            Type::Integer | Type::Number => Some(Value::from(0)),
            Type::Boolean => Some(Value::from(false)),
            _ => None,
        }
    }
}

impl<'s> Members<'s> {
    /// The place of a declared member.
    pub(super) fn declared(&self, name: &str) -> Option<Place<'s>> {
        let declared = self.object.and_then(|object| object.field(name));
        let shape = match name {
            "metadata" if self.root => match declared {
                Some(schema) if schema.definition().is_some() => Shape::Meta(schema),
                _ => object_meta().map_or(Shape::Deduced, Shape::Meta),
            },
            "apiVersion" | "kind" if self.root && declared.is_none() => Shape::Typed(&TEXT),
            _ => Shape::Typed(declared?),
        };
        Some(Place { shape, preserve: self.preserve })
    }

    /// The place of any member.
    pub(super) fn member(&self, name: &str) -> Place<'s> {
        self.declared(name).unwrap_or_else(|| match self.additional {
            Some(Shape::Deduced) => Place::deduced(),
            Some(shape) => Place { shape, preserve: self.preserve },
            None => Place { shape: Shape::Undeclared, preserve: false },
        })
    }

    /// Whether this is the one member that tracking must not look at: its own record.
    pub(super) fn skips(&self, name: &str) -> bool {
        self.meta && name == "managedFields"
    }

    /// Whether there are no declared members and anything goes.
    pub(super) fn is_free(&self) -> bool {
        self.object.is_none_or(|object| object.fields.is_empty())
            && matches!(self.additional, Some(Shape::Deduced))
    }
}

static TEXT: Schema = Schema::of(Type::String);

/// What custom resources have as metadata, whatever they declare.
fn object_meta() -> Option<&'static Schema> {
    schema::definition("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta").map(|definition| &definition.schema)
}

fn preserves(schema: &Schema) -> bool {
    schema.preserves_unknown() || schema.resolve().preserves_unknown()
}

fn list_kind(schema: &Schema) -> ListKind<'_> {
    let list_type = match schema.list_type {
        ListType::Unset => schema.resolve().list_type,
        given => given,
    };
    match list_type {
        ListType::Atomic => ListKind::Atomic,
        ListType::Set => ListKind::Set,
        ListType::Map => ListKind::Keys(schema.list_map_keys()),
        ListType::Unset if schema.patch_strategy.merges() => {
            schema.patch_merge_key().map_or(ListKind::Set, ListKind::Key)
        }
        ListType::Unset => ListKind::Atomic,
    }
}

/// A place that takes anything: what is there decides, and null counts as a map.
fn by_value<'s>(value: Option<&Value>, members: Members<'s>) -> Atom<'s> {
    match value {
        Some(Value::Bool(_) | Value::Number(_) | Value::String(_)) => Atom::Scalar(Scalar::Any),
        Some(Value::Array(_)) => {
            Atom::List(List { kind: ListKind::Atomic, items: Place { shape: Shape::Whole, preserve: true } })
        }
        None | Some(Value::Null | Value::Object(_)) => Atom::Map(members),
    }
}
