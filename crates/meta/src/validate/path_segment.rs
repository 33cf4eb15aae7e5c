//! Names that stand as one segment of a request path or store key.

use super::message::Messages;

/// A name that can be a whole path segment.
pub fn path_segment_name(name: &str) -> Messages {
    match name {
        "." => vec!["may not be '.'".into()],
        ".." => vec!["may not be '..'".into()],
        _ => path_segment_prefix(name),
    }
}

/// A text that a path segment can begin with.
pub fn path_segment_prefix(name: &str) -> Messages {
    let mut messages = Messages::new();
    if name.contains('/') {
        messages.push("may not contain '/'".into());
    }
    if name.contains('%') {
        messages.push("may not contain '%'".into());
    }
    messages
}
