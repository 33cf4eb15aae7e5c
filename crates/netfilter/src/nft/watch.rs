//! Word of what others do to a table: told by the kernel, not asked for.

use std::os::fd::{AsRawFd, RawFd};
use std::path::Path;

use nix::errno::Errno;
use tokio::io::unix::AsyncFd;

use super::command::{SUBSYSTEM, kind};
use super::connection::Error;
use crate::socket::{self, Socket};
use crate::wire::{attribute, messages, text};

/// Notifications about nftables are group 7.
const GROUP: u32 = 1 << 6;

/// Hears of every change to tables of one name, except those of given connections.
pub struct Watch {
    socket: AsyncFd<Readable>,
    name: String,
    ours: Vec<u32>,
}

struct Readable(Socket);

impl AsRawFd for Readable {
    fn as_raw_fd(&self) -> RawFd {
        self.0.descriptor().as_raw_fd()
    }
}

impl Watch {
    /// Watches tables with this name in the namespace; what the connections with the ports `ours` do is not reported. Needs a tokio runtime.
    pub fn open(namespace: Option<&Path>, name: &str, ours: Vec<u32>) -> Result<Self, Error> {
        let socket = Socket::open(namespace, GROUP).map_err(|error| match error {
            socket::Error::Namespace(error) => Error::Namespace(error),
            socket::Error::Socket(errno) | socket::Error::Refused { errno, .. } => Error::Socket(errno),
        })?;
        let socket = register(Readable(socket)).map_err(|error| failed(&error))?;
        Ok(Self { socket, name: name.to_owned(), ours })
    }

    /// Forgets what was heard so far: whoever is about to put everything right again need not hear of it.
    pub fn drain(&mut self) {
        while matches!(
            self.socket.get_mut().0.try_receive(),
            Ok(Some(_)) | Err(socket::Error::Socket(Errno::ENOBUFS))
        ) {}
    }

    /// Waits until somebody else changes a table of that name (or until changes went by unheard, which may have been one).
    pub async fn disturbed(&mut self) -> Result<(), Error> {
        loop {
            let mut ready = self.socket.readable_mut().await.map_err(|error| failed(&error))?;
            match ready.get_inner_mut().0.try_receive() {
                Ok(Some(datagram)) if foreign(datagram, &self.name, &self.ours) => return Ok(()),
                Ok(Some(_)) => {}
                Ok(None) => ready.clear_ready(),
                // Too much at once: some of it was lost.
                Err(socket::Error::Socket(Errno::ENOBUFS)) => return Ok(()),
                Err(socket::Error::Socket(errno)) => return Err(Error::Socket(errno)),
                Err(_) => return Err(Error::Socket(Errno::EIO)),
            }
        }
    }
}

#[expect(unsafe_code, reason = "tokio cannot know that a descriptor stays what it is")]
fn register(socket: Readable) -> std::io::Result<AsyncFd<Readable>> {
    // SAFETY: `Readable` owns its descriptor, gives the same one every time, and closes it only when it is dropped.
    Ok(unsafe { AsyncFd::register(socket) }?)
}

fn failed(error: &std::io::Error) -> Error {
    Error::Socket(error.raw_os_error().map_or(Errno::EIO, Errno::from_raw))
}

/// Whether a datagram tells of a change by somebody else to a table of this name.
fn foreign(datagram: &[u8], name: &str, ours: &[u32]) -> bool {
    messages(datagram).any(|message| {
        let changes = message.kind >> 8 == SUBSYSTEM
            && matches!(
                message.kind & 0xff,
                kind::NEW_TABLE..=kind::DELETE_TABLE
                    | kind::NEW_CHAIN..=kind::DELETE_CHAIN
                    | kind::NEW_RULE..=kind::DELETE_RULE
                    | kind::NEW_SET..=kind::DELETE_SET
                    | kind::NEW_ELEMENT..=kind::DELETE_ELEMENT
            );
        // What packets teach a dynamic set, and what time makes it forget, comes from no socket.
        let ours = message.port == 0 || ours.contains(&message.port);
        // The table's name is the first attribute of everything that happens in one.
        let about = || attribute(message.body(), 1).map(text);
        changes && !ours && about().is_some_and(|about| about == name)
    })
}
