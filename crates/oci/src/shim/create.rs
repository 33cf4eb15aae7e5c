//! Calls of libcontainer, each in a child of the shim: to start a container, or a command in one.
//!
//! The child sends what came of it, with the terminal if there is one, and ends; what it started becomes the shim's own child.

use std::fs::{self, File};
use std::io::{self, IoSliceMut, Read};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cgroup::{Cgroups, Limits};
use libcontainer::container::builder::ContainerBuilder;
use libcontainer::syscall::syscall::SyscallType;
use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, recvmsg};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::executor::{Runner, raise};
use super::fork::fork;
use super::launch::ShimConfig;
use crate::disk;
use crate::protocol::{Decoder, Exec, Outgoing, Start};
use crate::records::rootfs;

mod overlay;

pub use overlay::unmount;

/// What came of it.
#[derive(Debug, Serialize, Deserialize)]
pub enum Outcome {
    /// The new process. Its terminal comes along.
    Runs(i32),
    /// Why there is none.
    Failed(String),
}

/// A child that is at it.
pub struct Job {
    channel: UnixStream,
    decoder: Decoder,
}

impl Job {
    /// The other end of its channel, to wait for.
    pub fn channel(&self) -> &UnixStream {
        &self.channel
    }

    /// What came of it, if it is known; a child that ends without a word failed.
    pub fn outcome(&mut self) -> Option<(Outcome, Option<OwnedFd>)> {
        loop {
            match self.decoder.next() {
                Ok(Some((outcome, mut fds))) => return Some((outcome, fds.pop())),
                Ok(None) => {}
                Err(error) => return Some((Outcome::Failed(error.to_string()), None)),
            }
            match self.decoder.receive(&self.channel) {
                Ok(true) => {}
                Ok(false) => return Some((Outcome::Failed("it ended without a word".to_owned()), None)),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return None,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Some((Outcome::Failed(error.to_string()), None)),
            }
        }
    }
}

/// The streams of a new process; what is missing is `/dev/null`.
#[derive(Default)]
pub struct Streams {
    /// To read from.
    pub stdin: Option<OwnedFd>,
    /// To write to.
    pub stdout: Option<OwnedFd>,
    /// To complain to.
    pub stderr: Option<OwnedFd>,
}

/// Starts a container.
pub fn start(config: &ShimConfig, start: &Start, streams: Streams) -> io::Result<Job> {
    job(|| container(config, start, streams))
}

/// Starts a command in a container.
pub fn exec(config: &ShimConfig, exec: &Exec, start: &Start, streams: Streams) -> io::Result<Job> {
    job(|| command(config, exec, start, streams))
}

fn job(work: impl FnOnce() -> Result<(i32, Option<OwnedFd>), String>) -> io::Result<Job> {
    let (ours, theirs) = UnixStream::pair()?;
    fork(move || {
        let (outcome, terminal) = match work() {
            Ok((pid, terminal)) => (Outcome::Runs(pid), terminal),
            Err(words) => (Outcome::Failed(words), None),
        };
        let sent =
            Outgoing::new(&outcome, terminal.into_iter().collect()).and_then(|mut frame| frame.send(&theirs));
        i32::from(sent.is_err())
    })?;
    ours.set_nonblocking(true)?;
    Ok(Job { channel: ours, decoder: Decoder::default() })
}

/// An error with all its causes.
fn chain(error: &dyn std::error::Error) -> String {
    let mut words = error.to_string();
    let mut cause = error.source();
    while let Some(deeper) = cause {
        let more = deeper.to_string();
        if !words.contains(&more) {
            words = format!("{words}: {more}");
        }
        cause = deeper.source();
    }
    words
}

fn container(config: &ShimConfig, start: &Start, streams: Streams) -> Result<(i32, Option<OwnedFd>), String> {
    let words = |error: io::Error| error.to_string();
    let groups = Cgroups::detect(&config.cgroup_root).map_err(|error| error.to_string())?;
    groups.create(&start.cgroup, &limits(&start.resources)).map_err(|error| error.to_string())?;
    adjust_oom_score(start.resources.oom_score_adj);
    overlay::mount(&rootfs(&config.run, &start.id), start).map_err(words)?;
    let bundle = start.dir.join("bundle");
    fs::create_dir_all(&bundle).map_err(words)?;
    let mut spec: Value = read(&start.dir.join("spec.json"))?;
    let (runner, complaints) = runner(&mut spec["process"], start)?;
    disk::save(&bundle.join("config.json"), &spec).map_err(words)?;
    let builder = builder(config, start, runner, streams, &spec["process"])?;
    let console = Console::open(config, start.tty)?;
    let mut container = builder
        .with_console_socket(console.path())
        .as_init(&bundle)
        .with_systemd(false)
        .with_detach(true)
        .build()
        .map_err(|error| chain(&error))?;
    let terminal = console.receive()?;
    let pid = container.pid().map_or(0, nix_pid);
    container.start().map_err(|error| chain(&error))?;
    told(complaints)?;
    Ok((pid, terminal))
}

fn command(
    config: &ShimConfig,
    exec: &Exec,
    start: &Start,
    streams: Streams,
) -> Result<(i32, Option<OwnedFd>), String> {
    let mut process = exec.process.clone();
    let (runner, complaints) = runner(&mut process, start)?;
    let file = config.run.join(format!("exec-{}.json", std::process::id()));
    disk::save(&file, &process).map_err(|error| error.to_string())?;
    adjust_oom_score(start.resources.oom_score_adj);
    let console = Console::open(config, exec.tty)?;
    let built = builder(config, start, runner, streams, &process)?
        .with_console_socket(console.path())
        .as_tenant()
        .with_process(Some(&file))
        .with_detach(true)
        .build();
    let _ = fs::remove_file(&file);
    let pid = built.map_err(|error| chain(&error))?;
    let terminal = console.receive()?;
    told(complaints)?;
    Ok((nix_pid(pid), terminal))
}

