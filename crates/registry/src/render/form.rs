//! One object in one served version: the stored JSON and the Protobuf message, converted where the version is not the hub's.

use std::borrow::Cow;

use bytes::Bytes;
use codec::canonical::{self, Spliced};
use codec::protobuf;
use resource::{Object, Served};
use serde_json::Value;

use super::RenderError;
use crate::settle::settle;
use crate::{Kind, Stored};

/// A kind in one of its versions.
#[derive(Clone, Copy)]
pub(super) struct Form<'a> {
    pub kind: &'a Kind,
    pub served: usize,
}

impl<'a> Form<'a> {
    pub(super) fn version(&self) -> &'a Served {
        &self.kind.served[self.served]
    }

    /// Whether the kind is a custom one, which shows more in lists and has no Protobuf form.
    pub(super) fn is_custom(&self) -> bool {
        self.version().schema.definition().is_none()
    }

    /// The tree, with `apiVersion` and `kind`.
    pub(super) fn tree(&self, stored: &Stored) -> Result<Object, RenderError> {
        let mut object = match self.elsewhere(stored)? {
            Some(json) => stored.of_form(&json)?,
            None => stored.object()?,
        };
        if let Some(conversion) = &self.version().conversion {
            (conversion.from_hub)(&mut object);
            settle(object.tree_mut(), &self.version().schema);
        }
        object.set("apiVersion", self.version().api_version().into_owned());
        object.set("kind", self.kind.kind.to_string());
        Ok(object)
    }

    /// What somebody else made of the object for this version, where it is for them to do.
    pub(super) fn elsewhere(&self, stored: &Stored) -> Result<Option<Bytes>, RenderError> {
        if self.kind.converter.is_none() {
            return Ok(None);
        }
        let version = self.version().api_version();
        let form = stored.form(self.kind, &version);
        form.map(Some).ok_or_else(|| RenderError::NotConverted(version.into_owned()))
    }

    /// The stored form of the object in this version.
    pub(super) fn json<'s>(&self, stored: &'s Stored) -> Result<Cow<'s, [u8]>, RenderError> {
        if let Some(json) = self.elsewhere(stored)? {
            return Ok(Cow::Owned(json.to_vec()));
        }
        if self.version().conversion.is_none() {
            return Ok(Cow::Borrowed(&stored.json));
        }
        Ok(Cow::Owned(canonical::to_stored(self.tree(stored)?.tree()).to_vec()))
    }

    /// Appends the object; `typed` says whether with `kind` and `apiVersion`.
    pub(super) fn write_json(
        &self,
        stored: &Stored,
        typed: bool,
        out: &mut Vec<u8>,
    ) -> Result<(), RenderError> {
        let version = self.version().api_version();
        let type_meta = typed.then_some((&*self.kind.kind, &*version));
        Spliced { type_meta, revision: stored.revision.0 }.write(&self.json(stored)?, out)?;
        Ok(())
    }

    /// The Protobuf message without its resource version. That of the hub version is kept.
    fn message(&self, stored: &Stored) -> Result<Bytes, RenderError> {
        let definition = self.version().schema.definition();
        let definition = definition.ok_or_else(|| RenderError::NoProtobuf(self.kind.kind.to_string()))?;
        if self.version().conversion.is_some() {
            let object = self.tree(stored)?;
            return Ok(protobuf::encode_message(object.tree(), definition)?.into());
        }
        if let Some(message) = stored.protobuf.get() {
            return Ok(message.clone());
        }
        let tree: Value = serde_json::from_slice(&stored.json)?;
        let message: Bytes = protobuf::encode_message(&tree, definition)?.into();
        Ok(stored.protobuf.get_or_init(|| message).clone())
    }

    /// The Protobuf message with its resource version.
    pub(super) fn message_at_revision(&self, stored: &Stored) -> Result<Vec<u8>, RenderError> {
        let message = self.message(stored)?;
        let mut out = Vec::with_capacity(message.len() + 24);
        if stored.revision.0 == 0 {
            out.extend_from_slice(&message);
        } else {
            protobuf::splice_revision(&message, &stored.revision.to_string(), &mut out)?;
        }
        Ok(out)
    }

    /// Appends the object in its envelope.
    pub(super) fn write_protobuf(&self, stored: &Stored, out: &mut Vec<u8>) -> Result<(), RenderError> {
        let message = self.message_at_revision(stored)?;
        protobuf::write_envelope(out, &self.version().api_version(), &self.kind.kind, &message);
        Ok(())
    }
}
