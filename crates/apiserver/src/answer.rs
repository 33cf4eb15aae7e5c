//! Answers: from a status, a tree or text to a response in the form that the client wants.
//!
//! Objects and lists of the registry are rendered by `rest/render.rs`, which ends here too. Knows no verbs.

pub(crate) mod compress;
mod warnings;

use bytes::Bytes;
use codec::negotiate::{self, Endpoint, Media, Output, Shape};
use http::header::{
    ACCEPT, ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_TYPE, HeaderName, RETRY_AFTER, USER_AGENT,
};
use http::{HeaderMap, HeaderValue, Response, StatusCode};
use meta::options::Query;
use meta::status::StatusDetails;
use meta::{Status, StatusError, StatusReason};
use serde_json::Value;

use crate::body::Body;

pub(crate) use warnings::warn;

/// A finished answer.
pub type Answer = Response<Body>;

/// What the client said about the form of answers, read once per request.
#[derive(Debug, Clone)]
pub(crate) struct Wishes {
    pub accept: String,
    pub gzip: bool,
    pub pretty: bool,
}

impl Wishes {
    pub(crate) fn of(headers: &HeaderMap, query: &Query<'_>) -> Self {
        // Several headers are one list.
        let joined = |name| {
            let all: Vec<&str> =
                headers.get_all(name).iter().filter_map(|value| value.to_str().ok()).collect();
            all.join(",")
        };
        let agent = headers.get(USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
        Self {
            accept: joined(ACCEPT),
            gzip: joined(ACCEPT_ENCODING).split(',').any(|token| token.trim() == "gzip"),
            pretty: negotiate::is_pretty(query.get("pretty"), agent),
        }
    }

    /// The encoding and shape of an answer at this endpoint, or the refusal.
    pub(crate) fn output(&self, endpoint: &Endpoint<'_>) -> Result<Output, StatusError> {
        negotiate::output(&self.accept, endpoint)
            .map(|output| Output { pretty: output.pretty || self.pretty, ..output })
            .map_err(|error| bare(406, StatusReason::NotAcceptable, error.to_string()))
    }

    /// The encoding of a status: what the client takes, else JSON, since an error must be told.
    fn of_status(&self) -> Output {
        let plain = Output { media: Media::Json, shape: Shape::Object, stream: false, pretty: self.pretty };
        let output = negotiate::output(&self.accept, &Endpoint::OBJECT).unwrap_or(plain);
        Output { shape: Shape::Object, pretty: output.pretty || self.pretty, ..output }
    }
}

/// A failure whose details are there but say nothing, as upstream answers when no resource is concerned.
pub(crate) fn bare(code: u16, reason: StatusReason, message: impl Into<String>) -> StatusError {
    let mut error = StatusError::bad_request(message);
    let status = error.status_mut();
    (status.code, status.reason, status.details) = (code, reason, Some(Box::new(StatusDetails::default())));
    error
}

/// There is no such resource.
pub(crate) fn no_resource() -> StatusError {
    bare(404, StatusReason::NotFound, "the server could not find the requested resource")
}

/// There is, but not for this method.
pub(crate) fn no_method() -> StatusError {
    bare(
        405,
        StatusReason::MethodNotAllowed,
        "the server does not allow this method on the requested resource",
    )
}

/// Plain text.
pub(crate) fn text(code: u16, body: impl Into<Bytes>) -> Answer {
    let mut answer = raw(code, "text/plain; charset=utf-8", body);
    answer
        .headers_mut()
        .insert(HeaderName::from_static("x-content-type-options"), HeaderValue::from_static("nosniff"));
    answer
}

/// There is nothing at all under this path.
pub(crate) fn no_page() -> Answer {
    text(404, "404 page not found\n")
}

/// Bytes of a certain type.
pub(crate) fn raw(code: u16, content_type: &'static str, body: impl Into<Bytes>) -> Answer {
    let mut answer = Response::new(Body::whole(body));
    *answer.status_mut() = StatusCode::from_u16(code).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    answer
}

/// A failure.
pub(crate) fn failure(error: &StatusError, wishes: &Wishes) -> Answer {
    let retry = error.status().details.as_ref().map_or(0, |details| details.retry_after_seconds);
    let mut answer = status(error.status(), error.code(), wishes);
    if retry > 0 {
        answer.headers_mut().insert(RETRY_AFTER, HeaderValue::from(retry));
    }
    answer
}

/// A status, good or bad.
pub(crate) fn status(status: &Status, code: u16, wishes: &Wishes) -> Answer {
    let value = serde_json::to_value(status).expect("a status has string keys and whole numbers only");
    match tree(code, &value, schema::builtin("", "v1", "Status"), &wishes.of_status()) {
        Ok(answer) => finish(answer, wishes),
        Err(_) => raw(code, Media::Json.name(), codec::json::to_vec(&value)),
    }
}

/// A tree in one of the encodings; `definition` is needed for Protobuf.
pub(crate) fn tree(
    code: u16,
    value: &Value,
    definition: Option<&'static schema::Definition>,
    output: &Output,
) -> Result<Answer, StatusError> {
    let bytes = encode(value, definition, output)?;
    Ok(raw(code, output.media.name(), bytes))
}

/// The bytes of a tree in one of the encodings.
pub(crate) fn encode(
    value: &Value,
    definition: Option<&'static schema::Definition>,
    output: &Output,
) -> Result<Vec<u8>, StatusError> {
    match output.media {
        Media::Json => {
            let mut bytes =
                if output.pretty { codec::json::to_vec_pretty(value) } else { codec::json::to_vec(value) };
            if !output.pretty {
                bytes.push(b'\n');
            }
            Ok(bytes)
        }
        Media::Yaml => Ok(codec::yaml::to_string(value).into_bytes()),
        Media::Protobuf => {
            let definition =
                definition.ok_or_else(|| StatusError::internal("there is no Protobuf form of this"))?;
            codec::protobuf::encode(value, definition).map_err(StatusError::internal)
        }
    }
}

/// The last touches of an answer with a body: compression, and that nobody keeps it.
pub(crate) fn finish(mut answer: Answer, wishes: &Wishes) -> Answer {
    let caching = HeaderValue::from_static("no-cache, private");
    answer.headers_mut().entry(CACHE_CONTROL).or_insert(caching);
    if wishes.gzip { compress::whole(answer) } else { answer }
}
