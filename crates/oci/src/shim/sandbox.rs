//! What the containers of a pod share: namespaces kept alive by bind mounts, a first process for shared processes, shared memory.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use nix::mount::{MntFlags, MsFlags, mount, umount2};
use nix::sched::{CloneFlags, unshare};
use nix::sys::socket::{
    AddressFamily, MsgFlags, NetlinkAddr, SockFlag, SockProtocol, SockType, sendto, socket,
};
use nix::unistd::Pid;
use node::NamespaceMode;

use super::fork::fork;
use super::launch::ShimConfig;

/// Makes it all; gives the first process of shared processes, if they are shared.
pub fn prepare(config: &ShimConfig) -> io::Result<Option<Pid>> {
    fs::create_dir_all(config.run.join("root"))?;
    let own = &config.namespaces;
    let mut flags = CloneFlags::empty();
    let mut kept = Vec::new();
    if own.network != NamespaceMode::Node {
        flags |= CloneFlags::CLONE_NEWNET | CloneFlags::CLONE_NEWUTS;
        kept.extend(["net", "uts"]);
    }
    if own.ipc != NamespaceMode::Node {
        flags |= CloneFlags::CLONE_NEWIPC;
        kept.push("ipc");
        shared_memory(&config.run.join("shm"))?;
    }
    within(|| {
        unshare(flags)?;
        fill(config, flags)?;
        kept.iter().try_for_each(|name| keep(&format!("/proc/self/ns/{name}"), &config.run.join(name)))
    })?;
    if own.pid == NamespaceMode::Pod { first_process(config).map(Some) } else { Ok(None) }
}

/// Takes down what [`prepare`] made; nothing of it need be there.
pub fn dismantle(config: &ShimConfig) {
    for name in ["net", "uts", "ipc", "pid", "shm"] {
        let _ = umount2(&config.run.join(name), MntFlags::MNT_DETACH);
    }
    let _ = fs::remove_dir_all(&config.run);
}

/// Runs `work` in a child, whose namespaces it may change, and waits for it.
fn within(work: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
    let (mut told, mut tell) = io::pipe()?;
    let child = fork(|| {
        if let Err(error) = work() {
            let _ = write!(tell, "{error}");
            return 1;
        }
        0
    })?;
    drop(tell);
    let mut words = String::new();
    told.read_to_string(&mut words)?;
    nix::sys::wait::waitpid(child, None)?;
    if words.is_empty() { Ok(()) } else { Err(io::Error::other(words)) }
}

/// Host name, loopback and kernel parameters of the new namespaces.
fn fill(config: &ShimConfig, flags: CloneFlags) -> io::Result<()> {
    if flags.contains(CloneFlags::CLONE_NEWUTS) {
        nix::unistd::sethostname(&config.hostname)?;
        loopback_up()?;
    }
    for (name, value) in &config.sysctls {
        let file = Path::new("/proc/sys").join(name.replace('.', "/"));
        fs::write(&file, value)
            .map_err(|error| io::Error::other(format!("sysctl {name}={value}: {error}")))?;
    }
    Ok(())
}

/// A namespace lives as long as its file is mounted somewhere.
fn keep(namespace: &str, place: &Path) -> io::Result<()> {
    File::create(place)?;
    mount(Some(namespace), place, None::<&str>, MsFlags::MS_BIND, None::<&str>)?;
    Ok(())
}

fn shared_memory(place: &Path) -> io::Result<()> {
    fs::create_dir_all(place)?;
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV | MsFlags::MS_NOEXEC;
    mount(Some("shm"), place, Some("tmpfs"), flags, Some("mode=1777,size=65536k"))?;
    Ok(())
}

