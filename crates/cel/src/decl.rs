//! Types with what only schemas know of them: fields, how large a value can get, how a list is compared.

mod from_schema;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::types::Type;

/// A request's size limit: what bounds every list, map and string that a schema does not bound itself.
pub(crate) const MAX_REQUEST_BYTES: i64 = 3 * 1024 * 1024;

/// A declared type.
#[derive(Clone, Debug, PartialEq)]
pub struct DeclType {
    ty: Type,
    shape: Shape,
    /// How many items, entries or characters a value can have.
    max_elements: i64,
    /// How few bytes of JSON a value can have.
    min_size: i64,
    nullable: bool,
}

#[derive(Clone, Debug, PartialEq)]
enum Shape {
    Scalar(Scalar),
    List {
        items: Arc<DeclType>,
        kind: ListKind,
    },
    Map(Arc<DeclType>),
    /// Fields by their escaped names.
    Object(BTreeMap<String, Arc<DeclType>>),
}

/// How the data of a scalar is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scalar {
    Bool,
    Int,
    Double,
    String,
    Bytes,
    Duration,
    Date,
    DateTime,
    IntOrString,
    Dyn,
}

#[derive(Clone, Debug, PartialEq)]
enum ListKind {
    Atomic,
    Set,
    Map(Vec<String>),
}

impl DeclType {
    fn scalar_of(ty: Type, scalar: Scalar, min_size: i64) -> Self {
        Self { ty, shape: Shape::Scalar(scalar), max_elements: 0, min_size, nullable: false }
    }

    /// `string`, of at most so many characters.
    pub fn string(max: i64) -> Self {
        Self { max_elements: max, ..Self::scalar_of(Type::String, Scalar::String, 2) }
    }

    /// `bool`
    pub fn bool() -> Self {
        Self::scalar_of(Type::Bool, Scalar::Bool, 4)
    }

    /// `int`
    pub fn int() -> Self {
        Self::scalar_of(Type::Int, Scalar::Int, 1)
    }

    /// An instant.
    pub fn timestamp() -> Self {
        Self::scalar_of(Type::Timestamp, Scalar::DateTime, 12)
    }

    /// A quantity, which only values made by the caller can be.
    pub fn quantity() -> Self {
        Self::scalar_of(Type::object(crate::types::kubernetes::QUANTITY), Scalar::Dyn, 8)
    }

    /// A value of a type that nobody declares, of at most that size.
    pub fn any(max: i64) -> Self {
        Self { max_elements: max, ..Self::scalar_of(Type::Any, Scalar::Dyn, 1) }
    }

    /// A value of any type and at most that size.
    pub fn dynamic(max: i64) -> Self {
        Self { max_elements: max, ..Self::scalar_of(Type::Dyn, Scalar::Dyn, 1) }
    }

    /// A list of at most so many items.
    pub fn list(items: Self, max: i64) -> Self {
        Self {
            ty: Type::list(items.ty.clone()),
            shape: Shape::List { items: Arc::new(items), kind: ListKind::Atomic },
            max_elements: max,
            min_size: 2,
            nullable: false,
        }
    }

    /// A map from text, of at most so many entries.
    pub fn map(values: Self, max: i64) -> Self {
        Self {
            ty: Type::map(Type::String, values.ty.clone()),
            shape: Shape::Map(Arc::new(values)),
            max_elements: max,
            min_size: 2,
            nullable: false,
        }
    }

    /// An object with these fields.
    pub fn object<'n>(name: &str, fields: impl IntoIterator<Item = (&'n str, Self)>) -> Self {
        let fields = fields.into_iter().map(|(name, field)| (name.to_owned(), Arc::new(field)));
        Self {
            ty: Type::object(name),
            shape: Shape::Object(fields.collect()),
            max_elements: 0,
            min_size: 2,
            nullable: false,
        }
    }

    /// The type.
    pub const fn ty(&self) -> &Type {
        &self.ty
    }

    /// How few bytes of JSON a value can have.
    pub const fn min_size(&self) -> i64 {
        self.min_size
    }

    pub(crate) const fn max_elements(&self) -> i64 {
        self.max_elements
    }

    pub(crate) const fn nullable(&self) -> bool {
        self.nullable
    }

    pub(crate) const fn scalar(&self) -> Option<Scalar> {
        match &self.shape {
            Shape::Scalar(scalar) => Some(*scalar),
            _ => None,
        }
    }

    pub(crate) const fn is_object(&self) -> bool {
        matches!(self.shape, Shape::Object(_))
    }

    pub(crate) const fn is_list(&self) -> bool {
        matches!(self.shape, Shape::List { .. })
    }

    pub(crate) const fn is_set(&self) -> bool {
        matches!(self.shape, Shape::List { kind: ListKind::Set, .. })
    }

    /// The keys of a list whose items have keys.
    pub(crate) fn map_keys(&self) -> Option<&[String]> {
        match &self.shape {
            Shape::List { kind: ListKind::Map(keys), .. } => Some(keys),
            _ => None,
        }
    }

    /// The type of a list's items or a map's values.
    pub const fn items(&self) -> Option<&Arc<Self>> {
        match &self.shape {
            Shape::List { items, .. } | Shape::Map(items) => Some(items),
            _ => None,
        }
    }

    pub(crate) const fn is_map(&self) -> bool {
        matches!(self.shape, Shape::Map(_))
    }

    /// The field of that (escaped) name.
    pub fn field(&self, name: &str) -> Option<&Arc<Self>> {
        match &self.shape {
            Shape::Object(fields) => fields.get(name),
            _ => None,
        }
    }

    /// Every object type within, by name.
    pub(crate) fn objects(self: &Arc<Self>, found: &mut Vec<(String, Arc<Self>)>) {
        match &self.shape {
            Shape::Scalar(_) => {}
            Shape::List { items, .. } | Shape::Map(items) => items.objects(found),
            Shape::Object(fields) => {
                found.push((self.ty.name().to_owned(), Arc::clone(self)));
                fields.values().for_each(|field| field.objects(found));
            }
        }
    }
}
