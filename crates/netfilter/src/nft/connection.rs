//! The connection to the kernel's nftables: commits batches, and reads back what is there.

use std::path::Path;

use nix::errno::Errno;

use super::command::{self, SUBSYSTEM, kind};
use super::{Batch, Element, Set, Table};
use crate::netns;
use crate::socket::{self, ACK, DUMP, REQUEST, Socket};
use crate::wire::{Head, Writer, attribute, attributes, text};

const BATCH_BEGIN: u16 = 16;
const BATCH_END: u16 = 17;

/// A transaction or question that failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The namespace cannot be entered.
    #[error(transparent)]
    Namespace(#[from] netns::Error),
    /// The socket fails.
    #[error("nftables: {0}")]
    Socket(Errno),
    /// The kernel refused; nothing of the batch holds.
    #[error("nftables refuses `{command}`: {errno}")]
    Refused {
        /// The command that it stopped at.
        command: String,
        /// Why.
        errno: Errno,
    },
}

impl Error {
    /// What the kernel said, if it did.
    pub fn errno(&self) -> Option<Errno> {
        match self {
            Self::Refused { errno, .. } | Self::Socket(errno) => Some(*errno),
            Self::Namespace(_) => None,
        }
    }
}

/// A connection to nftables in one network namespace. Calls block while the kernel works.
pub struct Connection {
    socket: Socket,
    sequence: u32,
}

impl Connection {
    /// Connects to the namespace at this path, or to that of the process.
    pub fn open(namespace: Option<&Path>) -> Result<Self, Error> {
        Ok(Self { socket: Socket::open(namespace, 0).map_err(plain)?, sequence: 1 })
    }

    /// The kernel's number for this connection: a [`Watch`](super::Watch) can leave out what it did itself.
    pub fn port(&self) -> u32 {
        self.socket.port
    }

    /// Applies the batch: all of it, or nothing.
    pub fn commit(&mut self, batch: &Batch) -> Result<(), Error> {
        if batch.is_empty() {
            return Ok(());
        }
        let mut out = Writer::default();
        let begin = self.sequence;
        out.message(frame(BATCH_BEGIN, begin, 0), |_| {});
        let mut sequence = begin;
        let mut steps = Vec::with_capacity(batch.commands.len());
        for command in &batch.commands {
            sequence = command::write(&mut out, &batch.table, command, sequence + 1);
            steps.push(sequence);
        }
        // Everything that fails is reported; one acknowledgement at the end shows that it was heard at all.
        out.message(frame(BATCH_END, sequence + 1, 0), |_| {});
        self.sequence = sequence + 2;
        self.socket.send(out.bytes()).map_err(plain)?;
        self.socket.acknowledged().map_err(|error| match error {
            socket::Error::Refused { sequence, errno } => {
                let at = steps.partition_point(|last| *last < sequence);
                let whole = || format!("the transaction on {}", batch.table);
                let command = batch.commands.get(at).filter(|_| sequence > begin);
                Error::Refused {
                    command: command.map_or_else(whole, |one| one.describe(&batch.table)),
                    errno,
                }
            }
            other => plain(other),
        })
    }

    /// Whether the table is there.
    pub fn has_table(&mut self, table: &Table) -> Result<bool, Error> {
        let mut found = false;
        self.dump(
            table,
            kind::GET_TABLE,
            |_| {},
            |attributes| {
                found |= attribute(attributes, 1).is_some_and(|name| text(name) == table.name);
            },
        )?;
        Ok(found)
    }

    /// The names of the table's chains.
    pub fn chains(&mut self, table: &Table) -> Result<Vec<String>, Error> {
        let mut names = Vec::new();
        self.dump(
            table,
            kind::GET_CHAIN,
            |_| {},
            |attributes| {
                let ours = attribute(attributes, 1).is_some_and(|name| text(name) == table.name);
                names.extend(attribute(attributes, 3).filter(|_| ours).map(text));
            },
        )?;
        Ok(names)
    }

    /// How many elements the set has.
    pub fn count(&mut self, table: &Table, set: &str) -> Result<usize, Error> {
        let mut count = 0;
        let ask = |out: &mut crate::wire::Attributes<'_>| {
            out.string(1, &table.name);
            out.string(2, set);
        };
        self.dump(table, kind::GET_ELEMENT, ask, |all| {
            count += attribute(all, 3).map_or(0, |list| attributes(list).count());
        })?;
        Ok(count)
    }

    /// The elements of a set of single values; give its definition, by which they are read.
    pub fn elements(&mut self, table: &Table, set: &Set) -> Result<Vec<Element>, Error> {
        let mut elements = Vec::new();
        let ask = |out: &mut crate::wire::Attributes<'_>| {
            out.string(1, &table.name);
            out.string(2, &set.name);
        };
        self.dump(table, kind::GET_ELEMENT, ask, |all| {
            let list = attribute(all, 3).unwrap_or_default();
            elements.extend(attributes(list).filter_map(|(_, element)| set.read(element)));
        })?;
        Ok(elements)
    }

    fn dump(
        &mut self,
        table: &Table,
        kind: u16,
        ask: impl FnOnce(&mut crate::wire::Attributes<'_>),
        mut each: impl FnMut(&[u8]),
    ) -> Result<(), Error> {
        let mut out = Writer::default();
        self.sequence += 1;
        out.message(command::head(table, kind, DUMP | ACK, self.sequence), ask);
        let family = table.family.number();
        let answer = self.socket.dump(out.bytes(), |message| {
            if message.family() == family {
                each(message.body());
            }
        });
        answer.map_err(|error| match error {
            socket::Error::Refused { errno, .. } => {
                Error::Refused { command: format!("a question about {table}"), errno }
            }
            other => plain(other),
        })
    }
}

fn frame(kind: u16, sequence: u32, flags: u16) -> Head {
    Head { kind, flags: REQUEST | flags, sequence, family: 0, resource: SUBSYSTEM }
}

fn plain(error: socket::Error) -> Error {
    match error {
        socket::Error::Namespace(error) => Error::Namespace(error),
        socket::Error::Socket(errno) | socket::Error::Refused { errno, .. } => Error::Socket(errno),
    }
}
