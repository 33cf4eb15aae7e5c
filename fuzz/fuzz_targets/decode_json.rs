//! Any bytes as a JSON body of any kind: read or refused, never a panic; what was read can be written and is written the same again.
#![no_main]

use codec::{json, protobuf};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u16, &[u8])| {
    let (which, bytes) = input;
    let all = schema::definitions();
    let definition = all[usize::from(which) % all.len()];
    let Ok(decoded) = json::decode_typed(bytes, definition) else { return };
    let text = json::to_vec(&decoded.value);
    let again = json::decode(&text).expect("our own text");
    // A number may be read as another sort than it was before, but is written the same.
    assert_eq!(json::to_vec(&again.value), text);
    assert!(again.findings.is_empty());
    let mut normal = decoded.value;
    codec::normal::normalize(&mut normal, definition);
    if definition.message.is_some()
        && let Ok(message) = protobuf::encode_message(&normal, definition)
    {
        protobuf::decode_message(&message, definition).expect("our own message");
    }
});
