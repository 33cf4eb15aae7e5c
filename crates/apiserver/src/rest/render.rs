//! Objects and pages of the registry to answers, in the form that was negotiated.

use bytes::Bytes;
use codec::negotiate::{Media, Output, Shape};
use http::HeaderValue;
use http::header::{CONTENT_ENCODING, VARY};
use meta::StatusError;
use registry::render::{self, Chunks, RenderError};
use registry::{Object, Page, Stored};
use std::sync::Arc;

use super::call::Call;
use super::scale_table;
use crate::answer::compress::Packer;
use crate::answer::{self, Answer};
use crate::body::{Body, BodyError};

/// What cannot be shown is the server's fault.
pub(super) fn failed(error: RenderError) -> StatusError {
    StatusError::internal(error)
}

/// One object.
pub(super) async fn object(
    call: &Call,
    stored: &Arc<Stored>,
    code: u16,
    output: &Output,
) -> Result<Answer, StatusError> {
    call.server.registry.prepare(&call.target, std::slice::from_ref(stored)).await?;
    if matches!(output.shape, Shape::Table(_)) {
        let page = Page { items: vec![stored.clone()], revision: stored.revision, ..Page::default() };
        return table(call, &page, code, output);
    }
    let (kind, served) = (&call.target.kind, call.target.served);
    let mut out = Vec::with_capacity(stored.json.len() + 256);
    render::object(stored, kind, served, output.media, output.shape, &mut out).map_err(failed)?;
    whole(call, out, code, output)
}

/// A tree that is no stored object, such as a scale.
pub(super) fn tree(call: &Call, object: &Object, code: u16, output: &Output) -> Result<Answer, StatusError> {
    if matches!(output.shape, Shape::Table(_)) && object.text("kind") == "Scale" {
        let table = scale_table::table(call, object, output);
        return Ok(answer::finish(answer::tree(code, &table, None, output)?, &call.wishes));
    }
    let text = |name| object.text(name);
    let (group, version) = text("apiVersion").split_once('/').unwrap_or(("", text("apiVersion")));
    let definition = schema::builtin(group, version, text("kind"));
    Ok(answer::finish(answer::tree(code, object.tree(), definition, output)?, &call.wishes))
}

/// A list.
pub(super) async fn page(call: &Call, page: Page, output: &Output) -> Result<Answer, StatusError> {
    call.server.registry.prepare(&call.target, &page.items).await?;
    if matches!(output.shape, Shape::Table(_)) {
        return table(call, &page, 200, output);
    }
    let (kind, served) = (&call.target.kind, call.target.served);
    let chunks = render::list(page, kind, served, output.media, output.shape).map_err(failed)?;
    if output.pretty && output.media == Media::Json {
        let all: Result<Vec<Bytes>, RenderError> = chunks.collect();
        return whole(call, all.map_err(failed)?.concat(), 200, output);
    }
    stream(call, chunks, output)
}

fn table(call: &Call, page: &Page, code: u16, output: &Output) -> Result<Answer, StatusError> {
    let (kind, served) = (&call.target.kind, call.target.served);
    if output.media == Media::Json {
        let table = render::table_json(page, kind, served, &call.tables(output)).map_err(failed)?;
        return whole(call, table, code, output);
    }
    let table = render::table(page, kind, served, &call.tables(output)).map_err(failed)?;
    Ok(answer::finish(answer::tree(code, &table, None, output)?, &call.wishes))
}

fn whole(call: &Call, mut bytes: Vec<u8>, code: u16, output: &Output) -> Result<Answer, StatusError> {
    if output.media == Media::Json {
        if output.pretty {
            let tree = serde_json::from_slice(&bytes).map_err(StatusError::internal)?;
            bytes = codec::json::to_vec_pretty(&tree);
        } else {
            bytes.push(b'\n');
        }
    }
    Ok(answer::finish(answer::raw(code, output.media.name(), bytes), &call.wishes))
}

/// A list that fits into one chunk is sent as it is; a longer one goes out while it is made.
fn stream(call: &Call, mut chunks: Chunks, output: &Output) -> Result<Answer, StatusError> {
    let first = chunks.next().transpose().map_err(failed)?.unwrap_or_default();
    let Some(second) = chunks.next().transpose().map_err(failed)? else {
        return Ok(answer::finish(answer::raw(200, output.media.name(), first), &call.wishes));
    };
    let all = [Ok(first), Ok(second)].into_iter().chain(chunks);
    let mut answer = answer::raw(200, output.media.name(), Bytes::new());
    let all = all.map(|chunk| chunk.map_err(|error| Box::new(error) as BodyError));
    if call.wishes.gzip {
        answer.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        answer.headers_mut().append(VARY, HeaderValue::from_static("Accept-Encoding"));
        *answer.body_mut() = Body::stream(futures_util::stream::iter(packed(all)));
    } else {
        *answer.body_mut() = Body::stream(futures_util::stream::iter(all));
    }
    Ok(answer::finish(answer, &call.wishes))
}

/// The chunks compressed.
fn packed(
    mut chunks: impl Iterator<Item = Result<Bytes, BodyError>>,
) -> impl Iterator<Item = Result<Bytes, BodyError>> {
    let mut packer = Some(Packer::new());
    std::iter::from_fn(move || {
        loop {
            let packed = match chunks.next() {
                Some(Ok(chunk)) => packer.as_mut()?.push(&chunk),
                Some(Err(error)) => {
                    packer = None;
                    return Some(Err(error));
                }
                None => packer.take()?.finish(),
            };
            if !packed.is_empty() {
                return Some(Ok(packed.into()));
            }
        }
    })
}
