//! SPDY/3.1's frames as data. No bytes here.

use bytes::Bytes;

/// Reasons for resetting a stream.
pub mod reset {
    /// The other side broke the rules.
    pub const PROTOCOL_ERROR: u32 = 1;
    /// There is no such stream.
    pub const INVALID_STREAM: u32 = 2;
    /// It is not wanted.
    pub const REFUSED: u32 = 3;
    /// It is not wanted any more.
    pub const CANCEL: u32 = 5;
}

/// The headers of a stream: names in small letters, in their order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Headers(pub Vec<(String, String)>);

impl Headers {
    /// Headers from pairs; names become small.
    pub fn of(pairs: &[(&str, &str)]) -> Self {
        let pair = |(name, value): &(&str, &str)| (name.to_ascii_lowercase(), (*value).to_owned());
        Self(pairs.iter().map(pair).collect())
    }

    /// The value of a header, by its name in small letters; empty if there is none.
    pub fn get(&self, name: &str) -> &str {
        self.0.iter().find(|(found, _)| found == name).map_or("", |(_, value)| value)
    }
}

/// One frame. Numbers of streams are never 0 where a stream is meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Frame {
    /// A new stream.
    SynStream {
        /// Its number: odd from clients, even from servers.
        stream: u32,
        /// The stream it belongs to; 0 for none.
        associated: u32,
        /// 0 is the most urgent, 7 the least.
        priority: u8,
        /// The sender will not send bytes.
        fin: bool,
        /// The receiver must not send bytes.
        unidirectional: bool,
        /// What it is for.
        headers: Headers,
    },
    /// The new stream is welcome.
    SynReply {
        /// Which.
        stream: u32,
        /// The sender will not send bytes.
        fin: bool,
        /// More to be said.
        headers: Headers,
    },
    /// The stream is over, in both directions.
    RstStream {
        /// Which.
        stream: u32,
        /// One of [`reset`].
        status: u32,
    },
    /// Settings: flags, number and value each.
    Settings(Vec<(u8, u32, u32)>),
    /// To be sent back as it is.
    Ping(u32),
    /// The connection ends.
    GoAway {
        /// The last stream that was dealt with.
        last: u32,
        /// 0 if all is well.
        status: u32,
    },
    /// More headers.
    Headers {
        /// Of which stream.
        stream: u32,
        /// The sender will not send more.
        fin: bool,
        /// The headers.
        headers: Headers,
    },
    /// More may be sent; nobody here cares.
    WindowUpdate {
        /// On which stream.
        stream: u32,
        /// How many bytes more.
        delta: u32,
    },
    /// Bytes.
    Data {
        /// Of which stream.
        stream: u32,
        /// These are the last.
        fin: bool,
        /// The bytes; a frame on the wire may be seen as several of these.
        data: Bytes,
    },
}
