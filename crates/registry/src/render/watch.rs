//! Frames of a watch stream. The frame of a change is made once for all who watch in the same version, encoding and shape.

use bytes::Bytes;
use codec::negotiate::{Media, Shape};
use codec::protobuf;
use meta::StatusError;
use serde_json::{Value, json};
use store::Revision;

use super::form::Form;
use super::{RenderError, TableOptions, metadata, object, table};
use crate::change::FrameKey;
use crate::settle::settle;
use crate::{Kind, Page, Stored, WatchItem};

/// Marks the bookmark behind the initial objects of a watch.
const INITIAL_END: &str = "k8s.io/initial-events-end";

/// The frame of an item. Tables tell ages, so that they are made for each watcher; `tables` must be given for them.
pub fn frame(
    item: &WatchItem,
    kind: &Kind,
    served: usize,
    media: Media,
    shape: Shape,
    tables: Option<&TableOptions>,
) -> Result<Bytes, RenderError> {
    let encode = |name: &str, stored: &Stored| match (shape, tables) {
        (Shape::Table(_), Some(options)) => table_frame(name, stored, kind, served, options),
        _ => encode(name, stored, kind, served, media, shape),
    };
    match item {
        WatchItem::Initial(stored) => encode("ADDED", stored),
        WatchItem::Change(change, view) => {
            let make = || {
                let stored = change.object(*view).ok_or(codec::canonical::NotStored)?;
                encode(view.as_str(), &stored)
            };
            if matches!(shape, Shape::Table(_)) {
                return make();
            }
            change.frame(FrameKey { view: *view, served, media, shape }, make)
        }
        WatchItem::Bookmark { revision, initial_end } => {
            bookmark(*revision, *initial_end, kind, served, media, shape)
        }
        WatchItem::Error(error) => error_frame(error, media),
    }
}

fn encode(
    name: &str,
    stored: &Stored,
    kind: &Kind,
    served: usize,
    media: Media,
    shape: Shape,
) -> Result<Bytes, RenderError> {
    let mut out = Vec::with_capacity(stored.json.len() + 160);
    if media == Media::Protobuf {
        let mut body = Vec::with_capacity(stored.json.len() + 64);
        object(stored, kind, served, media, shape, &mut body)?;
        protobuf::write_watch_event(&mut out, name, &body);
        return Ok(out.into());
    }
    open(&mut out, name);
    object(stored, kind, served, Media::Json, shape, &mut out)?;
    out.extend_from_slice(b"}\n");
    Ok(out.into())
}

fn open(out: &mut Vec<u8>, name: &str) {
    out.extend_from_slice(b"{\"type\":\"");
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(b"\",\"object\":");
}

fn table_frame(
    name: &str,
    stored: &Stored,
    kind: &Kind,
    served: usize,
    options: &TableOptions,
) -> Result<Bytes, RenderError> {
    let one = std::sync::Arc::new(stored.at(stored.revision));
    let page = Page { items: vec![one], revision: stored.revision, ..Page::default() };
    Ok(json_frame(name, &table(&page, kind, served, options)?))
}

fn json_frame(name: &str, tree: &Value) -> Bytes {
    let mut out = Vec::new();
    open(&mut out, name);
    codec::json::write(tree, &mut out);
    out.extend_from_slice(b"}\n");
    out.into()
}

/// The frame of a bookmark: an object of the kind in which nothing is set but its resource version.
pub fn bookmark(
    revision: Revision,
    initial_end: bool,
    kind: &Kind,
    served: usize,
    media: Media,
    shape: Shape,
) -> Result<Bytes, RenderError> {
    let form = Form { kind, served };
    let mut tree = json!({"metadata": {"resourceVersion": revision.to_string()}});
    if initial_end {
        tree["metadata"]["annotations"] = json!({INITIAL_END: "true"});
    }
    let definition = match shape {
        Shape::Metadata(_) | Shape::Table(_) => {
            tree["kind"] =
                if matches!(shape, Shape::Table(_)) { "Table" } else { "PartialObjectMetadata" }.into();
            tree["apiVersion"] = metadata::api_version(shape).into();
            schema::definition("io.k8s.apimachinery.pkg.apis.meta.v1.PartialObjectMetadata")
        }
        _ => {
            tree["kind"] = kind.kind.to_string().into();
            tree["apiVersion"] = form.version().api_version().into();
            settle(&mut tree, &form.version().schema);
            form.version().schema.definition()
        }
    };
    if matches!(shape, Shape::Table(_)) {
        tree["columnDefinitions"] = Value::Null;
        let cut = json!({"kind": "PartialObjectMetadata", "apiVersion": tree["apiVersion"], "metadata": tree["metadata"]});
        tree["rows"] = json!([{"cells": [], "object": cut}]);
    }
    if media != Media::Protobuf {
        return Ok(json_frame("BOOKMARK", &tree));
    }
    let definition = definition.ok_or_else(|| RenderError::NoProtobuf(kind.kind.to_string()))?;
    let mut out = Vec::new();
    protobuf::write_watch_event(&mut out, "BOOKMARK", &protobuf::encode(&tree, definition)?);
    Ok(out.into())
}

/// The frame of a failure, which ends a stream.
pub fn error_frame(error: &StatusError, media: Media) -> Result<Bytes, RenderError> {
    let tree = serde_json::to_value(error.status())?;
    if media != Media::Protobuf {
        return Ok(json_frame("ERROR", &tree));
    }
    let definition = schema::definition("io.k8s.apimachinery.pkg.apis.meta.v1.Status");
    let definition = definition.ok_or_else(|| RenderError::NoProtobuf("Status".into()))?;
    let mut out = Vec::new();
    protobuf::write_watch_event(&mut out, "ERROR", &protobuf::encode(&tree, definition)?);
    Ok(out.into())
}
