//! The way to one shim: questions and answers by number, events to whoever follows.

use std::collections::HashMap;
use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use node::RuntimeError;
use parking_lot::Mutex;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, pidfd_open};
use tokio::io::Interest;
use tokio::net::UnixStream;
use tokio::sync::{mpsc, oneshot};

use crate::protocol::{Call, Decoder, Event, Message, Outgoing, Reply, Request};

type Answer = (Reply, Vec<OwnedFd>);

/// How long a shim that was sent away may take.
const LEAVING: Timespec = Timespec { tv_sec: 30, tv_nsec: 0 };

/// A connection to a shim. Cheap to clone.
#[derive(Clone)]
pub struct Connection(Arc<Inner>);

struct Inner {
    stream: UnixStream,
    /// The shim itself, to see it end.
    process: Option<OwnedFd>,
    /// One frame after the other.
    sending: tokio::sync::Mutex<()>,
    next: AtomicU64,
    /// `None` once the shim is gone.
    waiting: Mutex<Option<Waiting>>,
}

#[derive(Default)]
struct Waiting {
    answers: HashMap<u64, oneshot::Sender<Answer>>,
    /// Commands whose end is waited for.
    commands: HashMap<String, oneshot::Sender<i32>>,
}

impl Connection {
    /// Connects; ends of containers come out of the receiver, which closes when the shim is gone.
    pub async fn open(socket: &Path) -> io::Result<(Self, mpsc::UnboundedReceiver<Event>)> {
        let stream = UnixStream::connect(socket).await?;
        let pid = stream.peer_cred()?.pid().and_then(Pid::from_raw);
        let process = pid.and_then(|pid| pidfd_open(pid, PidfdFlags::empty()).ok());
        let inner = Inner {
            stream,
            process,
            sending: tokio::sync::Mutex::new(()),
            next: AtomicU64::new(1),
            waiting: Mutex::new(Some(Waiting::default())),
        };
        let connection = Self(Arc::new(inner));
        let (tell, events) = mpsc::unbounded_channel();
        tokio::spawn(connection.clone().listen(tell));
        Ok((connection, events))
    }

    /// Asks; an answer other than success is an error.
    pub async fn call(&self, call: Call, fds: Vec<OwnedFd>) -> Result<Answer, RuntimeError> {
        let gone = || RuntimeError::Other("the sandbox's shim is gone".to_owned());
        let id = self.0.next.fetch_add(1, Ordering::Relaxed);
        let (answer, answered) = oneshot::channel();
        self.0.waiting.lock().as_mut().ok_or_else(gone)?.answers.insert(id, answer);
        let frame = Outgoing::new(&Request { id, call }, fds).map_err(super::other)?;
        self.send(frame).await.map_err(|_| gone())?;
        match answered.await.map_err(|_| gone())? {
            (Reply::NotFound(what), _) => Err(RuntimeError::NotFound(format!("container {what}"))),
            (Reply::State(words), _) => Err(RuntimeError::State(words)),
            (Reply::Failed(words), _) => Err(RuntimeError::Other(words)),
            found => Ok(found),
        }
    }

    /// Asks to be told the end of a command, which has yet to be asked for.
    pub fn expect(&self, exec: &str) -> oneshot::Receiver<i32> {
        let (tell, told) = oneshot::channel();
        if let Some(waiting) = self.0.waiting.lock().as_mut() {
            waiting.commands.insert(exec.to_owned(), tell);
        }
        told
    }

    /// Waits until the shim is gone, or for a while.
    pub async fn closed(&self) {
        let Some(process) = self.0.process.as_ref().and_then(|process| process.try_clone().ok()) else {
            return;
        };
        let _ = tokio::task::spawn_blocking(move || {
            let mut fds = [PollFd::new(&process, PollFlags::IN)];
            let _ = poll(&mut fds, Some(&LEAVING));
        })
        .await;
    }

    async fn send(&self, mut frame: Outgoing) -> io::Result<()> {
        let _one = self.0.sending.lock().await;
        loop {
            self.0.stream.writable().await?;
            let sent = self.0.stream.try_io(Interest::WRITABLE, || match frame.send(&self.0.stream) {
                Ok(false) => Err(io::ErrorKind::WouldBlock.into()),
                other => other,
            });
            match sent {
                Ok(_) => return Ok(()),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
        }
    }

    async fn listen(self, tell: mpsc::UnboundedSender<Event>) {
        let mut decoder = Decoder::default();
        if let Err(error) = self.hear(&mut decoder, &tell).await {
            tracing::debug!(%error, "a shim's connection broke");
        }
        // Whoever waits learns that nothing will come.
        self.0.waiting.lock().take();
    }

    async fn hear(&self, decoder: &mut Decoder, tell: &mpsc::UnboundedSender<Event>) -> io::Result<()> {
        loop {
            while let Some((message, fds)) = decoder.next::<Message>()? {
                self.dispatch(message, fds, tell);
            }
            self.0.stream.readable().await?;
            match self.0.stream.try_io(Interest::READABLE, || decoder.receive(&self.0.stream)) {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn dispatch(&self, message: Message, fds: Vec<OwnedFd>, tell: &mpsc::UnboundedSender<Event>) {
        let mut waiting = self.0.waiting.lock();
        let Some(waiting) = waiting.as_mut() else { return };
        match message {
            Message::Reply { id, reply } => {
                if let Some(answer) = waiting.answers.remove(&id) {
                    let _ = answer.send((reply, fds));
                }
            }
            Message::Event(Event::ExecExited { exec, code }) => {
                if let Some(command) = waiting.commands.remove(&exec) {
                    let _ = command.send(code);
                }
            }
            Message::Event(event) => {
                let _ = tell.send(event);
            }
        }
    }
}
