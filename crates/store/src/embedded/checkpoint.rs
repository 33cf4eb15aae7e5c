//! The file format of checkpoints and backups: everything kept in memory at one revision, in key order, in checked blocks.
//!
//! `codec` holds header, blocks and entries (pure), `writer` and `reader` put them into a file and take them out,
//! `snapshot` writes the store's contents while the store runs.

mod codec;
mod reader;
mod snapshot;
mod writer;

pub(crate) use codec::{BlockKind, Header};
pub(crate) use reader::{ReadError, Source, read, read_blocks, tally};
pub(crate) use snapshot::{View, write_snapshot};
pub(crate) use writer::{Sink, Writer};
