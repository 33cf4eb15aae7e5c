//! A container as its shim holds it: process, streams, log, clients, end.

use std::io;
use std::os::fd::OwnedFd;
use std::time::SystemTime;

use super::attach::Client;
use super::create::Streams;
use super::log::{Log, Stream};
use crate::protocol::{Report, Start};
use crate::records::{Exit, Started};

/// How much is read at once; the loop comes back for more, so that no container starves another.
const CHUNK: usize = 64 << 10;

/// A stream that the container writes to.
pub struct Output {
    /// The reading end, which does not block.
    pub pipe: OwnedFd,
    /// Which stream it is.
    pub stream: Stream,
    /// Who listens.
    pub clients: Vec<Client>,
    /// Nothing comes any more.
    pub ended: bool,
}

/// A container.
pub struct Held {
    /// As it was asked for.
    pub start: Start,
    /// It runs, or ran.
    pub started: Option<Started>,
    /// It ended.
    pub exit: Option<Exit>,
    /// What it writes to.
    pub outputs: Vec<Output>,
    /// Where to write its input, or its terminal.
    pub stdin: Option<OwnedFd>,
    log: Log,
}

impl Held {
    /// Makes the streams: our ends are kept, the container's are given back. A terminal comes later.
    pub fn new(start: Start) -> io::Result<(Self, Streams)> {
        let log = Log::open(start.log.clone())?;
        let mut held = Self { start, started: None, exit: None, outputs: Vec::new(), stdin: None, log };
        let mut theirs = Streams::default();
        if !held.start.tty {
            let (out, write_out) = io::pipe()?;
            let (err, write_err) = io::pipe()?;
            held.add_output(out.into(), Stream::Stdout)?;
            held.add_output(err.into(), Stream::Stderr)?;
            (theirs.stdout, theirs.stderr) = (Some(write_out.into()), Some(write_err.into()));
            if held.start.stdin {
                let (read_in, write_in) = io::pipe()?;
                held.stdin = Some(write_in.into());
                theirs.stdin = Some(read_in.into());
            }
        }
        Ok((held, theirs))
    }

    /// It runs; this is its terminal, if it has one.
    pub fn runs(&mut self, started: Started, terminal: Option<OwnedFd>) -> io::Result<()> {
        self.started = Some(started);
        if let Some(terminal) = terminal {
            self.stdin = Some(terminal.try_clone()?);
            self.add_output(terminal, Stream::Stdout)?;
        }
        Ok(())
    }

    fn add_output(&mut self, pipe: OwnedFd, stream: Stream) -> io::Result<()> {
        rustix::io::ioctl_fionbio(&pipe, true)?;
        self.outputs.push(Output { pipe, stream, clients: Vec::new(), ended: false });
        Ok(())
    }

    /// Reads once from a stream, to the log and to whoever listens; `false` when there is nothing now.
    pub fn pump(&mut self, output: usize, now: SystemTime) -> bool {
        let mut buffer = vec![0; CHUNK];
        let output = &mut self.outputs[output];
        match rustix::io::read(&output.pipe, &mut buffer) {
            Ok(0) => output.ended = true,
            Ok(count) => {
                let bytes = &buffer[..count];
                self.log.write(output.stream, now, bytes);
                output.clients.retain_mut(|client| client.give(bytes));
                return true;
            }
            Err(rustix::io::Errno::AGAIN | rustix::io::Errno::INTR) => {}
            // A terminal that nobody has open any more answers with an error.
            Err(_) => output.ended = true,
        }
        false
    }

    /// Reads all that is left, writes the log to its end and lets clients go.
    pub fn drain(&mut self, now: SystemTime) {
        for output in 0..self.outputs.len() {
            while !self.outputs[output].ended && self.pump(output, now) {}
        }
        self.log.finish(now);
        self.outputs.retain(|output| output.clients.iter().any(Client::is_waiting));
        for output in &mut self.outputs {
            output.ended = true;
        }
        self.stdin = None;
    }

    /// A client for output and complaints; gives what to write input to, if that is wanted.
    pub fn attach(
        &mut self,
        stdin: bool,
        stdout: Option<OwnedFd>,
        stderr: Option<OwnedFd>,
    ) -> io::Result<Option<OwnedFd>> {
        for (stream, pipe) in [(Stream::Stdout, stdout), (Stream::Stderr, stderr)] {
            let Some(pipe) = pipe else { continue };
            if let Some(output) = self.outputs.iter_mut().find(|output| output.stream == stream) {
                output.clients.push(Client::new(pipe)?);
            }
        }
        if !stdin || !self.start.stdin {
            return Ok(None);
        }
        if self.start.stdin_once && !self.start.tty {
            return Ok(self.stdin.take());
        }
        self.stdin.as_ref().map(OwnedFd::try_clone).transpose()
    }

    /// Opens the log anew.
    pub fn reopen_log(&mut self) -> io::Result<()> {
        self.log.reopen()
    }

    /// What the agent wants to know.
    pub fn report(&self) -> Report {
        Report { container: self.start.id.clone(), started: self.started.clone(), exit: self.exit.clone() }
    }
}
