//! Objects reduced to their metadata: `PartialObjectMetadata`. In JSON that is a part of the stored bytes, cut out.

use codec::canonical::Spliced;
use codec::negotiate::Shape;
use codec::protobuf;
use serde_json::Value;

use super::RenderError;
use crate::{Kind, Stored};

const KIND: &str = "PartialObjectMetadata";

/// The version of the metadata that was asked for.
pub(super) fn api_version(shape: Shape) -> &'static str {
    match shape {
        Shape::Metadata("v1beta1") | Shape::Table("v1beta1") => "meta.k8s.io/v1beta1",
        _ => "meta.k8s.io/v1",
    }
}

/// The stored form of an object of which only the metadata is left.
fn cut(stored: &Stored, kind: &Kind) -> Result<Vec<u8>, RenderError> {
    let end = metadata_end(&stored.json).ok_or(codec::canonical::NotStored)?;
    let mut cut = stored.json[..end].to_vec();
    cut.push(b'}');
    match kind.strategy.hidden_annotation() {
        Some(hidden) => without(&cut, hidden),
        None => Ok(cut),
    }
}

/// The same without an annotation.
fn without(cut: &[u8], annotation: &str) -> Result<Vec<u8>, RenderError> {
    let mut tree: Value = serde_json::from_slice(cut)?;
    if let Some(Value::Object(metadata)) = tree.get_mut("metadata")
        && let Some(Value::Object(annotations)) = metadata.get_mut("annotations")
    {
        annotations.remove(annotation);
        if annotations.is_empty() {
            metadata.remove("annotations");
        }
    }
    Ok(codec::canonical::to_stored(&tree).to_vec())
}

/// Where the value of `metadata`, the first member, ends.
fn metadata_end(json: &[u8]) -> Option<usize> {
    let start = codec::canonical::PREFIX.len();
    let (mut depth, mut text, mut escaped) = (1_usize, false, false);
    for (at, &byte) in json.iter().enumerate().skip(start) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if text => escaped = true,
            b'"' => text = !text,
            _ if text => {}
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// Appends the metadata as an object of its own.
pub(super) fn write_json(
    stored: &Stored,
    kind: &Kind,
    shape: Shape,
    out: &mut Vec<u8>,
) -> Result<(), RenderError> {
    let spliced = Spliced { type_meta: Some((KIND, api_version(shape))), revision: stored.revision.0 };
    if kind.strategy.hidden_annotation().is_some() {
        return Ok(spliced.write(&cut(stored, kind)?, out)?);
    }
    let end = metadata_end(&stored.json).ok_or(codec::canonical::NotStored)?;
    spliced.write(&stored.json[..end], out)?;
    out.push(b'}');
    Ok(())
}

/// The Protobuf message: every object has its metadata as field 1, and so has this one.
pub(super) fn message(stored: &Stored, kind: &Kind) -> Result<Vec<u8>, RenderError> {
    let definition = schema::definition("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta");
    let definition = definition.ok_or_else(|| RenderError::NoProtobuf(KIND.into()))?;
    let tree: Value = serde_json::from_slice(&cut(stored, kind)?)?;
    let mut metadata = tree.get("metadata").cloned().unwrap_or_default();
    if let Value::Object(members) = &mut metadata
        && stored.revision.0 != 0
    {
        members.insert("resourceVersion".into(), stored.revision.to_string().into());
    }
    let body = protobuf::encode_message(&metadata, definition)?;
    let mut out = vec![0x0a];
    put_varint(&mut out, body.len());
    out.extend_from_slice(&body);
    Ok(out)
}

fn put_varint(out: &mut Vec<u8>, mut value: usize) {
    while value >= 0x80 {
        out.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Appends the metadata as Protobuf in its envelope.
pub(super) fn write_protobuf(
    stored: &Stored,
    kind: &Kind,
    shape: Shape,
    out: &mut Vec<u8>,
) -> Result<(), RenderError> {
    protobuf::write_envelope(out, api_version(shape), KIND, &message(stored, kind)?);
    Ok(())
}
