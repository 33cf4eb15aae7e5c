//! Lists, built from items that are encoded already: a LIST copies bytes and never transcodes.
//!
//! All list types of the API have the same shape: list metadata as field 1, items as field 2.

use super::envelope::{begin_envelope, end_envelope, field_length};
use super::wire::{put_bytes, put_number, varint_length};

/// A list's own metadata.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListMeta<'a> {
    /// The revision that the list shows.
    pub resource_version: &'a str,
    /// Where the next page begins; empty on the last one.
    pub continue_token: &'a str,
    /// How many items are left, if known.
    pub remaining: Option<i64>,
}

impl ListMeta<'_> {
    fn message(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(32 + self.resource_version.len() + self.continue_token.len());
        put_bytes(&mut out, 1, b"");
        put_bytes(&mut out, 2, self.resource_version.as_bytes());
        put_bytes(&mut out, 3, self.continue_token.as_bytes());
        if let Some(remaining) = self.remaining {
            put_number(&mut out, 4, remaining as u64);
        }
        out
    }
}

/// Appends a whole list with its envelope. `items` are messages without envelope; it is walked twice, once for its size.
pub fn write_list<'i, I>(out: &mut Vec<u8>, api_version: &str, kind: &str, meta: &ListMeta<'_>, items: I)
where
    I: Iterator<Item = &'i [u8]> + Clone,
{
    let meta = meta.message();
    let body: usize = items.clone().map(|item| field_length(item.len())).sum();
    begin_envelope(out, api_version, kind, field_length(meta.len()) + body);
    put_bytes(out, 1, &meta);
    for item in items {
        put_bytes(out, 2, item);
    }
    end_envelope(out);
    debug_assert!(varint_length(127) == 1 && varint_length(128) == 2, "sizes and bytes must agree");
}
