//! Lists and watch events in JSON, made of stored bytes without looking inside them.

use std::io::Write as _;

use super::{NotStored, Spliced, write_text};
use crate::ListMeta;

/// What stands before the items of a list.
#[derive(Clone, Copy, Debug)]
pub struct ListHead<'a> {
    /// The list's kind, such as `PodList`.
    pub kind: &'a str,
    /// Its apiVersion.
    pub api_version: &'a str,
    /// Its metadata.
    pub meta: ListMeta<'a>,
    /// A list of custom resources: those show an empty `continue` too.
    pub custom: bool,
}

/// Appends a whole list. Each item comes with what is spliced into it.
pub fn write_list<'i>(
    out: &mut Vec<u8>,
    head: &ListHead<'_>,
    items: impl Iterator<Item = (Spliced<'i>, &'i [u8])>,
) -> Result<(), NotStored> {
    write_head(out, head);
    for (at, (spliced, stored)) in items.enumerate() {
        if at > 0 {
            out.push(b',');
        }
        spliced.write(stored, out)?;
    }
    out.extend_from_slice(b"]}");
    Ok(())
}

fn write_head(out: &mut Vec<u8>, head: &ListHead<'_>) {
    let meta = &head.meta;
    out.extend_from_slice(b"{\"kind\":");
    write_text(out, head.kind);
    out.extend_from_slice(b",\"apiVersion\":");
    write_text(out, head.api_version);
    out.extend_from_slice(b",\"metadata\":{\"resourceVersion\":");
    write_text(out, meta.resource_version);
    if head.custom || !meta.continue_token.is_empty() {
        out.extend_from_slice(b",\"continue\":");
        write_text(out, meta.continue_token);
    }
    if let Some(remaining) = meta.remaining {
        write!(out, ",\"remainingItemCount\":{remaining}").expect("a vector takes every byte");
    }
    out.extend_from_slice(b"},\"items\":[");
}

/// Appends one event of a watch stream, newline included. `kind` is `ADDED`, `MODIFIED`, `DELETED` or `BOOKMARK`.
pub fn write_watch_event(
    out: &mut Vec<u8>,
    kind: &str,
    spliced: &Spliced<'_>,
    stored: &[u8],
) -> Result<(), NotStored> {
    out.extend_from_slice(b"{\"type\":");
    write_text(out, kind);
    out.extend_from_slice(b",\"object\":");
    spliced.write(stored, out)?;
    out.extend_from_slice(b"}\n");
    Ok(())
}
