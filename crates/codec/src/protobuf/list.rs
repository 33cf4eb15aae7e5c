//! Lists, built from items that are encoded already: a LIST copies bytes and never transcodes.
//!
//! All list types of the API have the same shape: list metadata as field 1, items as field 2.

use super::envelope::{begin_envelope, end_envelope, field_length};
use super::wire::{put_bytes, put_number};
use crate::ListMeta;

fn message(meta: &ListMeta<'_>) -> Vec<u8> {
    let mut out = Vec::with_capacity(32 + meta.resource_version.len() + meta.continue_token.len());
    put_bytes(&mut out, 1, b"");
    put_bytes(&mut out, 2, meta.resource_version.as_bytes());
    put_bytes(&mut out, 3, meta.continue_token.as_bytes());
    if let Some(remaining) = meta.remaining {
        put_number(&mut out, 4, remaining as u64);
    }
    out
}

/// Appends a whole list with its envelope. `items` are messages without envelope; it is walked twice, once for its size.
pub fn write_list<'i, I>(out: &mut Vec<u8>, api_version: &str, kind: &str, meta: &ListMeta<'_>, items: I)
where
    I: Iterator<Item = &'i [u8]> + Clone,
{
    let meta = message(meta);
    let body: usize = items.clone().map(|item| field_length(item.len())).sum();
    begin_envelope(out, api_version, kind, field_length(meta.len()) + body);
    put_bytes(out, 1, &meta);
    for item in items {
        put_bytes(out, 2, item);
    }
    end_envelope(out);
}
