//! Any bytes as a checkpoint or backup: the decoder never panics, and what it yields is possible.
#![no_main]

use libfuzzer_sys::fuzz_target;
use store::embedded::decode_checkpoint;

fuzz_target!(|bytes: &[u8]| {
    let Ok(checkpoint) = decode_checkpoint(bytes) else { return };
    assert!(checkpoint.compacted <= checkpoint.revision);
    // Each key takes some bytes, so no more come out than went in.
    assert!(checkpoint.keys <= bytes.len());
});
