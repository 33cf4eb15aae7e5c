//! Backups of a running store for another process: a socket in the store's directory, which only its owner may reach, as only the owner may
//! read the files. Whoever connects is sent one backup, and the connection ends.
//!
//! The API server opens it; `navarch backup` asks. What is sent is the file of docs/store-format.md, which says by itself where it ends,
//! so that half a backup never passes for a whole one.

use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::os::fd::AsRawFd as _;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::Handle;

use super::backup;
use super::checkpoint::Sink;
use super::files::{BACKUP_SOCKET, failed};
use super::shared::Shared;
use super::stats::Summary;
use crate::{Error, Result};

/// A receiver that takes nothing for so long is given up: while it is served, the past stays in memory.
const STALLED: Duration = Duration::from_secs(30);
const CHUNK: usize = 256 << 10;

/// The socket of `dir` by a path that is short enough for a socket's address, however long that of `dir` is.
fn address(dir: &File) -> PathBuf {
    format!("/proc/self/fd/{}/{BACKUP_SOCKET}", dir.as_raw_fd()).into()
}

/// Opens the socket in `dir` and serves it until the store stops. The caller holds the lock of `dir`.
pub(crate) fn serve(shared: &Arc<Shared>, runtime: &Handle, dir: &Path) -> Result<()> {
    let listener = listen(dir).map_err(|error| failed("open", &shown(dir), &error))?;
    let (shared, serving) = (shared.clone(), runtime.clone());
    runtime.spawn(async move {
        // The file stays: removing it could hit that of the next process. Whoever connects is told that nobody listens.
        tokio::select! {
            () = shared.stop.wait() => {}
            () = accept(&shared, &serving, listener) => {}
        }
    });
    Ok(())
}

fn shown(dir: &Path) -> String {
    dir.join(BACKUP_SOCKET).display().to_string()
}

fn listen(dir: &Path) -> io::Result<tokio::net::UnixListener> {
    let dir = File::open(dir)?;
    let address = address(&dir);
    match std::fs::remove_file(&address) {
        // What an earlier process left.
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let listener = UnixListener::bind(&address)?;
    std::fs::set_permissions(&address, PermissionsExt::from_mode(0o600))?;
    listener.set_nonblocking(true)?;
    tokio::net::UnixListener::from_std(listener)
}

/// One after the other: each reads all of the store.
async fn accept(shared: &Arc<Shared>, runtime: &Handle, listener: tokio::net::UnixListener) {
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::warn!(%error, "cannot take a request for a backup");
                shared.config.clock.sleep(Duration::from_secs(1)).await;
                continue;
            }
        };
        let shared = shared.clone();
        match runtime.spawn_blocking(move || send(&shared, stream)).await {
            Ok(Ok(())) => tracing::info!("a backup was handed out"),
            Ok(Err(error)) => tracing::warn!(%error, "a backup was not finished"),
            Err(error) => tracing::error!(%error, "a backup failed"),
        }
    }
}

fn send(shared: &Shared, stream: tokio::net::UnixStream) -> io::Result<()> {
    let stream = stream.into_std()?;
    stream.set_nonblocking(false)?;
    stream.set_write_timeout(Some(STALLED))?;
    backup::stream(shared, Outgoing(stream))
}

/// The connection to whoever asked.
struct Outgoing(UnixStream);

impl Sink for Outgoing {
    fn append(&mut self, bytes: &[u8], _offset: u64) -> io::Result<()> {
        self.0.write_all(bytes)
    }

    /// The receiver sees to that.
    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Has the process that runs the store in `dir` send a backup, and writes it to the new file `to`, durable and checked. `None` if no
/// process hands out backups there: then the files can be read. Blocks.
pub fn backup_running(dir: &Path, to: &Path) -> Result<Option<Summary>> {
    let stream = match File::open(dir).and_then(|dir| UnixStream::connect(address(&dir))) {
        Ok(stream) => stream,
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused) => {
            return Ok(None);
        }
        Err(error) => return Err(failed("connect to", &shown(dir), &error)),
    };
    backup::write_new(to, |file| copy(stream, file.as_ref()))?;
    backup::inspect(to).map(Some).map_err(|error| {
        // Half a backup would be refused by a restore, but need not lie about.
        let _ = std::fs::remove_file(to);
        Error::Data(format!("the server did not finish the backup, its log says why ({error})"))
    })
}

fn copy(mut from: UnixStream, to: &dyn super::disk::DiskFile) -> io::Result<()> {
    let (mut buffer, mut offset) = (vec![0; CHUNK], 0);
    loop {
        match from.read(&mut buffer) {
            Ok(0) => return to.sync(),
            Ok(read) => {
                to.write_at(&buffer[..read], offset)?;
                offset += read as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}
