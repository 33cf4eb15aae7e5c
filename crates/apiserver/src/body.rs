//! Bodies: what comes in, with a limit on its size, and what goes out, whole or as a stream.

use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::{Bytes, BytesMut};
use futures_core::Stream;
use http_body::{Frame, SizeHint};
use http_body_util::BodyExt as _;
use meta::StatusError;

/// Why a body broke off.
pub type BodyError = Box<dyn std::error::Error + Send + Sync>;
/// A request's body, from a socket or from within the process.
pub type RequestBody = http_body_util::combinators::BoxBody<Bytes, BodyError>;
/// Whatever must live as long as the answer is being sent.
type Guard = Box<dyn std::any::Any + Send>;

/// The largest request body.
pub const MAX_REQUEST_BYTES: usize = 3 * 1024 * 1024;

/// A request's body from bytes.
pub fn request_body(bytes: impl Into<Bytes>) -> RequestBody {
    http_body_util::Full::new(bytes.into()).map_err(|never| match never {}).boxed()
}

/// Reads a request's body to its end.
pub(crate) async fn read(mut body: RequestBody) -> Result<Bytes, StatusError> {
    let mut whole: Option<BytesMut> = None;
    let mut first = Bytes::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| {
            StatusError::bad_request(format!("error reading the body of the request: {error}"))
        })?;
        let Ok(data) = frame.into_data() else { continue };
        let read = whole.as_ref().map_or(first.len(), BytesMut::len);
        if read + data.len() > MAX_REQUEST_BYTES {
            return Err(StatusError::request_entity_too_large(&format!("limit is {MAX_REQUEST_BYTES}")));
        }
        match (&mut whole, first.is_empty()) {
            // Most bodies come in one piece, which is then used as it came.
            (None, true) => first = data,
            (None, false) => {
                let mut joined = BytesMut::from(&*first);
                joined.extend_from_slice(&data);
                whole = Some(joined);
            }
            (Some(whole), _) => whole.extend_from_slice(&data),
        }
    }
    Ok(whole.map_or(first, BytesMut::freeze))
}

/// An answer's body.
pub struct Body {
    inner: Inner,
    guards: Vec<Guard>,
}

enum Inner {
    Whole(Option<Bytes>),
    Stream(Pin<Box<dyn Stream<Item = Result<Bytes, BodyError>> + Send>>),
}

impl Body {
    /// A body that is all there.
    pub fn whole(bytes: impl Into<Bytes>) -> Self {
        let bytes = bytes.into();
        Self { inner: Inner::Whole((!bytes.is_empty()).then_some(bytes)), guards: Vec::new() }
    }

    /// A body that comes piece by piece.
    pub fn stream(stream: impl Stream<Item = Result<Bytes, BodyError>> + Send + 'static) -> Self {
        Self { inner: Inner::Stream(Box::pin(stream)), guards: Vec::new() }
    }

    /// The bytes, if all of them are there.
    pub fn as_whole(&self) -> Option<&Bytes> {
        match &self.inner {
            Inner::Whole(bytes) => bytes.as_ref(),
            Inner::Stream(_) => None,
        }
    }

    /// Keeps something until the body is sent or given up.
    pub(crate) fn guard(mut self, guard: impl std::any::Any + Send) -> Self {
        self.guards.push(Box::new(guard));
        self
    }
}

impl http_body::Body for Body {
    type Data = Bytes;
    type Error = BodyError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BodyError>>> {
        match &mut self.inner {
            Inner::Whole(bytes) => Poll::Ready(bytes.take().map(|bytes| Ok(Frame::data(bytes)))),
            Inner::Stream(stream) => {
                stream.as_mut().poll_next(cx).map(|next| next.map(|chunk| chunk.map(Frame::data)))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        matches!(self.inner, Inner::Whole(None))
    }

    fn size_hint(&self) -> SizeHint {
        match &self.inner {
            Inner::Whole(bytes) => SizeHint::with_exact(bytes.as_ref().map_or(0, Bytes::len) as u64),
            Inner::Stream(_) => SizeHint::default(),
        }
    }
}

impl std::fmt::Debug for Body {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self.inner {
            Inner::Whole(_) => "Body(whole)",
            Inner::Stream(_) => "Body(stream)",
        })
    }
}
