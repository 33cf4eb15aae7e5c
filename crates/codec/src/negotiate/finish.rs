//! The finishing touches of an answer: indentation and compression.

/// Answers up to this length are never compressed.
pub const COMPRESSION_FLOOR: usize = 128 * 1024;

/// Whether JSON is to be indented: by `?pretty`, else for the programs that people read answers in.
pub fn is_pretty(pretty_param: Option<&str>, user_agent: &str) -> bool {
    match pretty_param {
        Some(value) if !value.is_empty() => matches!(value, "1" | "t" | "T" | "TRUE" | "true" | "True"),
        _ => ["curl", "Wget", "Mozilla/5.0"].iter().any(|prefix| user_agent.starts_with(prefix)),
    }
}

/// Whether an answer of this length is to be compressed. Only a bare `gzip` counts, as upstream has it.
pub fn gzip_wanted(accept_encoding: &str, length: usize) -> bool {
    length > COMPRESSION_FLOOR && accept_encoding.split(',').any(|token| token.trim() == "gzip")
}
