//! The bytes that parent and child exchange: numbered requests and answers, each a tag and its fields.

use std::time::Duration;

use bytes::Bytes;
use store::{
    Conflict, Error, Event, Expect, KeyRange, KeyValue, Range, RangeResult, Revision, WatchItem,
    WatchRequest, Write, WriteResult, Written,
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// Writes one message.
pub async fn send(to: &mut (impl AsyncWriteExt + Unpin), message: &[u8]) -> std::io::Result<()> {
    let len = u32::try_from(message.len()).expect("small");
    to.write_all(&[&len.to_le_bytes()[..], message].concat()).await
}

/// Reads one message; `None` at the end.
pub async fn receive(from: &mut (impl AsyncReadExt + Unpin)) -> Option<Vec<u8>> {
    let len = from.read_u32_le().await.ok()?;
    let mut message = vec![0; usize::try_from(len).expect("small")];
    from.read_exact(&mut message).await.ok()?;
    Some(message)
}

/// Something that can be sent.
pub trait Wire: Sized {
    fn put(&self, out: &mut Vec<u8>);
    fn get(from: &mut &[u8]) -> Self;
}

fn take<'a>(from: &mut &'a [u8], len: usize) -> &'a [u8] {
    let (head, rest) = from.split_at(len);
    *from = rest;
    head
}

impl Wire for u64 {
    fn put(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.to_le_bytes());
    }
    fn get(from: &mut &[u8]) -> Self {
        Self::from_le_bytes(take(from, 8).try_into().expect("8 bytes"))
    }
}

impl Wire for bool {
    fn put(&self, out: &mut Vec<u8>) {
        u64::from(*self).put(out);
    }
    fn get(from: &mut &[u8]) -> Self {
        u64::get(from) == 1
    }
}

impl Wire for usize {
    fn put(&self, out: &mut Vec<u8>) {
        (*self as u64).put(out);
    }
    fn get(from: &mut &[u8]) -> Self {
        Self::try_from(u64::get(from)).expect("small")
    }
}

impl Wire for Bytes {
    fn put(&self, out: &mut Vec<u8>) {
        self.len().put(out);
        out.extend_from_slice(self);
    }
    fn get(from: &mut &[u8]) -> Self {
        let len = usize::get(from);
        Self::copy_from_slice(take(from, len))
    }
}

impl Wire for String {
    fn put(&self, out: &mut Vec<u8>) {
        Bytes::copy_from_slice(self.as_bytes()).put(out);
    }
    fn get(from: &mut &[u8]) -> Self {
        Self::from_utf8_lossy(&Bytes::get(from)).into_owned()
    }
}

impl Wire for Revision {
    fn put(&self, out: &mut Vec<u8>) {
        self.0.put(out);
    }
    fn get(from: &mut &[u8]) -> Self {
        Self(u64::get(from))
    }
}

impl Wire for Duration {
    fn put(&self, out: &mut Vec<u8>) {
        u64::try_from(self.as_millis()).expect("small").put(out);
    }
    fn get(from: &mut &[u8]) -> Self {
        Self::from_millis(u64::get(from))
    }
}

impl<T: Wire> Wire for Option<T> {
    fn put(&self, out: &mut Vec<u8>) {
        self.is_some().put(out);
        if let Some(value) = self {
            value.put(out);
        }
    }
    fn get(from: &mut &[u8]) -> Self {
        bool::get(from).then(|| T::get(from))
    }
}

impl<T: Wire> Wire for Vec<T> {
    fn put(&self, out: &mut Vec<u8>) {
        self.len().put(out);
        self.iter().for_each(|one| one.put(out));
    }
    fn get(from: &mut &[u8]) -> Self {
        let len = usize::get(from);
        (0..len).map(|_| T::get(from)).collect()
    }
}

/// A struct is its fields, in order.
macro_rules! fields {
    ($type:ident: $($field:ident),*) => {
        impl Wire for $type {
            fn put(&self, out: &mut Vec<u8>) {
                $(self.$field.put(out);)*
            }
            fn get(from: &mut &[u8]) -> Self {
                $(let $field = Wire::get(from);)*
                Self { $($field),* }
            }
        }
    };
}

fields!(KeyRange: start, end);
fields!(KeyValue: key, value, create_revision, mod_revision, version);
fields!(Range: keys, revision, limit, count_only);
fields!(RangeResult: revision, kvs, count, more);
fields!(WatchRequest: keys, after, previous);
fields!(WriteResult: revision, written);
fields!(Written: previous);
fields!(Conflict: revision, index, key, expected, current);

/// An enum is a number and the fields of its variant.
macro_rules! variants {
    ($type:ident: $($tag:literal $variant:ident { $($field:tt),* }),*) => {
        impl Wire for $type {
            fn put(&self, out: &mut Vec<u8>) {
                match self {
                    $(Self::$variant { .. } => {
                        ($tag as u64).put(out);
                        variants!(@put self out $variant { $($field),* });
                    })*
                }
            }
            fn get(from: &mut &[u8]) -> Self {
                match u64::get(from) {
                    $($tag => variants!(@get from $variant { $($field),* }),)*
                    other => panic!("no variant {other}"),
                }
            }
        }
    };
    (@put $self:ident $out:ident $variant:ident { 0 }) => {
        if let Self::$variant(value) = $self { value.put($out) }
    };
    (@put $self:ident $out:ident $variant:ident { $($field:ident),* }) => {
        if let Self::$variant { $($field),* } = $self {
            let _ = &$out;
            $($field.put($out);)*
        }
    };
    (@get $from:ident $variant:ident { 0 }) => { Self::$variant(Wire::get($from)) };
    (@get $from:ident $variant:ident { $($field:ident),* }) => {{
        $(let $field = Wire::get($from);)*
        Self::$variant { $($field),* }
    }};
}

impl<T: Wire> Wire for Box<T> {
    fn put(&self, out: &mut Vec<u8>) {
        (**self).put(out);
    }
    fn get(from: &mut &[u8]) -> Self {
        Self::new(T::get(from))
    }
}

variants!(Expect: 0 Any {}, 1 Absent {}, 2 At { 0 });
variants!(Write: 0 Put { key, value, expect, ttl }, 1 Delete { key, expect }, 2 Check { key, expect });
variants!(Event: 0 Put { kv, previous }, 1 Delete { key, revision, previous });
variants!(WatchItem: 0 Events { 0 }, 1 Progress { 0 });
variants!(Error: 0 Conflict { 0 }, 1 Compacted { requested, compacted }, 2 FutureRevision { requested, current },
    3 Invalid { 0 }, 4 Unknown { 0 }, 5 Unavailable { 0 }, 6 Data { 0 });
