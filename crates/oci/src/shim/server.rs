//! The shim's loop: waits for the agent, for children, for what containers write; answers, writes down, tells.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::{UnixListener, UnixStream};
use std::time::{SystemTime, UNIX_EPOCH};

use cgroup::Cgroups;
use nix::sys::signal::{SigSet, Signal, kill, killpg};
use nix::sys::signalfd::{SfdFlags, SignalFd};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::Pid;
use runtime::Clock;
use rustix::event::{PollFd, PollFlags, poll};

use super::container::Held;
use super::create::{self, Job, Outcome};
use super::launch::ShimConfig;
use super::sandbox;
use crate::disk;
use crate::protocol::{Call, Decoder, Event, Exec, Message, Outgoing, Reply, Request, Start, VERSION};
use crate::records::{Exit, Started, rootfs, socket};

mod calls;

/// An agent that is connected.
struct Agent {
    number: u64,
    stream: UnixStream,
    decoder: Decoder,
    outgoing: VecDeque<Outgoing>,
    gone: bool,
}

/// What a child of the shim is at.
enum Purpose {
    Start { container: String },
    Exec { exec: Box<Exec> },
}

/// A child at work, and who waits for it.
struct Pending {
    job: Job,
    purpose: Purpose,
    agent: u64,
    request: u64,
}

/// A command that runs in a container.
struct Command {
    exec: String,
    pid: Pid,
}

/// The shim.
pub struct Server {
    config: ShimConfig,
    clock: Clock,
    groups: Cgroups,
    listener: UnixListener,
    signals: SignalFd,
    pause: Option<Pid>,
    agents: Vec<Agent>,
    next_agent: u64,
    pending: Vec<Pending>,
    containers: BTreeMap<String, Held>,
    commands: Vec<Command>,
    /// Agents that want to know what runs, and the number of their request: told when nothing is about to start any more.
    greeting: Vec<(u64, u64)>,
    leaving: bool,
}

/// What is waited for.
enum Source {
    Listener,
    Signals,
    Agent(usize),
    Job,
    Output(String, usize),
    Client(String, usize),
}

impl Server {
    /// Opens the socket; from now on the end of children is a message and not an interruption.
    pub fn open(config: &ShimConfig, pause: Option<Pid>) -> io::Result<Self> {
        let mut mask = SigSet::empty();
        for signal in [Signal::SIGCHLD, Signal::SIGTERM, Signal::SIGINT, Signal::SIGHUP] {
            mask.add(signal);
        }
        mask.thread_block()?;
        let signals = SignalFd::with_flags(&mask, SfdFlags::SFD_NONBLOCK | SfdFlags::SFD_CLOEXEC)?;
        let listener = UnixListener::bind(socket(&config.run))?;
        listener.set_nonblocking(true)?;
        Ok(Self {
            config: config.clone(),
            clock: Clock::system(),
            groups: Cgroups::detect(&config.cgroup_root).map_err(io::Error::other)?,
            listener,
            signals,
            pause,
            agents: Vec::new(),
            next_agent: 0,
            pending: Vec::new(),
            containers: BTreeMap::new(),
            commands: Vec::new(),
            greeting: Vec::new(),
            leaving: false,
        })
    }

    /// Serves until it is sent away.
    pub fn serve(&mut self) -> io::Result<()> {
        while !(self.leaving && self.agents.iter().all(|agent| agent.outgoing.is_empty())) {
            for source in self.wait()? {
                self.handle(source);
            }
            self.agents.retain(|agent| !agent.gone);
        }
        self.leave();
        Ok(())
    }

