//! Going from one schema node to the next, through references. Pure; used by everyone who follows a JSON tree.

use crate::{Additional, Definition, Flags, ListType, MapType, Object, Schema, Special, Type};

impl Schema {
    /// The named type at this place, if it refers to one.
    pub const fn definition(&self) -> Option<&'static Definition> {
        match self.ty {
            Type::Ref(definition) => Some(definition),
            _ => None,
        }
    }

    /// The schema that says what the value looks like: the definition's for a reference, itself otherwise.
    pub const fn resolve(&self) -> &Self {
        match self.ty {
            Type::Ref(definition) => &definition.schema,
            _ => self,
        }
    }

    /// Special treatment of the type at this place.
    pub const fn special(&self) -> Special {
        match self.ty {
            Type::Ref(definition) => definition.special,
            _ => Special::None,
        }
    }

    /// The members, if this is an object.
    pub fn object(&self) -> Option<&Object> {
        match &self.resolve().ty {
            Type::Object(object) => Some(object),
            _ => None,
        }
    }

    /// The schema of list items, if this is a list.
    pub fn items(&self) -> Option<&Self> {
        match &self.resolve().ty {
            Type::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The schema of map values, if this is a map.
    pub fn values(&self) -> Option<&Self> {
        match &self.object()?.additional {
            Additional::Values(values) => Some(values),
            _ => None,
        }
    }

    /// The schema of a member: the named field's, else that of map values.
    pub fn member(&self, name: &str) -> Option<&Self> {
        let object = self.object()?;
        object.field(name).or(match &object.additional {
            Additional::Values(values) => Some(values),
            _ => None,
        })
    }

    /// Follows a path: member names for objects and maps, anything (an index, `*`) for list items.
    pub fn at<'p>(&self, path: impl IntoIterator<Item = &'p str>) -> Option<&Self> {
        path.into_iter().try_fold(self, |schema, step| schema.items().or_else(|| schema.member(step)))
    }

    /// How apply merges the object here: what the place says, else what the type says, else granular.
    pub const fn effective_map_type(&self) -> MapType {
        match (self.map_type, self.resolve().map_type) {
            (MapType::Unset, MapType::Unset) => MapType::Granular,
            (MapType::Unset, of_type) => of_type,
            (here, _) => here,
        }
    }

    /// How apply merges the list here: atomic unless something else is said.
    pub const fn effective_list_type(&self) -> ListType {
        match self.list_type {
            ListType::Unset => ListType::Atomic,
            given => given,
        }
    }

    /// Whether members that the schema does not name are kept.
    pub const fn preserves_unknown(&self) -> bool {
        self.has(Flags::PRESERVE_UNKNOWN)
    }
}
