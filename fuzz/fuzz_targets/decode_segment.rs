//! Any bytes as a log file: the decoder never panics, and what it yields is in order and within the file.
#![no_main]

use libfuzzer_sys::fuzz_target;
use store::embedded::decode_segment;

fuzz_target!(|bytes: &[u8]| {
    let Ok(Some(segment)) = decode_segment(bytes) else { return };
    assert!(segment.frames.is_sorted_by(|a, b| a.offset < b.offset && a.sequence + 1 == b.sequence));
    assert!(segment.frames.iter().all(|frame| (frame.offset as usize) < bytes.len()));
});
