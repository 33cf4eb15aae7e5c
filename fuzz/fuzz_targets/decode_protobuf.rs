//! Any bytes as a Protobuf message of any kind: read or refused, never a panic; what was read can be written and is written the same again.
#![no_main]

use codec::protobuf;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u16, &[u8])| {
    let (which, bytes) = input;
    let all = schema::definitions();
    let definition = all[usize::from(which) % all.len()];
    let _ = protobuf::decode_watch_event(bytes);
    let _ = protobuf::splice_revision(bytes, "42", &mut Vec::new());
    if let Ok(envelope) = protobuf::open_envelope(bytes) {
        let _ = protobuf::decode(&envelope, definition);
    }
    if definition.message.is_none() {
        return;
    }
    let Ok(tree) = protobuf::decode_message(bytes, definition) else { return };
    let Ok(message) = protobuf::encode_message(&tree, definition) else { return };
    let again = protobuf::decode_message(&message, definition).expect("our own message");
    // An empty part says as much as none, and is not written.
    assert_eq!(protobuf::encode_message(&again, definition).expect("our own tree"), message);
});
