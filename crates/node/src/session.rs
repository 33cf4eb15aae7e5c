//! The streams of a command or container, as whoever serves them to a client sees them.

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::{mpsc, oneshot};

use crate::RuntimeError;

/// Bytes both ways.
pub trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

/// The size of a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TerminalSize {
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
}

/// What to run, and which streams are wanted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ExecOptions {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Wanted.
    pub stdin: bool,
    /// Wanted.
    pub stdout: bool,
    /// Wanted; never with a terminal.
    pub stderr: bool,
    /// In a terminal.
    pub tty: bool,
}

/// What a command gave that ran to its end.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ExecOutput {
    /// What it printed; cut at 16 MiB.
    pub stdout: Vec<u8>,
    /// What it complained of; cut likewise.
    pub stderr: Vec<u8>,
    /// What it ended with.
    pub exit_code: i32,
}

/// A running command, or a container that was attached to. Dropping the streams closes them.
pub struct Session {
    /// To write to; closing it closes the command's input.
    pub stdin: Option<Box<dyn AsyncWrite + Send + Unpin>>,
    /// To read from; ends with the command.
    pub stdout: Option<Box<dyn AsyncRead + Send + Unpin>>,
    /// To read from; ends with the command.
    pub stderr: Option<Box<dyn AsyncRead + Send + Unpin>>,
    /// New sizes of the terminal.
    pub resize: Option<mpsc::Sender<TerminalSize>>,
    /// What it ended with. For `attach`: when the container ends.
    pub exit: oneshot::Receiver<Result<i32, RuntimeError>>,
}
