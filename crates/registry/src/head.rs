//! The parts of an object that selectors, indexes and the engine look at without decoding the rest of it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use meta::selector::{FieldLookup, LabelLookup};
use resource::{Kind, Object};
use serde::Deserialize;

use crate::lean;

/// What is read of an object once, when it enters the cache.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Head {
    /// `metadata.namespace`
    pub namespace: Box<str>,
    /// `metadata.name`
    pub name: Box<str>,
    /// `metadata.uid`
    pub uid: Box<str>,
    /// `metadata.labels`, sorted by key.
    pub labels: Box<[(Box<str>, Box<str>)]>,
    /// The values of `Kind::selectable`, in its order.
    pub fields: Box<[Box<str>]>,
    /// The uids of `metadata.ownerReferences`.
    pub owners: Box<[Box<str>]>,
}

#[derive(Deserialize)]
struct Outline<'a> {
    #[serde(borrow)]
    metadata: Metadata<'a>,
}

#[derive(Deserialize)]
struct Metadata<'a> {
    #[serde(borrow, default)]
    name: Cow<'a, str>,
    #[serde(borrow, default)]
    namespace: Cow<'a, str>,
    #[serde(borrow, default)]
    uid: Cow<'a, str>,
    #[serde(default)]
    labels: BTreeMap<Box<str>, Box<str>>,
    #[serde(default, rename = "ownerReferences")]
    owners: Vec<Owner>,
}

#[derive(Deserialize)]
struct Owner {
    #[serde(default)]
    uid: Box<str>,
}

impl Head {
    /// Reads it from stored JSON. Only kinds with selectable fields need the whole tree for it.
    pub(crate) fn read(kind: &Kind, json: &[u8]) -> Result<Self, serde_json::Error> {
        if !kind.selectable.is_empty() {
            let tree = lean::tree(json)?;
            let object = Object::new(tree).map_err(|_| serde::de::Error::custom("not a JSON object"))?;
            return Ok(Self::of(kind, &object));
        }
        let Outline { metadata } = serde_json::from_slice(json)?;
        Ok(Self {
            namespace: metadata.namespace.into(),
            name: metadata.name.into(),
            uid: metadata.uid.into(),
            labels: metadata.labels.into_iter().collect(),
            fields: Box::default(),
            owners: metadata.owners.into_iter().map(|owner| owner.uid).collect(),
        })
    }

    /// Takes it from a tree.
    pub(crate) fn of(kind: &Kind, object: &Object) -> Self {
        let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().into();
        let mut labels: Vec<(Box<str>, Box<str>)> = object
            .get("metadata.labels")
            .and_then(serde_json::Value::as_object)
            .map(|labels| labels.iter().map(|(key, value)| (key.as_str().into(), text(value))).collect())
            .unwrap_or_default();
        labels.sort();
        let owners = object.get("metadata.ownerReferences").and_then(serde_json::Value::as_array);
        let owners = owners.into_iter().flatten().filter_map(|owner| owner.get("uid")).map(text);
        let fields = kind.selectable.iter().map(|path| kind.strategy.field(object, path).into());
        Self {
            namespace: object.namespace().into(),
            name: object.name().into(),
            uid: object.uid().into(),
            labels: labels.into(),
            fields: fields.collect(),
            owners: owners.collect(),
        }
    }

    /// The view of it that a field selector asks.
    pub(crate) fn selectable<'a>(&'a self, kind: &'a Kind) -> Selectable<'a> {
        Selectable { head: self, kind }
    }
}

impl LabelLookup for Head {
    fn label(&self, key: &str) -> Option<&str> {
        let at = self.labels.binary_search_by(|(name, _)| (**name).cmp(key)).ok()?;
        Some(&self.labels[at].1)
    }
}

/// A head as a field selector sees it, by the names of its kind's fields.
pub(crate) struct Selectable<'a> {
    head: &'a Head,
    kind: &'a Kind,
}

impl FieldLookup for Selectable<'_> {
    fn field(&self, name: &str) -> &str {
        match name {
            "metadata.name" => &self.head.name,
            "metadata.namespace" => &self.head.namespace,
            _ => {
                let at = self.kind.selectable.iter().position(|path| path == name);
                at.and_then(|at| self.head.fields.get(at)).map_or("", |value| value)
            }
        }
    }
}
