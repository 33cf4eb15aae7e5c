//! Blocks of headers: names and values with their lengths, compressed by one zlib stream per direction and connection.

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};

use super::FrameError;
use super::dictionary::dictionary;
use super::frame::Headers;

/// The most that a block may hold once it is unpacked.
const MAX_BLOCK: usize = 256 * 1024;
/// The most headers of a block.
const MAX_HEADERS: u32 = 1000;

/// Packs blocks, one after the other.
pub(super) struct Packer(Compress);

impl Packer {
    pub(super) fn new() -> Self {
        let mut compress = Compress::new(Compression::best(), true);
        compress.set_dictionary(&dictionary()).expect("a fresh zlib stream takes a dictionary");
        Self(compress)
    }

    pub(super) fn pack(&mut self, headers: &Headers) -> Vec<u8> {
        let block = write(headers);
        let (mut packed, mut at) = (Vec::with_capacity(block.len() + 64), 0);
        loop {
            packed.reserve(64);
            let before = self.0.total_in();
            let done = self.0.compress_vec(&block[at..], &mut packed, FlushCompress::Sync);
            at += (self.0.total_in() - before) as usize;
            // A flush is complete when it left room in the output.
            let full = packed.len() == packed.capacity();
            if !matches!(done, Ok(Status::Ok)) || (at == block.len() && !full) {
                return packed;
            }
        }
    }
}

/// Unpacks blocks, one after the other.
pub(super) struct Unpacker(Decompress);

impl Unpacker {
    pub(super) fn new() -> Self {
        Self(Decompress::new(true))
    }

    pub(super) fn unpack(&mut self, packed: &[u8]) -> Result<Headers, FrameError> {
        let (mut block, mut at, mut primed) = (Vec::new(), 0, false);
        loop {
            block.reserve(4096);
            let (taken, given) = (self.0.total_in(), self.0.total_out());
            let done = self.0.decompress_vec(&packed[at..], &mut block, FlushDecompress::Sync);
            at += (self.0.total_in() - taken) as usize;
            match done {
                Err(error) if error.needs_dictionary().is_some() && !primed => {
                    primed = true;
                    self.0.set_dictionary(&dictionary()).map_err(|_| FrameError::Headers)?;
                    continue;
                }
                Err(_) | Ok(Status::StreamEnd) => return Err(FrameError::Headers),
                Ok(_) => {}
            }
            let stuck = self.0.total_in() == taken && self.0.total_out() == given;
            if block.len() > MAX_BLOCK || (stuck && at < packed.len()) {
                return Err(FrameError::Headers);
            }
            if stuck || (at == packed.len() && block.len() < block.capacity()) {
                return read(&block).ok_or(FrameError::Headers);
            }
        }
    }
}

fn write(headers: &Headers) -> Vec<u8> {
    let mut block = Vec::new();
    let text = |block: &mut Vec<u8>, text: &str| {
        block.extend_from_slice(&(text.len() as u32).to_be_bytes());
        block.extend_from_slice(text.as_bytes());
    };
    block.extend_from_slice(&(headers.0.len() as u32).to_be_bytes());
    for (name, value) in &headers.0 {
        text(&mut block, name);
        text(&mut block, value);
    }
    block
}

fn read(mut block: &[u8]) -> Option<Headers> {
    let count = number(&mut block)?;
    if count > MAX_HEADERS {
        return None;
    }
    let mut headers = Vec::new();
    for _ in 0..count {
        let name = text(&mut block)?.to_ascii_lowercase();
        headers.push((name, text(&mut block)?));
    }
    Some(Headers(headers))
}

fn number(block: &mut &[u8]) -> Option<u32> {
    let (first, rest) = block.split_first_chunk::<4>()?;
    *block = rest;
    Some(u32::from_be_bytes(*first))
}

fn text(block: &mut &[u8]) -> Option<String> {
    let length = number(block)? as usize;
    let (text, rest) = block.split_at_checked(length)?;
    *block = rest;
    Some(String::from_utf8_lossy(text).into_owned())
}
