//! Clients that listen to a container's output. One that does not read does not hold the container up.

use std::collections::VecDeque;
use std::io;
use std::os::fd::OwnedFd;

/// What a client may leave unread before it is cut off.
const PATIENCE: usize = 1 << 20;

/// A pipe to a client, and what it has not taken yet.
pub struct Client {
    /// The pipe's writing end, which does not block.
    pub pipe: OwnedFd,
    waiting: VecDeque<u8>,
}

impl Client {
    /// A client with this pipe.
    pub fn new(pipe: OwnedFd) -> io::Result<Self> {
        rustix::io::ioctl_fionbio(&pipe, true)?;
        Ok(Self { pipe, waiting: VecDeque::new() })
    }

    /// Whether it has something to take.
    pub fn is_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Gives it bytes; `false` when it is gone or too slow.
    pub fn give(&mut self, bytes: &[u8]) -> bool {
        self.waiting.extend(bytes);
        self.push() && self.waiting.len() <= PATIENCE
    }

    /// Sends what it takes; `false` when it is gone.
    pub fn push(&mut self) -> bool {
        while !self.waiting.is_empty() {
            match rustix::io::write(&self.pipe, self.waiting.as_slices().0) {
                Ok(count) => {
                    self.waiting.drain(..count);
                }
                Err(rustix::io::Errno::AGAIN) => return true,
                Err(rustix::io::Errno::INTR) => {}
                Err(_) => return false,
            }
        }
        true
    }
}
