//! A real etcd with its syncs, on the disk that is measured, reached through our own etcd back end.

use std::fs::File;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use runtime::Clock;
use store::Store;
use store::etcd::{Config, Etcd};

use crate::meter::Meter;

/// How long it may take until it serves, on a busy machine.
const START: Duration = Duration::from_secs(60);

/// A running etcd; ended when this is dropped.
pub struct Server {
    child: Child,
    /// A connection to it.
    pub store: Store,
}

impl Server {
    /// Starts one in `dir` and waits until it serves.
    pub async fn start(dir: &Path, clock: &Clock) -> Result<Self> {
        // Another process may take a port between its choice and its use; then both are chosen anew.
        for attempt in 0..10 {
            let ports = free_ports()?;
            let mut child = spawn(&dir.join(format!("etcd-{attempt}")), ports)?;
            match connect(&mut child, ports[0], clock).await {
                Ok(Some(store)) => return Ok(Self { child, store }),
                Ok(None) => {}
                Err(error) => {
                    end(&mut child);
                    return Err(error);
                }
            }
        }
        bail!("etcd did not start in ten attempts")
    }

    /// What the process uses of the disk that holds `dir`.
    pub fn meter(&self, dir: &Path) -> Result<Meter> {
        Meter::process(dir, self.child.id())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        end(&mut self.child);
    }
}

fn end(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

/// The program to run.
pub fn binary() -> String {
    std::env::var("NAVARCH_TEST_ETCD").unwrap_or_else(|_| "etcd".into())
}

fn spawn(dir: &Path, [client, peer]: [u16; 2]) -> Result<Child> {
    std::fs::create_dir_all(dir)?;
    let log = File::create(dir.join("log"))?;
    Command::new(binary())
        .arg(format!("--data-dir={}", dir.join("data").display()))
        .arg(format!("--listen-client-urls=http://127.0.0.1:{client}"))
        .arg(format!("--advertise-client-urls=http://127.0.0.1:{client}"))
        .arg(format!("--listen-peer-urls=http://127.0.0.1:{peer}"))
        .arg(format!("--initial-advertise-peer-urls=http://127.0.0.1:{peer}"))
        .arg(format!("--initial-cluster=default=http://127.0.0.1:{peer}"))
        .stdin(Stdio::null())
        .stdout(log.try_clone()?)
        .stderr(log)
        .spawn()
        .with_context(|| format!("cannot run {}: run scripts/install-deps.sh", binary()))
}

/// A connection, as soon as there is one; `None` if the process has ended instead.
async fn connect(child: &mut Child, port: u16, clock: &Clock) -> Result<Option<Store>> {
    let begun = clock.monotonic();
    loop {
        if child.try_wait()?.is_some() {
            return Ok(None);
        }
        let endpoints = vec![format!("http://127.0.0.1:{port}")];
        let config = Config { compaction_interval: None, ..Config::new(endpoints, clock.clone()) };
        match Etcd::connect(config).await {
            Ok(etcd) => return Ok(Some(Store::new(etcd))),
            Err(error) if clock.monotonic() - begun > START => {
                return Err(error).context("etcd does not serve");
            }
            Err(_) => clock.sleep(Duration::from_millis(50)).await,
        }
    }
}

/// Two ports that nobody listens on.
fn free_ports() -> Result<[u16; 2]> {
    let held = [TcpListener::bind("127.0.0.1:0")?, TcpListener::bind("127.0.0.1:0")?];
    Ok([held[0].local_addr()?.port(), held[1].local_addr()?.port()])
}
