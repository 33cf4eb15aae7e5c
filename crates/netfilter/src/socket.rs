//! A netlink socket to netfilter: datagrams out, answers in. What they mean is for `nft` and `conntrack`.

use std::os::fd::{AsRawFd, OwnedFd};
use std::path::Path;

use nix::errno::Errno;
use nix::sys::socket::{
    AddressFamily, MsgFlags, NetlinkAddr, SockFlag, SockProtocol, SockType, bind, getsockname, recv, send,
    setsockopt, socket, sockopt,
};

use crate::netns;
use crate::wire::{Message, messages, u32_at};

/// Room for answers: one of an acknowledgement each for a transaction of thousands of commands fits.
const RECEIVE: usize = 8 << 20;
/// The least room for what is sent.
const SEND: usize = 1 << 20;
const NLMSG_ERROR: u16 = 2;
const NLMSG_DONE: u16 = 3;
pub const REQUEST: u16 = 0x1;
pub const ACK: u16 = 0x4;
pub const DUMP: u16 = 0x300;

/// The kernel said no, or could not be asked.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The namespace of the socket cannot be entered.
    #[error(transparent)]
    Namespace(#[from] netns::Error),
    /// The socket fails.
    #[error("netlink socket: {0}")]
    Socket(#[from] Errno),
    /// The kernel refuses the message with this sequence number.
    #[error("{errno}")]
    Refused {
        /// The message.
        sequence: u32,
        /// Why.
        errno: Errno,
    },
}

/// A bound socket of protocol `NETLINK_NETFILTER`.
pub struct Socket {
    descriptor: OwnedFd,
    /// The kernel's name for this socket: in every notification of what it did.
    pub port: u32,
    /// What the kernel was told to reserve for sending.
    room: usize,
    buffer: Vec<u8>,
}

impl Socket {
    /// A socket in this namespace (or the process's), which hears the groups of the mask (0: none).
    pub fn open(namespace: Option<&Path>, groups: u32) -> Result<Self, Error> {
        let descriptor = netns::within(namespace, || {
            let flags = SockFlag::SOCK_CLOEXEC;
            socket(AddressFamily::Netlink, SockType::Raw, flags, SockProtocol::NetlinkNetFilter)
        })??;
        bind(descriptor.as_raw_fd(), &NetlinkAddr::new(0, groups))?;
        let port = getsockname::<NetlinkAddr>(descriptor.as_raw_fd())?.pid();
        // Without the capability for more, the system's default has to do: small transactions fit.
        let _ = setsockopt(&descriptor, sockopt::RcvBufForce, &RECEIVE);
        Ok(Self { descriptor, port, room: 0, buffer: vec![0; 64 << 10] })
    }

    /// The descriptor, for waiting until there is something to read.
    pub fn descriptor(&self) -> &OwnedFd {
        &self.descriptor
    }

    /// Sends one datagram; the kernel has worked on all of it when this returns.
    pub fn send(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let needed = (bytes.len() + 4096).max(SEND);
        if needed > self.room && setsockopt(&self.descriptor, sockopt::SndBufForce, &needed).is_ok() {
            self.room = needed;
        }
        send(self.descriptor.as_raw_fd(), bytes, MsgFlags::empty())?;
        Ok(())
    }

    /// The next datagram, if there is one already.
    pub fn try_receive(&mut self) -> Result<Option<&[u8]>, Error> {
        match recv(self.descriptor.as_raw_fd(), &mut self.buffer, MsgFlags::MSG_DONTWAIT) {
            Ok(length) => Ok(Some(&self.buffer[..length])),
            Err(Errno::EAGAIN) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Reads the answers to what was sent before; the first refusal among them is the outcome.
    pub fn acknowledged(&mut self) -> Result<(), Error> {
        let mut outcome = Ok(());
        while let Some(datagram) = self.try_receive()? {
            let refusal = messages(datagram).find_map(refusal);
            if outcome.is_ok()
                && let Some(refusal) = refusal
            {
                outcome = Err(refusal);
            }
        }
        outcome
    }

    /// Sends a request for a dump and hands every message of the answer to `each`.
    pub fn dump(&mut self, request: &[u8], mut each: impl FnMut(Message<'_>)) -> Result<(), Error> {
        self.send(request)?;
        loop {
            let length = recv(self.descriptor.as_raw_fd(), &mut self.buffer, MsgFlags::empty())?;
            for message in messages(&self.buffer[..length]) {
                match message.kind {
                    NLMSG_DONE => return Ok(()),
                    NLMSG_ERROR => return refusal(message).map_or(Ok(()), Err),
                    _ => each(message),
                }
            }
        }
    }
}

fn refusal(message: Message<'_>) -> Option<Error> {
    if message.kind != NLMSG_ERROR {
        return None;
    }
    let code = i32::from_ne_bytes(u32_at(message.payload, 0)?.to_ne_bytes());
    (code != 0).then(|| Error::Refused { sequence: message.sequence, errno: Errno::from_raw(-code) })
}
