//! Any text as a path and query: read as a request for something, never a panic.
#![no_main]

// The file alone: the crate around it would bring all of the server.
#[path = "../../crates/apiserver/src/request_info.rs"]
#[allow(dead_code)]
mod request_info;

use libfuzzer_sys::fuzz_target;
use meta::options::Query;
use request_info::RequestInfo;

fuzz_target!(|input: (u8, &str, &str)| {
    let methods = [http::Method::GET, http::Method::PUT, http::Method::POST, http::Method::DELETE, http::Method::PATCH];
    let method = &methods[usize::from(input.0) % methods.len()];
    let info = RequestInfo::read(method, input.1, &Query::parse(input.2));
    assert!(info.path.starts_with('/'));
    assert!(!info.is_resource || info.resource == info.parts.first().cloned().unwrap_or_default());
    assert!(method != http::Method::GET || !info.is_mutating());
});
