//! The names of the protocols, and what each can do: one table for commands, one for ports.

/// A version of the protocol for commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    /// `channel.k8s.io`
    V1,
    /// Streams are closed properly.
    V2,
    /// Terminals can change their size.
    V3,
    /// The error stream carries a status with an exit code.
    V4,
    /// Single streams can be closed over a WebSocket.
    V5,
}

impl Version {
    /// Whether the error stream carries a status.
    pub const fn has_status(self) -> bool {
        matches!(self, Self::V4 | Self::V5)
    }

    /// Whether there is a stream for new sizes, over SPDY. (Over a WebSocket there always is.)
    pub const fn has_resize(self) -> bool {
        !matches!(self, Self::V1 | Self::V2)
    }
}

/// A protocol for commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Protocol {
    pub name: &'static str,
    pub version: Version,
    /// Messages are text in base64.
    pub base64: bool,
}

const fn protocol(name: &'static str, version: Version, base64: bool) -> Protocol {
    Protocol { name, version, base64 }
}

/// For commands over a WebSocket. A client that names none gets the first version.
pub(crate) const WEBSOCKET: &[Protocol] = &[
    protocol("v5.channel.k8s.io", Version::V5, false),
    protocol("v4.channel.k8s.io", Version::V4, false),
    protocol("v4.base64.channel.k8s.io", Version::V4, true),
    protocol("v3.channel.k8s.io", Version::V3, false),
    protocol("v2.channel.k8s.io", Version::V2, false),
    protocol("channel.k8s.io", Version::V1, false),
    protocol("base64.channel.k8s.io", Version::V1, true),
    protocol("", Version::V1, false),
];

/// For commands over SPDY.
pub(crate) const SPDY: &[Protocol] = &[
    protocol("v4.channel.k8s.io", Version::V4, false),
    protocol("v3.channel.k8s.io", Version::V3, false),
    protocol("v2.channel.k8s.io", Version::V2, false),
    protocol("channel.k8s.io", Version::V1, false),
];

/// For ports over SPDY.
pub(crate) const PORT_FORWARD: &str = "portforward.k8s.io";
/// The same within a WebSocket.
pub(crate) const TUNNEL: &str = "SPDY/3.1+portforward.k8s.io";
/// For ports over a WebSocket, with a pair of channels for each.
pub(crate) const PORT_CHANNELS: &[Protocol] = &[
    protocol("v4.channel.k8s.io", Version::V4, false),
    protocol("v4.base64.channel.k8s.io", Version::V4, true),
    protocol("", Version::V4, false),
];

/// What a stream is for, in its headers.
pub(crate) mod stream {
    pub const TYPE: &str = "streamtype";
    pub const PORT: &str = "port";
    pub const REQUEST: &str = "requestid";
    pub const STDIN: &str = "stdin";
    pub const STDOUT: &str = "stdout";
    pub const STDERR: &str = "stderr";
    pub const ERROR: &str = "error";
    pub const RESIZE: &str = "resize";
    pub const DATA: &str = "data";
}

/// The numbers of channels for commands over a WebSocket.
pub(crate) mod channel {
    pub const STDIN: u8 = 0;
    pub const STDOUT: u8 = 1;
    pub const STDERR: u8 = 2;
    pub const ERROR: u8 = 3;
    pub const RESIZE: u8 = 4;
    /// Not a channel: what follows is the channel that is closed.
    pub const CLOSE: u8 = 255;
}
