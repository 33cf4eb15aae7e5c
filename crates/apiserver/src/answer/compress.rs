//! Compression of answers that are worth it: the fastest level, as upstream, since the aim is fewer bytes and not the fewest.

use std::io::Write as _;

use codec::negotiate::COMPRESSION_FLOOR;
use flate2::Compression;
use flate2::write::GzEncoder;
use http::HeaderValue;
use http::header::{CONTENT_ENCODING, VARY};

use super::Answer;
use crate::body::Body;

/// Compresses a whole answer that is long enough and not compressed yet.
pub(super) fn whole(answer: Answer) -> Answer {
    let worth = answer.body().as_whole().is_some_and(|bytes| bytes.len() > COMPRESSION_FLOOR);
    if !worth || answer.headers().contains_key(CONTENT_ENCODING) {
        return answer;
    }
    let (mut head, body) = answer.into_parts();
    let packed = body.as_whole().map(|bytes| pack(bytes)).unwrap_or_default();
    head.headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    head.headers.append(VARY, HeaderValue::from_static("Accept-Encoding"));
    Answer::from_parts(head, Body::whole(packed))
}

fn pack(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 4), Compression::fast());
    encoder.write_all(bytes).expect("a vector takes every byte");
    encoder.finish().expect("a vector takes every byte")
}

/// Compresses chunk by chunk.
pub(crate) struct Packer(GzEncoder<Vec<u8>>);

impl Packer {
    pub(crate) fn new() -> Self {
        Self(GzEncoder::new(Vec::new(), Compression::fast()))
    }

    /// What comes out when this goes in; may be nothing yet.
    pub(crate) fn push(&mut self, chunk: &[u8]) -> Vec<u8> {
        self.0.write_all(chunk).expect("a vector takes every byte");
        std::mem::take(self.0.get_mut())
    }

    /// What is left.
    pub(crate) fn finish(self) -> Vec<u8> {
        self.0.finish().expect("a vector takes every byte")
    }
}