/// libcontainer has its own version of `nix`.
fn nix_pid(pid: impl std::fmt::Display) -> i32 {
    pid.to_string().parse().unwrap_or(0)
}

fn read(path: &Path) -> Result<Value, String> {
    let found = disk::load(path).map_err(|error| format!("{}: {error}", path.display()))?;
    found.ok_or_else(|| format!("{} is missing", path.display()))
}

/// Who runs the process, and where it complains. Raises the process's capabilities where that needs it.
fn runner(process: &mut Value, start: &Start) -> Result<(Runner, io::PipeReader), String> {
    let (complaints, complain) = io::pipe().map_err(|error| error.to_string())?;
    let names = process["capabilities"]["bounding"].as_array().cloned().unwrap_or_default();
    let capabilities = names.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect();
    let no_new_privileges = process["noNewPrivileges"].as_bool().unwrap_or(false);
    if start.seccomp.is_some() && !no_new_privileges {
        raise(process);
    }
    let complain = Arc::new(complain);
    Ok((Runner { capabilities, seccomp: start.seccomp.clone(), no_new_privileges, complain }, complaints))
}

fn builder(
    config: &ShimConfig,
    start: &Start,
    runner: Runner,
    streams: Streams,
    process: &Value,
) -> Result<ContainerBuilder, String> {
    let null = |fd: Option<OwnedFd>| -> Result<OwnedFd, String> {
        match fd {
            Some(fd) => Ok(fd),
            None => File::options()
                .read(true)
                .write(true)
                .open("/dev/null")
                .map(OwnedFd::from)
                .map_err(|error| error.to_string()),
        }
    };
    let uid = process["user"]["uid"].as_u64().and_then(|uid| u32::try_from(uid).ok()).unwrap_or(0);
    for pipe in [&streams.stdin, &streams.stdout, &streams.stderr].into_iter().flatten() {
        // Programs open /dev/stdout by name: that must be theirs.
        let _ = rustix::fs::fchown(pipe, Some(rustix::fs::Uid::from_raw(uid)), None);
    }
    let state = config.run.join("state");
    fs::create_dir_all(&state).map_err(|error| error.to_string())?;
    let builder = ContainerBuilder::new(start.id.clone(), SyscallType::default())
        .with_root_path(&state)
        .map_err(|error| chain(&error))?
        .with_executor(runner);
    Ok(builder
        .with_stdin(null(streams.stdin)?)
        .with_stdout(null(streams.stdout)?)
        .with_stderr(null(streams.stderr)?))
}

/// What the new process complained of before it became the program; nothing is success.
fn told(mut complaints: io::PipeReader) -> Result<(), String> {
    let mut words = String::new();
    complaints.read_to_string(&mut words).map_err(|error| error.to_string())?;
    if words.is_empty() { Ok(()) } else { Err(words) }
}

/// Lowering it needs a capability that a nested root may lack: then it stays as it is.
fn adjust_oom_score(score: i64) {
    if let Err(error) = fs::write("/proc/self/oom_score_adj", score.to_string()) {
        tracing::warn!(%score, %error, "the container's OOM score stays as it is");
    }
}

/// Where libcontainer sends the terminal to.
struct Console(Option<(PathBuf, UnixListener)>);

impl Console {
    fn open(config: &ShimConfig, tty: bool) -> Result<Self, String> {
        if !tty {
            return Ok(Self(None));
        }
        let path = config.run.join(format!("tty-{}", std::process::id()));
        let listener = UnixListener::bind(&path).map_err(|error| error.to_string())?;
        Ok(Self(Some((path, listener))))
    }

    fn path(&self) -> Option<PathBuf> {
        self.0.as_ref().map(|(path, _)| path.clone())
    }

    fn receive(self) -> Result<Option<OwnedFd>, String> {
        let Some((path, listener)) = self.0 else { return Ok(None) };
        let _ = fs::remove_file(path);
        let (stream, _) = listener.accept().map_err(|error| error.to_string())?;
        let mut name = [0; 64];
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
        let mut control = RecvAncillaryBuffer::new(&mut space);
        let mut slices = [IoSliceMut::new(&mut name)];
        recvmsg(stream.as_fd(), &mut slices, &mut control, RecvFlags::CMSG_CLOEXEC)
            .map_err(|error| error.to_string())?;
        let terminal = control.drain().find_map(|message| match message {
            RecvAncillaryMessage::ScmRights(mut fds) => fds.next(),
            _ => None,
        });
        terminal.map(Some).ok_or_else(|| "no terminal came".to_owned())
    }
}

/// CRI's limits, where 0 is none, as the control groups take them.
pub fn limits(resources: &node::LinuxResources) -> Limits {
    let some = |value: i64| Some(value).filter(|value| *value != 0);
    let unsigned = |value: i64| u64::try_from(value).ok().filter(|value| *value > 0);
    Limits {
        cpu_shares: unsigned(resources.cpu_shares),
        cpu_quota: some(resources.cpu_quota),
        cpu_period: unsigned(resources.cpu_period),
        memory: some(resources.memory_limit),
        memory_swap: some(resources.memory_swap_limit),
        pids: some(resources.pids_limit),
        cpuset_cpus: resources.cpuset_cpus.clone(),
        cpuset_mems: resources.cpuset_mems.clone(),
        hugepages: resources.hugepage_limits.clone(),
        unified: resources.unified.clone(),
    }
}
