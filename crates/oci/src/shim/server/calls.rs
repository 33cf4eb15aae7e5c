//! What the agent may ask, one method each.

use super::*;
use crate::shim::create::Streams;

/// An answer, if there is one already, with file descriptors.
type Answer = Option<(Reply, Vec<OwnedFd>)>;

impl Server {
    pub(super) fn answer(&mut self, agent: u64, request: u64, call: Call, fds: Vec<OwnedFd>) -> Answer {
        let now = |reply| Some((reply, Vec::new()));
        match call {
            Call::Hello { .. } if self.is_starting() => {
                // Whoever asked for the start may have been killed: the next one must not take the container for one that never ran.
                self.greeting.push((agent, request));
                None
            }
            Call::Hello { .. } => now(self.hello()),
            Call::Start(start) => self.start(agent, request, *start).and_then(now),
            Call::Kill { container, signal, all } => now(self.kill(&container, signal, all)),
            Call::Exec(exec) => self.exec(agent, request, exec, fds).and_then(now),
            Call::KillExec { exec } => now(self.kill_exec(&exec)),
            Call::Attach { container, stdin, stdout, stderr } => {
                Some(self.attach(&container, stdin, (stdout, stderr), fds))
            }
            Call::ReopenLog { container } => now(match self.containers.get_mut(&container) {
                Some(held) => done(held.reopen_log()),
                None => Reply::NotFound(container),
            }),
            Call::Forget { container } => now(self.forget(&container)),
            Call::Shutdown => {
                self.leaving = true;
                now(Reply::Done)
            }
        }
    }

    /// What there is.
    pub(super) fn hello(&self) -> Reply {
        let containers = self.containers.values().map(Held::report).collect();
        Reply::Hello { version: VERSION, containers }
    }

    fn start(&mut self, agent: u64, request: u64, start: Start) -> Option<Reply> {
        if self.containers.contains_key(&start.id) {
            return Some(Reply::State(format!("container {} was started before", start.id)));
        }
        let id = start.id.clone();
        let started = Held::new(start).and_then(|(held, streams)| {
            let job = create::start(&self.config, &held.start, streams)?;
            Ok((held, job))
        });
        match started {
            Ok((held, job)) => {
                self.containers.insert(id.clone(), held);
                self.pending.push(Pending { job, purpose: Purpose::Start { container: id }, agent, request });
                None
            }
            Err(error) => Some(Reply::Failed(error.to_string())),
        }
    }

    fn running(&self, container: &str) -> Result<(&Held, Pid), Reply> {
        let held = self.containers.get(container).ok_or_else(|| Reply::NotFound(container.to_owned()))?;
        match (&held.started, &held.exit) {
            (Some(started), None) => Ok((held, Pid::from_raw(started.pid))),
            _ => Err(Reply::State(format!("container {container} is not running"))),
        }
    }

    fn kill(&self, container: &str, signal: i32, all: bool) -> Reply {
        let (held, pid) = match self.running(container) {
            Ok(found) => found,
            Err(reply) => return reply,
        };
        if all {
            let _ = kill(pid, Signal::SIGKILL);
            return if held.start.own_pids {
                Reply::Done
            } else {
                done(self.groups.kill(&held.start.cgroup))
            };
        }
        match Signal::try_from(signal) {
            Ok(signal) => done(kill(pid, signal)),
            // Real-time signals have numbers but no names.
            Err(_) => done(real_time_kill(pid, signal)),
        }
    }

    fn exec(&mut self, agent: u64, request: u64, exec: Box<Exec>, fds: Vec<OwnedFd>) -> Option<Reply> {
        let start = match self.running(&exec.container) {
            Ok((held, _)) => held.start.clone(),
            Err(reply) => return Some(reply),
        };
        let mut fds = fds.into_iter();
        let mut take = |wanted: bool| if wanted { fds.next() } else { None };
        let streams =
            Streams { stdin: take(exec.stdin), stdout: take(exec.stdout), stderr: take(exec.stderr) };
        match create::exec(&self.config, &exec, &start, streams) {
            Ok(job) => {
                self.pending.push(Pending { job, purpose: Purpose::Exec { exec }, agent, request });
                None
            }
            Err(error) => Some(Reply::Failed(error.to_string())),
        }
    }

    /// A command leads a session and a process group of its own.
    fn kill_exec(&self, exec: &str) -> Reply {
        match self.commands.iter().find(|command| command.exec == exec) {
            Some(command) => done(killpg(command.pid, Signal::SIGKILL)),
            None => Reply::NotFound(exec.to_owned()),
        }
    }

    fn attach(
        &mut self,
        container: &str,
        stdin: bool,
        (out, err): (bool, bool),
        fds: Vec<OwnedFd>,
    ) -> (Reply, Vec<OwnedFd>) {
        if let Err(reply) = self.running(container) {
            return (reply, Vec::new());
        }
        let mut fds = fds.into_iter();
        let stdout = if out { fds.next() } else { None };
        let stderr = if err { fds.next() } else { None };
        let Some(held) = self.containers.get_mut(container) else {
            return (Reply::NotFound(container.to_owned()), Vec::new());
        };
        match held.attach(stdin, stdout, stderr) {
            Ok(input) => (Reply::Done, input.into_iter().collect()),
            Err(error) => (Reply::Failed(error.to_string()), Vec::new()),
        }
    }

    fn forget(&mut self, container: &str) -> Reply {
        if self.running(container).is_ok() {
            return Reply::State(format!("container {container} is running"));
        }
        self.containers.remove(container);
        Reply::Done
    }
}

fn done<E: std::fmt::Display>(result: Result<(), E>) -> Reply {
    match result {
        Ok(()) => Reply::Done,
        Err(error) => Reply::Failed(error.to_string()),
    }
}

fn real_time_kill(pid: Pid, signal: i32) -> io::Result<()> {
    #[expect(unsafe_code, reason = "no safe call takes a signal by its number")]
    // SAFETY: `kill` touches no memory.
    let answer = unsafe { libc::kill(pid.as_raw(), signal) };
    if answer == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}
