//! Frames: four bytes of length, a JSON object, and file descriptors beside its first byte.

use std::collections::VecDeque;
use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage,
    SendFlags, recvmsg, sendmsg,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Larger frames are a mistake, not a message.
const LARGEST: usize = 16 << 20;
/// File descriptors in one frame.
const MOST_FDS: usize = 4;

#[derive(Serialize, Deserialize)]
struct Envelope<T> {
    /// How many file descriptors belong to it.
    fds: usize,
    body: T,
}

/// A frame on its way out.
pub struct Outgoing {
    bytes: Vec<u8>,
    sent: usize,
    fds: Vec<OwnedFd>,
}

impl Outgoing {
    /// A frame with file descriptors.
    pub fn new(body: &impl Serialize, fds: Vec<OwnedFd>) -> io::Result<Self> {
        let json = serde_json::to_vec(&Envelope { fds: fds.len(), body }).map_err(io::Error::other)?;
        let length = u32::try_from(json.len()).map_err(io::Error::other)?;
        let mut bytes = length.to_be_bytes().to_vec();
        bytes.extend(json);
        Ok(Self { bytes, sent: 0, fds })
    }

    /// Sends as much as goes; `true` when it is all gone.
    pub fn send(&mut self, socket: impl AsFd) -> io::Result<bool> {
        while self.sent < self.bytes.len() {
            let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_FDS))];
            let mut control = SendAncillaryBuffer::new(&mut space);
            let borrowed: Vec<BorrowedFd<'_>> = self.fds.iter().map(AsFd::as_fd).collect();
            if !borrowed.is_empty() {
                control.push(SendAncillaryMessage::ScmRights(&borrowed));
            }
            let rest = [IoSlice::new(&self.bytes[self.sent..])];
            match sendmsg(&socket, &rest, &mut control, SendFlags::NOSIGNAL) {
                Ok(count) => {
                    self.sent += count;
                    self.fds.clear();
                }
                Err(rustix::io::Errno::INTR) => {}
                Err(rustix::io::Errno::AGAIN) => return Ok(false),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(true)
    }
}

/// Puts received bytes together again.
#[derive(Default)]
pub struct Decoder {
    bytes: Vec<u8>,
    fds: VecDeque<OwnedFd>,
}

impl Decoder {
    /// Receives once; `false` when the other side is gone.
    pub fn receive(&mut self, socket: impl AsFd) -> io::Result<bool> {
        let mut buffer = [0; 16 << 10];
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_FDS))];
        let mut control = RecvAncillaryBuffer::new(&mut space);
        let mut slices = [IoSliceMut::new(&mut buffer)];
        let received = recvmsg(socket, &mut slices, &mut control, RecvFlags::CMSG_CLOEXEC)?;
        for message in control.drain() {
            if let RecvAncillaryMessage::ScmRights(fds) = message {
                self.fds.extend(fds);
            }
        }
        self.bytes.extend_from_slice(&buffer[..received.bytes]);
        Ok(received.bytes > 0)
    }

    /// The next whole frame, if there is one.
    pub fn next<T: DeserializeOwned>(&mut self) -> io::Result<Option<(T, Vec<OwnedFd>)>> {
        let Some(length) = self.bytes.first_chunk::<4>() else { return Ok(None) };
        let length = usize::try_from(u32::from_be_bytes(*length)).map_err(io::Error::other)?;
        if length > LARGEST {
            return Err(io::Error::other(format!("a frame of {length} bytes")));
        }
        let Some(json) = self.bytes.get(4..4 + length) else { return Ok(None) };
        let envelope: Envelope<T> = serde_json::from_slice(json).map_err(io::Error::other)?;
        if self.fds.len() < envelope.fds {
            return Err(io::Error::other("file descriptors were lost"));
        }
        let fds = self.fds.drain(..envelope.fds).collect();
        self.bytes.drain(..4 + length);
        Ok(Some((envelope.body, fds)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};
    use std::os::unix::net::UnixStream;

    #[test]
    fn frames_and_file_descriptors_arrive_in_order() {
        let (left, right) = UnixStream::pair().unwrap();
        let (mut reader, writer) = io::pipe().unwrap();
        let mut first = Outgoing::new(&vec![1, 2], vec![]).unwrap();
        let mut second = Outgoing::new(&"text", vec![writer.into()]).unwrap();
        assert!(first.send(&left).unwrap() && second.send(&left).unwrap());
        let mut decoder = Decoder::default();
        let mut next = || loop {
            if let Some(found) = decoder.next::<serde_json::Value>().unwrap() {
                return found;
            }
            assert!(decoder.receive(&right).unwrap());
        };
        assert_eq!(next().0, serde_json::json!([1, 2]));
        let (text, mut fds) = next();
        assert_eq!((text, fds.len()), (serde_json::json!("text"), 1));
        io::PipeWriter::from(fds.remove(0)).write_all(b"hi").unwrap();
        let mut read = String::new();
        reader.read_to_string(&mut read).unwrap();
        assert_eq!(read, "hi");
        drop(left);
        assert!(!Decoder::default().receive(&right).unwrap());
    }

    #[test]
    fn a_frame_too_large_is_refused() {
        let mut decoder = Decoder { bytes: vec![0xff; 8], fds: VecDeque::new() };
        assert!(decoder.next::<u32>().is_err());
    }
}