/// Asks the kernel by netlink for the first interface to be up. One message of fixed form: no library is worth it.
fn loopback_up() -> io::Result<()> {
    const NEW_LINK: u16 = 16;
    const REQUEST: u16 = 1;
    const UP: u32 = 1;
    let mut message = Vec::with_capacity(32);
    message.extend(32_u32.to_ne_bytes());
    message.extend(NEW_LINK.to_ne_bytes());
    message.extend(REQUEST.to_ne_bytes());
    message.extend([0; 8]); // number and sender
    message.extend([0; 4]); // family, kind
    message.extend(1_u32.to_ne_bytes()); // the first interface is the loopback
    message.extend(UP.to_ne_bytes());
    message.extend(UP.to_ne_bytes()); // of the flags, change this one
    let route =
        socket(AddressFamily::Netlink, SockType::Raw, SockFlag::SOCK_CLOEXEC, SockProtocol::NetlinkRoute)?;
    let fd = std::os::fd::AsRawFd::as_raw_fd(&route);
    sendto(fd, &message, &NetlinkAddr::new(0, 0), MsgFlags::empty())?;
    Ok(())
}

/// The first process of a pod's shared processes: adopts and buries. Ends with the shim.
fn first_process(config: &ShimConfig) -> io::Result<Pid> {
    let (mut told, tell) = io::pipe()?;
    let (alive, parent) = io::pipe()?;
    let mut ends = Some((tell, parent));
    let child = fork(|| {
        let first = unshare(CloneFlags::CLONE_NEWPID).map_err(io::Error::from).and_then(|()| {
            fork(|| {
                // These belong to the one in between; held here, nobody would see it end.
                ends.take();
                adopt(alive, &config.run.join("root"))
            })
        });
        let answer = first.map_or_else(|error| error.to_string(), |pid| pid.to_string());
        i32::from(ends.as_mut().is_none_or(|(tell, _)| tell.write_all(answer.as_bytes()).is_err()))
    })?;
    nix::sys::wait::waitpid(child, None)?;
    // Both ends close: nobody writes any more, and the new process learns that the shim is its parent now.
    ends.take();
    let mut words = String::new();
    told.read_to_string(&mut words)?;
    let pid = words.parse().map(Pid::from_raw).map_err(|_| io::Error::other(words))?;
    keep(&format!("/proc/{pid}/ns/pid"), &config.run.join("pid"))?;
    Ok(pid)
}

fn adopt(mut parent: io::PipeReader, empty: &Path) -> i32 {
    let _ = rustix::thread::set_name(c"pause");
    // The process between this one and the shim goes first, and its end must not be taken for the shim's: the shim says when.
    let _ = parent.read(&mut [0]);
    let _ = rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL));
    // Whatever the shim had open is not for this one: it never returns to code that owns any of it.
    for fd in 3..1024 {
        let _ = nix::unistd::close(fd);
    }
    if let Err(error) = confine(empty) {
        tracing::error!(%error, "the pod's first process can't be confined");
        return 1;
    }
    loop {
        match nix::sys::wait::waitpid(None, None) {
            Err(nix::errno::Errno::ECHILD) => nix::unistd::pause(),
            _ => continue,
        }
    }
}

/// The pod's containers see this process, and one that may trace it could walk through it to the node: so it has an empty root in a mount
/// namespace of its own, and no capabilities.
fn confine(empty: &Path) -> io::Result<()> {
    unshare(CloneFlags::CLONE_NEWNS)?;
    mount(None::<&str>, "/", None::<&str>, MsFlags::MS_PRIVATE | MsFlags::MS_REC, None::<&str>)?;
    mount(Some("empty"), empty, Some("tmpfs"), MsFlags::MS_RDONLY, Some("size=0k"))?;
    rustix::process::chdir(empty)?;
    nix::unistd::pivot_root(".", ".")?;
    umount2(".", MntFlags::MNT_DETACH)?;
    for set in [caps::CapSet::Effective, caps::CapSet::Permitted, caps::CapSet::Inheritable] {
        caps::clear(None, set).map_err(io::Error::other)?;
    }
    rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::NotDumpable)?;
    Ok(())
}
