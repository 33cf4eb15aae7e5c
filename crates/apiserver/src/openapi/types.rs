//! Which types a document needs: those of its kinds, and whatever they are made of. Pure.

use std::collections::BTreeMap;

use resource::{Kind, SubresourceKind};
use schema::{Additional, Definition, Schema, Type};

/// Types that every document needs.
const ALWAYS: [&str; 5] = ["APIResourceList", "DeleteOptions", "Patch", "Status", "WatchEvent"];
const META: &str = "io.k8s.apimachinery.pkg.apis.meta.v1";

/// The types of a document, by name.
#[derive(Default)]
pub(super) struct Types {
    pub builtin: BTreeMap<&'static str, &'static Definition>,
    /// Custom ones, by the name that they are published under.
    pub custom: BTreeMap<String, Schema>,
}

impl Types {
    /// Those that every document needs.
    pub(super) fn new() -> Self {
        let mut types = Self::default();
        for name in ALWAYS {
            if let Some(definition) = schema::definition(&format!("{META}.{name}")) {
                types.add(definition);
            }
        }
        types
    }

    /// A kind, its list, and what both are made of.
    pub(super) fn add_kind(&mut self, group: &str, version: &str, kind: &str) {
        if let Some(definition) = schema::builtin(group, version, kind) {
            self.add(definition);
        }
    }

    /// What the subresources of a kind take and give. Options of a connection are parameters of its path and no type of theirs.
    pub(super) fn add_subresources(&mut self, kind: &Kind) {
        let other = kind.subresources.iter().filter(|below| below.does != SubresourceKind::Connect);
        for (group, version, kind) in other.filter_map(|below| below.kind.as_ref()) {
            self.add_kind(group, version, kind);
        }
    }

    /// A type and what it is made of.
    pub(super) fn add(&mut self, definition: &'static Definition) {
        if self.builtin.insert(definition.name, definition).is_none() {
            self.walk(&definition.schema);
        }
    }

    /// What a schema refers to.
    pub(super) fn walk(&mut self, schema: &Schema) {
        match &schema.ty {
            Type::Ref(definition) => self.add(definition),
            Type::Array(items) => self.walk(items),
            Type::Object(object) => {
                for field in object.fields.iter() {
                    self.walk(&field.schema);
                }
                if let Additional::Values(values) = &object.additional {
                    self.walk(values);
                }
            }
            _ => {}
        }
    }
}
