//! What parent and child say to each other.

use store::{Error, Range, RangeResult, Revision, WatchItem, WatchRequest, Write, WriteResult};

use super::wire::Wire;

/// What the parent asks for. Answers carry the number of the request.
#[derive(Debug)]
pub enum Request {
    Write(Vec<Write>),
    Range(Range),
    Revision,
    Watch(WatchRequest),
    Compact(Revision),
    /// Asks the watch with this number for progress.
    Progress(u64),
    /// Ends the watch with this number.
    Cancel(u64),
}

/// What the child answers.
#[derive(Debug)]
pub enum Reply {
    Wrote(WriteResult),
    Read(RangeResult),
    Newest(Revision),
    Watching,
    Item(WatchItem),
    /// A watch ended without an error.
    End,
    Compacted,
    Failed(Error),
}

impl Wire for Request {
    fn put(&self, out: &mut Vec<u8>) {
        let tag = |n: u64, out: &mut Vec<u8>| n.put(out);
        match self {
            Self::Write(writes) => {
                tag(0, out);
                writes.put(out);
            }
            Self::Range(range) => {
                tag(1, out);
                range.put(out);
            }
            Self::Revision => tag(2, out),
            Self::Watch(request) => {
                tag(3, out);
                request.put(out);
            }
            Self::Compact(revision) => {
                tag(4, out);
                revision.put(out);
            }
            Self::Progress(watch) => {
                tag(5, out);
                watch.put(out);
            }
            Self::Cancel(watch) => {
                tag(6, out);
                watch.put(out);
            }
        }
    }

    fn get(from: &mut &[u8]) -> Self {
        match u64::get(from) {
            0 => Self::Write(Wire::get(from)),
            1 => Self::Range(Wire::get(from)),
            2 => Self::Revision,
            3 => Self::Watch(Wire::get(from)),
            4 => Self::Compact(Wire::get(from)),
            5 => Self::Progress(Wire::get(from)),
            6 => Self::Cancel(Wire::get(from)),
            other => panic!("no request {other}"),
        }
    }
}

impl Wire for Reply {
    fn put(&self, out: &mut Vec<u8>) {
        let tag = |n: u64, out: &mut Vec<u8>| n.put(out);
        match self {
            Self::Wrote(result) => {
                tag(0, out);
                result.put(out);
            }
            Self::Read(result) => {
                tag(1, out);
                result.put(out);
            }
            Self::Newest(revision) => {
                tag(2, out);
                revision.put(out);
            }
            Self::Watching => tag(3, out),
            Self::Item(item) => {
                tag(4, out);
                item.put(out);
            }
            Self::End => tag(5, out),
            Self::Compacted => tag(6, out),
            Self::Failed(error) => {
                tag(7, out);
                error.put(out);
            }
        }
    }

    fn get(from: &mut &[u8]) -> Self {
        match u64::get(from) {
            0 => Self::Wrote(Wire::get(from)),
            1 => Self::Read(Wire::get(from)),
            2 => Self::Newest(Wire::get(from)),
            3 => Self::Watching,
            4 => Self::Item(Wire::get(from)),
            5 => Self::End,
            6 => Self::Compacted,
            7 => Self::Failed(Wire::get(from)),
            other => panic!("no reply {other}"),
        }
    }
}
