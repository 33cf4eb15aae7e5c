//! Whole lists. JSON comes in chunks of stored bytes, so that a list of any length is sent while it is made.

use std::sync::Arc;

use bytes::Bytes;
use codec::ListMeta;
use codec::canonical::{ListHead, Spliced, write_list};
use codec::negotiate::{Media, Shape};
use codec::protobuf;

use super::form::Form;
use super::{RenderError, metadata, yaml};
use crate::{Kind, Page, Stored};

/// About how large a chunk becomes.
const CHUNK: usize = 64 * 1024;

/// The body of a list, chunk by chunk. After an error nothing follows.
pub struct Chunks {
    kind: Arc<Kind>,
    served: usize,
    shape: Shape,
    items: std::vec::IntoIter<Arc<Stored>>,
    /// What goes out next, before further items.
    next: Option<Vec<u8>>,
    tail: &'static [u8],
    first: bool,
}

/// A page as a list of its kind, or of bare metadata.
pub fn list(
    page: Page,
    kind: &Arc<Kind>,
    served: usize,
    media: Media,
    shape: Shape,
) -> Result<Chunks, RenderError> {
    let form = Form { kind, served };
    let partial = matches!(shape, Shape::Metadata(_));
    let version = form.version().api_version();
    let (list_kind, api_version) = match partial {
        true => ("PartialObjectMetadataList", metadata::api_version(shape)),
        false => (&*kind.list_kind, &*version),
    };
    let revision = page.revision.to_string();
    let meta = ListMeta {
        resource_version: &revision,
        continue_token: &page.continue_token,
        remaining: page.remaining,
    };
    let mut chunks = Chunks {
        kind: kind.clone(),
        served,
        shape,
        items: Vec::new().into_iter(),
        next: None,
        tail: b"",
        first: true,
    };
    let mut out = Vec::new();
    if media == Media::Protobuf {
        let messages: Result<Vec<Vec<u8>>, RenderError> = page
            .items
            .iter()
            .map(|stored| {
                if partial { metadata::message(stored, form.kind) } else { form.message_at_revision(stored) }
            })
            .collect();
        let messages = messages?;
        protobuf::write_list(&mut out, api_version, list_kind, &meta, messages.iter().map(Vec::as_slice));
        chunks.next = Some(out);
        return Ok(chunks);
    }
    let head = ListHead { kind: list_kind, api_version, meta, custom: form.is_custom() && !partial };
    write_list(&mut out, &head, std::iter::empty::<(Spliced<'_>, &[u8])>())?;
    // What an empty list ends with is the end of every list.
    out.truncate(out.len() - b"]}".len());
    (chunks.next, chunks.tail, chunks.items) = (Some(out), b"]}", page.items.into_iter());
    if media == Media::Yaml {
        let json = chunks.collect::<Result<Vec<Bytes>, _>>()?.concat();
        let mut out = Vec::new();
        yaml(&serde_json::from_slice(&json)?, &mut out);
        return Ok(Chunks {
            kind: kind.clone(),
            served,
            shape,
            items: Vec::new().into_iter(),
            next: Some(out),
            tail: b"",
            first: true,
        });
    }
    Ok(chunks)
}

impl Chunks {
    fn fill(&mut self, out: &mut Vec<u8>) -> Result<(), RenderError> {
        let kind = self.kind.clone();
        let form = Form { kind: &kind, served: self.served };
        for stored in self.items.by_ref() {
            if !self.first {
                out.push(b',');
            }
            self.first = false;
            match self.shape {
                Shape::Metadata(_) => metadata::write_json(&stored, &kind, self.shape, out)?,
                _ => form.write_json(&stored, form.is_custom(), out)?,
            }
            if out.len() >= CHUNK {
                return Ok(());
            }
        }
        out.extend_from_slice(std::mem::take(&mut self.tail));
        Ok(())
    }
}

impl Iterator for Chunks {
    type Item = Result<Bytes, RenderError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut out = self.next.take().unwrap_or_default();
        if let Err(error) = self.fill(&mut out) {
            (self.items, self.tail) = (Vec::new().into_iter(), b"");
            return Some(Err(error));
        }
        (!out.is_empty()).then(|| Ok(out.into()))
    }
}
