//! What names mean in an environment: variables, types, and the functions of its libraries.

use std::collections::HashMap;
use std::sync::Arc;

use crate::decl::DeclType;
use crate::library::{self, Libraries, Overload};
use crate::types::Type;

/// The names of an environment.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    pub variables: Vec<(String, Type)>,
    pub objects: HashMap<String, Object>,
    pub libraries: Libraries,
}

/// A type with fields.
#[derive(Clone, Debug)]
pub(crate) enum Object {
    /// Declared by a schema.
    Declared(Arc<DeclType>),
    /// A closed list of fields.
    Fields(Vec<(String, Type)>),
}

impl Scope {
    pub fn variable(&self, name: &str) -> Option<&Type> {
        self.variables.iter().rev().find(|(known, _)| known == name).map(|(_, found)| found)
    }

    pub fn object(&self, name: &str) -> Option<&Object> {
        self.objects.get(name)
    }

    /// Whether the type takes any field: `Object{…}` and what is within.
    fn is_open(&self, name: &str) -> bool {
        self.libraries.patches && (name == "Object" || name.starts_with("Object."))
    }

    /// The type of that name.
    pub fn type_named(&self, name: &str) -> Option<Type> {
        Some(match name {
            "bool" => Type::Bool,
            "bytes" => Type::Bytes,
            "double" => Type::Double,
            "int" => Type::Int,
            "uint" => Type::Uint,
            "string" => Type::String,
            "null_type" => Type::Null,
            "list" => Type::list(Type::Dyn),
            "map" => Type::map(Type::Dyn, Type::Dyn),
            "type" => Type::Type(None),
            "google.protobuf.Duration" => Type::Duration,
            "google.protobuf.Timestamp" => Type::Timestamp,
            "optional_type" => Type::optional(Type::Dyn),
            "net.IP" | "net.CIDR" => Type::opaque(name),
            other if self.objects.contains_key(other) || self.is_open(other) => Type::object(other),
            _ => return None,
        })
    }

    /// The type of a field of an object type.
    pub fn field(&self, object: &str, field: &str) -> Option<Type> {
        if self.is_open(object) {
            return Some(Type::Dyn);
        }
        match self.objects.get(object)? {
            Object::Declared(decl) => decl
                .field(field)
                .or_else(|| decl.field(&crate::escape::escape(field).filter(|escaped| escaped != field)?))
                .map(|field| field.ty().clone()),
            Object::Fields(fields) => {
                fields.iter().find(|(known, _)| known == field).map(|(_, found)| found.clone())
            }
        }
    }

    /// The overloads of a function.
    pub fn functions(&self, name: &str) -> &'static [&'static Overload] {
        library::overloads(name, self.libraries)
    }
}
