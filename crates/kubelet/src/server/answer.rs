//! Answers: whole or as a stream.

use std::convert::Infallible;

use bytes::Bytes;
use futures_util::StreamExt as _;
use http::{Response, StatusCode};
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt as _, Full, StreamBody};
use hyper::body::Frame;
use tokio::sync::mpsc;

/// What is sent back.
pub(super) type Answer = Response<UnsyncBoxBody<Bytes, Infallible>>;

/// With this type and body.
pub(super) fn whole(code: u16, content_type: &str, body: impl Into<Bytes>) -> Answer {
    let mut answer = Response::new(Full::new(body.into()).boxed_unsync());
    *answer.status_mut() = StatusCode::from_u16(code).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    if let Ok(value) = content_type.parse() {
        answer.headers_mut().insert(http::header::CONTENT_TYPE, value);
    }
    answer
}

/// Plain text.
pub(super) fn text(code: u16, body: impl Into<Bytes>) -> Answer {
    whole(code, "text/plain; charset=utf-8", body)
}

/// A tree.
pub(super) fn json(body: &serde_json::Value) -> Answer {
    whole(200, "application/json", body.to_string())
}

/// Whatever comes.
pub(super) fn stream(chunks: mpsc::Receiver<Bytes>) -> Answer {
    let frames = futures_util::stream::unfold(chunks, |mut chunks| async move {
        chunks.recv().await.map(|bytes| (Ok(Frame::data(bytes)), chunks))
    });
    let mut answer = Response::new(StreamBody::new(frames.boxed()).boxed_unsync());
    let plain = http::HeaderValue::from_static("text/plain");
    answer.headers_mut().insert(http::header::CONTENT_TYPE, plain);
    answer
}

/// An answer without a body, such as the one before an upgrade.
pub(super) fn head(response: Response<()>) -> Answer {
    response.map(|()| Full::new(Bytes::new()).boxed_unsync())
}