    /// Waits until something can be done.
    fn wait(&self) -> io::Result<Vec<Source>> {
        let mut sources = vec![
            (Source::Listener, self.listener.as_fd(), PollFlags::IN),
            (Source::Signals, self.signals.as_fd(), PollFlags::IN),
        ];
        for (number, agent) in self.agents.iter().enumerate() {
            let flags =
                if agent.outgoing.is_empty() { PollFlags::IN } else { PollFlags::IN | PollFlags::OUT };
            sources.push((Source::Agent(number), agent.stream.as_fd(), flags));
        }
        for pending in &self.pending {
            sources.push((Source::Job, pending.job.channel().as_fd(), PollFlags::IN));
        }
        for (id, held) in &self.containers {
            for (number, output) in held.outputs.iter().enumerate() {
                if !output.ended {
                    sources.push((Source::Output(id.clone(), number), output.pipe.as_fd(), PollFlags::IN));
                }
                for client in output.clients.iter().filter(|client| client.is_waiting()) {
                    sources.push((Source::Client(id.clone(), number), client.pipe.as_fd(), PollFlags::OUT));
                }
            }
        }
        let mut fds: Vec<PollFd<'_>> = sources
            .iter()
            .map(|(_, fd, flags)| PollFd::from_borrowed_fd(*fd as BorrowedFd<'_>, *flags))
            .collect();
        match poll(&mut fds, None) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let ready: Vec<bool> = fds.iter().map(|fd| !fd.revents().is_empty()).collect();
        drop(fds);
        Ok(sources
            .into_iter()
            .zip(ready)
            .filter(|(_, ready)| *ready)
            .map(|((source, ..), _)| source)
            .collect())
    }

    fn handle(&mut self, source: Source) {
        match source {
            Source::Listener => self.accept(),
            Source::Signals => self.bury(),
            Source::Agent(number) => self.talk(number),
            Source::Job => self.collect(),
            Source::Output(id, number) => {
                let now = self.clock.now();
                if let Some(held) = self.containers.get_mut(&id)
                    && number < held.outputs.len()
                {
                    held.pump(number, now);
                }
            }
            Source::Client(id, number) => {
                if let Some(output) =
                    self.containers.get_mut(&id).and_then(|held| held.outputs.get_mut(number))
                {
                    output.clients.retain_mut(super::attach::Client::push);
                }
            }
        }
    }

    fn accept(&mut self) {
        while let Ok((stream, _)) = self.listener.accept() {
            if stream.set_nonblocking(true).is_ok() {
                self.next_agent += 1;
                let (decoder, outgoing) = (Decoder::default(), VecDeque::new());
                self.agents.push(Agent { number: self.next_agent, stream, decoder, outgoing, gone: false });
            }
        }
    }

    /// Sends what waits for an agent and hears what it wants.
    fn talk(&mut self, number: usize) {
        let agent = &mut self.agents[number];
        agent.push();
        let heard = agent.decoder.receive(&agent.stream);
        match heard {
            Ok(true) => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            _ => agent.gone = true,
        }
        loop {
            let agent = &mut self.agents[number];
            match agent.decoder.next::<Request>() {
                Ok(Some((request, fds))) => {
                    let from = agent.number;
                    if let Some((reply, fds)) = self.answer(from, request.id, request.call, fds) {
                        self.reply(from, request.id, reply, fds);
                    }
                }
                Ok(None) => return,
                Err(_) => {
                    agent.gone = true;
                    return;
                }
            }
        }
    }

    fn reply(&mut self, agent: u64, id: u64, reply: Reply, fds: Vec<OwnedFd>) {
        if let Some(agent) = self.agents.iter_mut().find(|there| there.number == agent) {
            agent.tell(&Message::Reply { id, reply }, fds);
        }
    }

    fn tell_all(&mut self, event: &Event) {
        for agent in &mut self.agents {
            agent.tell(&Message::Event(event.clone()), Vec::new());
        }
    }

    /// Children that ended: containers, commands, helpers, orphans of containers.
    fn bury(&mut self) {
        while let Ok(Some(_)) = self.signals.read_signal() {}
        let mut ended = Vec::new();
        loop {
            match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
                Ok(WaitStatus::Exited(pid, code)) => ended.push((pid, code)),
                Ok(WaitStatus::Signaled(pid, signal, _)) => ended.push((pid, 128 + signal as i32)),
                Ok(WaitStatus::StillAlive) | Err(_) => break,
                Ok(_) => {}
            }
        }
        // A helper says what it started before it ends, and what it started is ours only then: so hear helpers first.
        self.collect();
        for (pid, code) in ended {
            self.ended(pid, code);
        }
    }

    fn ended(&mut self, pid: Pid, code: i32) {
        let runs =
            |held: &Held| held.exit.is_none() && held.started.as_ref().is_some_and(|s| s.pid == pid.as_raw());
        if let Some(id) = self.containers.values().find(|held| runs(held)).map(|held| held.start.id.clone()) {
            self.container_ended(&id, code);
        } else if let Some(at) = self.commands.iter().position(|command| command.pid == pid) {
            let exec = self.commands.remove(at).exec;
            self.tell_all(&Event::ExecExited { exec, code });
        }
    }

    /// First on disk, then told.
    fn container_ended(&mut self, id: &str, code: i32) {
        let now = self.clock.now();
        let Some(held) = self.containers.get_mut(id) else { return };
        if !held.start.own_pids {
            let _ = self.groups.kill(&held.start.cgroup);
        }
        held.drain(now);
        let oom = self.groups.oom_kills(&held.start.cgroup) > 0;
        let reason = if oom {
            "OOMKilled"
        } else if code == 0 {
            "Completed"
        } else {
            "Error"
        };
        let exit = Exit { code, at: nanos(now), reason: reason.to_owned(), message: String::new() };
        let _ = disk::save(&held.start.dir.join("exit.json"), &exit);
        held.exit = Some(exit.clone());
        let start = held.start.clone();
        self.clear(&start);
        self.tell_all(&Event::Exited { container: id.to_owned(), exit });
    }

    /// Takes down what only a running container needs.
    fn clear(&self, start: &Start) {
        let _ = self.groups.remove(&start.cgroup);
        create::unmount(&rootfs(&self.config.run, &start.id), start);
        let _ = disk::remove_tree(&self.config.run.join("state").join(&start.id));
    }

    /// Hears from helpers.
    fn collect(&mut self) {
        let mut at = 0;
        while at < self.pending.len() {
            match self.pending[at].job.outcome() {
                Some((outcome, terminal)) => {
                    let pending = self.pending.remove(at);
                    self.done(&pending, outcome, terminal);
                }
                None => at += 1,
            }
        }
        if !self.is_starting() {
            for (agent, request) in std::mem::take(&mut self.greeting) {
                let reply = self.hello();
                self.reply(agent, request, reply, Vec::new());
            }
        }
    }

    fn is_starting(&self) -> bool {
        self.pending.iter().any(|pending| matches!(pending.purpose, Purpose::Start { .. }))
    }

    fn done(&mut self, pending: &Pending, outcome: Outcome, terminal: Option<OwnedFd>) {
        let (reply, fds) = match (&pending.purpose, outcome) {
            (Purpose::Start { container }, outcome) => {
                (self.start_done(container, outcome, terminal), Vec::new())
            }
            (Purpose::Exec { exec }, Outcome::Runs(pid)) => {
                self.commands.push(Command { exec: exec.exec.clone(), pid: Pid::from_raw(pid) });
                (Reply::Done, terminal.into_iter().collect())
            }
            (Purpose::Exec { .. }, Outcome::Failed(words)) => (Reply::Failed(words), Vec::new()),
        };
        self.reply(pending.agent, pending.request, reply, fds);
    }

    fn start_done(&mut self, id: &str, outcome: Outcome, terminal: Option<OwnedFd>) -> Reply {
        let at = nanos(self.clock.now());
        let Some(held) = self.containers.get_mut(id) else { return Reply::NotFound(id.to_owned()) };
        let words = match outcome {
            Outcome::Runs(pid) => {
                let started = Started { pid, at };
                let kept = held.runs(started.clone(), terminal);
                match kept.and_then(|()| disk::save(&held.start.dir.join("started.json"), &started)) {
                    Ok(()) => return Reply::Started(started),
                    Err(error) => error.to_string(),
                }
            }
            Outcome::Failed(words) => words,
        };
        let exit = Exit { code: 128, at, reason: "StartError".to_owned(), message: words.clone() };
        let _ = disk::save(&held.start.dir.join("exit.json"), &exit);
        held.drain(UNIX_EPOCH);
        held.exit = Some(exit);
        let start = held.start.clone();
        let _ = self.groups.kill(&start.cgroup);
        self.clear(&start);
        Reply::Failed(words)
    }

    /// Ends everything that is left, and removes what the sandbox was made of.
    fn leave(&mut self) {
        for id in self.containers.keys().cloned().collect::<Vec<_>>() {
            let held = &self.containers[&id];
            if held.exit.is_none() {
                let _ = self.groups.kill(&held.start.cgroup);
                self.container_ended(&id, 137);
            }
        }
        if let Some(pause) = self.pause {
            let _ = kill(pause, Signal::SIGKILL);
            let _ = waitpid(pause, None);
        }
        sandbox::dismantle(&self.config);
    }
}

impl Agent {
    fn tell(&mut self, message: &Message, fds: Vec<OwnedFd>) {
        match Outgoing::new(message, fds) {
            Ok(frame) => self.outgoing.push_back(frame),
            Err(_) => self.gone = true,
        }
        self.push();
    }

    fn push(&mut self) {
        while let Some(frame) = self.outgoing.front_mut() {
            match frame.send(&self.stream) {
                Ok(true) => {
                    self.outgoing.pop_front();
                }
                Ok(false) => return,
                Err(_) => {
                    self.outgoing.clear();
                    self.gone = true;
                }
            }
        }
    }
}

/// Nanoseconds since 1970.
fn nanos(time: SystemTime) -> i64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| i64::try_from(since.as_nanos()).unwrap_or(i64::MAX))
}
