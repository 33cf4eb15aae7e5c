//! Any bytes as YAML: read or refused, never a panic; what was read can be printed and is printed the same again.
#![no_main]

use codec::yaml;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = yaml::documents(text).count();
    }
    let Ok(decoded) = yaml::decode(bytes) else { return };
    let printed = yaml::to_string(&decoded.value);
    let again = yaml::decode(printed.as_bytes()).expect("our own text");
    // A number may be read as another sort than it was before, but is printed the same.
    assert_eq!(yaml::to_string(&again.value), printed);
});
