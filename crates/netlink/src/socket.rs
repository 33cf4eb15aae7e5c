//! One netlink socket: a request goes out, its answers come back. Blocking, because the kernel works while it is being asked.

use std::io;
use std::os::fd::{AsRawFd, OwnedFd};

use nix::sys::socket::{
    AddressFamily, MsgFlags, NetlinkAddr, SockFlag, SockProtocol, SockType, bind, recv, send, socket,
};

use crate::Error;
use crate::wire::{self, Answer, Message};

/// Enough for the largest datagram that the kernel puts into an answer to a dump.
const BUFFER: usize = 64 * 1024;

/// A socket in the network namespace of the thread that opened it; it stays there wherever it is used.
#[derive(Debug)]
pub(crate) struct Socket {
    fd: OwnedFd,
    sequence: u32,
    buffer: Vec<u8>,
}

impl Socket {
    pub(crate) fn open() -> Result<Self, Error> {
        let io = |what| move |errno: nix::Error| Error::Io { what, source: errno.into() };
        let protocol = SockProtocol::NetlinkRoute;
        let fd = socket(AddressFamily::Netlink, SockType::Raw, SockFlag::SOCK_CLOEXEC, protocol)
            .map_err(io("open a netlink socket"))?;
        bind(fd.as_raw_fd(), &NetlinkAddr::new(0, 0)).map_err(io("bind a netlink socket"))?;
        for option in [libc::NETLINK_EXT_ACK, libc::NETLINK_GET_STRICT_CHK] {
            // Both only make answers better (words beside numbers; filters of dumps); an old kernel does without.
            let _ = set_option(&fd, option);
        }
        Ok(Self { fd, sequence: 0, buffer: vec![0; BUFFER] })
    }

    /// Sends a request and waits until the kernel says that it is done.
    pub(crate) fn perform(&mut self, mut message: Message) -> Result<(), Error> {
        let sequence = self.send(&mut message, libc::NLM_F_ACK)?;
        self.receive(&message.what, sequence, |_| {})
    }

    /// Asks for all objects of a kind; `read` makes something of each.
    pub(crate) fn dump<T>(
        &mut self,
        mut message: Message,
        read: impl Fn(&[u8]) -> Option<T>,
    ) -> Result<Vec<T>, Error> {
        let sequence = self.send(&mut message, libc::NLM_F_DUMP)?;
        let mut found = Vec::new();
        self.receive(&message.what, sequence, |answer| found.extend(read(answer.body)))?;
        Ok(found)
    }

    fn send(&mut self, message: &mut Message, flags: i32) -> Result<u32, Error> {
        self.sequence = self.sequence.wrapping_add(1);
        let bytes = message.finish(self.sequence, flags);
        send(self.fd.as_raw_fd(), bytes, MsgFlags::empty())
            .map_err(|errno| Error::Io { what: "send to the kernel", source: errno.into() })?;
        Ok(self.sequence)
    }

    fn receive(&mut self, what: &str, sequence: u32, mut each: impl FnMut(Answer<'_>)) -> Result<(), Error> {
        loop {
            let length = match recv(self.fd.as_raw_fd(), &mut self.buffer, MsgFlags::empty()) {
                Err(nix::Error::EINTR) => continue,
                other => {
                    other.map_err(|errno| Error::Io { what: "hear from the kernel", source: errno.into() })?
                }
            };
            for answer in wire::answers(&self.buffer[..length]).filter(|answer| answer.sequence == sequence) {
                match i32::from(answer.kind) {
                    libc::NLMSG_ERROR => return outcome(what, answer),
                    libc::NLMSG_DONE => return outcome(what, answer),
                    libc::NLMSG_NOOP => {}
                    _ => each(answer),
                }
            }
        }
    }
}

/// The kernel's verdict: an error number (0: fine), and with it perhaps words.
fn outcome(what: &str, answer: Answer<'_>) -> Result<(), Error> {
    let code = wire::u32_at(answer.body, 0).ok_or_else(|| Error::Malformed(what.to_owned()))?;
    let code = code.cast_signed().saturating_neg();
    if code == 0 {
        return Ok(());
    }
    // Words follow the echo of the request, of which only the header is sent back when the flag says so.
    let capped = i32::from(answer.flags) & libc::NLM_F_CAPPED != 0;
    let echoed = if capped { 16 } else { wire::u32_at(answer.body, 4).unwrap_or(16) };
    let words = usize::try_from(echoed).unwrap_or(16).next_multiple_of(4) + 4;
    let message = wire::attributes(answer.body.get(words..).unwrap_or_default())
        .find(|(kind, _)| *kind == 1)
        .map_or_else(String::new, |(_, value)| wire::text(value));
    Err(Error::Refused { what: what.to_owned(), code, message })
}

#[expect(unsafe_code, reason = "neither nix nor std knows the options of netlink sockets")]
fn set_option(fd: &OwnedFd, option: libc::c_int) -> io::Result<()> {
    let on: libc::c_int = 1;
    // SAFETY: the pointer and length describe a live integer, and the descriptor is open.
    let result = unsafe {
        libc::setsockopt(
            fd.as_raw_fd(),
            libc::SOL_NETLINK,
            option,
            (&raw const on).cast(),
            size_of::<libc::c_int>() as libc::socklen_t,
        )
    };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}
