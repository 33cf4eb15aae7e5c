//! Network namespaces: opening one, making one, running something inside, sysctls.
//!
//! A namespace is a property of a thread. Whatever must happen inside runs on a thread of its own that ends afterwards; nothing here
//! forks, and no thread of the caller ever changes its namespace.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use nix::mount::{MntFlags, MsFlags, mount, umount2};
use nix::sched::{CloneFlags, setns, unshare};

use crate::Error;

/// The file that names the namespace of the thread that opens it.
const OWN: &str = "/proc/thread-self/ns/net";

/// An open network namespace. It lives at least as long as this.
#[derive(Debug, Clone)]
pub struct Netns {
    file: Arc<File>,
    path: PathBuf,
}

impl Netns {
    /// Opens one by its file: `/run/netns/x`, `/proc/1/ns/net`.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let file = File::open(path).map_err(|source| Error::Namespace { path: path.into(), source })?;
        Ok(Self { file: Arc::new(file), path: path.into() })
    }

    /// The one that the calling thread is in.
    pub fn current() -> Result<Self, Error> {
        Self::open(OWN)
    }

    /// The one that a process is in.
    pub fn of_process(pid: u32) -> Result<Self, Error> {
        Self::open(format!("/proc/{pid}/ns/net"))
    }

    /// Makes one without a name: it ends with the last thing that holds it.
    pub fn unnamed() -> Result<Self, Error> {
        let failed = |source| Error::Namespace { path: OWN.into(), source };
        on_thread(|| {
            unshare(CloneFlags::CLONE_NEWNET).map_err(|errno| failed(errno.into()))?;
            Self::open(OWN)
        })
    }

    /// Makes one and binds it to a file, which must not exist. It lives until [`Netns::remove`].
    pub fn create(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let failed = |source| Error::Namespace { path: path.into(), source };
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(failed)?;
        }
        File::create_new(path).map_err(failed)?;
        let made = on_thread(|| {
            unshare(CloneFlags::CLONE_NEWNET)?;
            mount(Some(OWN), path, None::<&str>, MsFlags::MS_BIND, None::<&str>)
        });
        if let Err(errno) = made {
            let _ = fs::remove_file(path);
            return Err(failed(errno.into()));
        }
        Self::open(path)
    }

    /// Unbinds the file of a namespace and removes it. Succeeds when it is gone.
    pub fn remove(path: impl AsRef<Path>) -> Result<(), Error> {
        let path = path.as_ref();
        let failed = |source| Error::Namespace { path: path.into(), source };
        match umount2(path, MntFlags::MNT_DETACH) {
            Ok(()) | Err(nix::Error::EINVAL | nix::Error::ENOENT) => {}
            Err(errno) => return Err(failed(errno.into())),
        }
        match fs::remove_file(path) {
            Err(source) if source.kind() != io::ErrorKind::NotFound => Err(failed(source)),
            _ => Ok(()),
        }
    }

    /// The file it was opened by.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What tells namespaces apart.
    pub fn inode(&self) -> Result<u64, Error> {
        let metadata = self.file.metadata();
        metadata
            .map(|metadata| metadata.ino())
            .map_err(|source| Error::Namespace { path: self.path.clone(), source })
    }

    /// The open file, for messages that name a namespace by descriptor.
    pub(crate) fn file(&self) -> Arc<File> {
        self.file.clone()
    }

    /// Runs `work` on a thread inside the namespace and waits for it. Sockets made there stay in the namespace.
    pub fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T, Error> {
        on_thread(|| {
            setns(&*self.file, CloneFlags::CLONE_NEWNET)
                .map_err(|errno| Error::Namespace { path: self.path.clone(), source: errno.into() })?;
            Ok(work())
        })
    }

    /// Writes a sysctl, named with slashes or dots: `net.ipv4.ip_forward`. Names of interfaces with dots need slashes.
    pub fn set_sysctl(&self, name: &str, value: &str) -> Result<(), Error> {
        let path = sysctl_path(name);
        self.run(|| fs::write(&path, value))?.map_err(|source| Error::Namespace { path, source })
    }

    /// Reads a sysctl.
    pub fn sysctl(&self, name: &str) -> Result<String, Error> {
        let path = sysctl_path(name);
        let value = self.run(|| fs::read_to_string(&path))?;
        value.map(|value| value.trim().to_owned()).map_err(|source| Error::Namespace { path, source })
    }
}

fn sysctl_path(name: &str) -> PathBuf {
    let name = if name.contains('/') { name.to_owned() } else { name.replace('.', "/") };
    Path::new("/proc/sys").join(name.trim_start_matches('/'))
}

/// Runs `work` on a thread of its own, so that what it does to its namespaces ends with it.
fn on_thread<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| match scope.spawn(work).join() {
        Ok(value) => value,
        Err(panic) => std::panic::resume_unwind(panic),
    })
}
