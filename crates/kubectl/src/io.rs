//! Where a verb reads and writes: the process' own streams, or a test's.

use std::io::{Read, Write};
use std::sync::Mutex;

/// The three streams.
pub struct Io {
    out: Mutex<Box<dyn Write + Send>>,
    err: Mutex<Box<dyn Write + Send>>,
    stdin: Mutex<Box<dyn Read + Send>>,
    /// Whether a person reads the output.
    pub is_terminal: bool,
}

impl Io {
    /// The streams of the process.
    pub fn process() -> Self {
        let is_terminal = std::io::IsTerminal::is_terminal(&std::io::stdout());
        Self { is_terminal, ..Self::new(std::io::stdout(), std::io::stderr(), std::io::stdin()) }
    }

    /// Other streams.
    pub fn new(
        out: impl Write + Send + 'static,
        err: impl Write + Send + 'static,
        stdin: impl Read + Send + 'static,
    ) -> Self {
        let (out, err, stdin) = (
            Mutex::new(Box::new(out) as _),
            Mutex::new(Box::new(err) as _),
            Mutex::new(Box::new(stdin) as _),
        );
        Self { out, err, stdin, is_terminal: false }
    }

    /// Writes to the standard output. Whoever closed it does not want to know.
    pub fn out(&self, text: impl AsRef<[u8]>) {
        let mut out = self.out.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let _ = out.write_all(text.as_ref()).and_then(|()| out.flush());
    }

    /// Writes to the standard error.
    pub fn err(&self, text: impl AsRef<[u8]>) {
        let mut err = self.err.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let _ = err.write_all(text.as_ref()).and_then(|()| err.flush());
    }

    /// The standard input to its end.
    pub fn read_all(&self) -> std::io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.stdin.lock().unwrap_or_else(std::sync::PoisonError::into_inner).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// One piece of the standard input; empty at its end.
    pub fn read_some(&self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.stdin.lock().unwrap_or_else(std::sync::PoisonError::into_inner).read(buffer)
    }
}

/// A line on the standard output.
macro_rules! out {
    ($cx:expr) => { $cx.io.out("\n") };
    ($cx:expr, $($arg:tt)*) => { $cx.io.out(format!("{}\n", format_args!($($arg)*))) };
}

/// A line on the standard error.
macro_rules! err {
    ($cx:expr, $($arg:tt)*) => { $cx.io.err(format!("{}\n", format_args!($($arg)*))) };
}

pub(crate) use {err, out};
