//! The etcd back end: etcd v3 over gRPC, for clusters with several servers.
//!
//! Thin by intent: etcd keeps the data and its promises, this maps the store's contract to its calls and its failures to the store's
//! errors. A write whose outcome is unknown is never repeated here.
//!
//! | module | what it does |
//! |---|---|
//! | [`Config`] | how to reach the cluster; `url` reads it from a datastore URL |
//! | `wire` | the messages, written by hand |
//! | `rpc` | members, failover, deadlines, and what a failed call means |
//! | `txn`, `range` | writes and reads in etcd's terms |
//! | `watch` | streams that are taken up again, assembled into whole revisions |
//! | `lease` | keys that delete themselves |
//! | `compactor`, `floor` | forgetting history, and finding where it begins |
//! | `version`, `probe` | what the members are, and what that allows |

mod compactor;
mod config;
mod floor;
mod lease;
mod probe;
mod range;
mod rpc;
mod txn;
mod url;
mod version;
mod watch;
mod wire;

use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use runtime::{Clock, Shutdown};
use tokio::sync::{mpsc, oneshot};
use tokio_util::task::TaskTracker;

pub use self::config::{Config, Credentials, Identity, Tls};
use self::lease::{Held, Leases};
use self::probe::Versions;
use self::range::{read_error, to_wire};
use self::rpc::{Failure, Repeat, Rpc};
pub use self::version::Version;
use self::watch::Follower;
use self::wire::{COMPACT, CompactionRequest, TXN};
use crate::{Backend, Error, Range, RangeResult, Result, Revision, Watch, WatchRequest, Write, WriteResult};

/// How often a write gets a new lease because the server has lost the one it was to join.
const LEASE_ATTEMPTS: usize = 3;

/// A connection to an etcd cluster.
pub struct Etcd {
    shared: Arc<Shared>,
    leases: Leases,
    tasks: TaskTracker,
}

/// What calls, watches and background work have in common.
struct Shared {
    rpc: Arc<Rpc>,
    prefix: Bytes,
    clock: Clock,
    shutdown: Shutdown,
    versions: Versions,
    trust_progress: Option<bool>,
}

impl Shared {
    fn trusts_progress(&self) -> bool {
        self.trust_progress.unwrap_or_else(|| self.versions.progress_on_request())
    }
}

impl Etcd {
    /// Connects to a cluster of which at least one member must answer, and starts background compaction if `config` says so.
    pub async fn connect(config: Config) -> Result<Self> {
        config.check()?;
        let shutdown = Shutdown::new();
        let rpc = Arc::new(Rpc::new(&config, shutdown.clone())?);
        // One member that hangs must not hold up a start that the others could make.
        let patience = if rpc.members() > 1 { config.attempt_timeout } else { config.request_timeout };
        let versions = Versions::ask(&rpc, patience).await.map_err(|error| explain(error, &config))?;
        let Config { prefix, clock, trust_progress, .. } = config;
        let shared = Arc::new(Shared { rpc, prefix, clock, shutdown, versions, trust_progress });
        let etcd = Self { shared, leases: Leases::default(), tasks: TaskTracker::new() };
        etcd.spawn(probe::complete(etcd.shared.clone(), patience));
        if let Some(interval) = config.compaction_interval {
            etcd.spawn(compactor::run(etcd.shared.clone(), interval));
        }
        Ok(etcd)
    }

    /// Runs background work that may be dropped at any point, until the store closes.
    fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        let shutdown = self.shared.shutdown.clone();
        self.tasks.spawn(async move {
            tokio::select! {
                () = work => {}
                () = shutdown.wait() => {}
            }
        });
    }

    /// The oldest version among the members that have answered so far.
    pub fn server_version(&self) -> Version {
        self.shared.versions.oldest()
    }

    fn check_open(&self) -> Result<()> {
        match self.shared.shutdown.is_triggered() {
            true => Err(Error::Unavailable("the store is closed".into())),
            false => Ok(()),
        }
    }
}

/// A server that wants a client certificate closes the connection, and with TLS 1.3 often before its reason can be read.
fn explain(error: Error, config: &Config) -> Error {
    match error {
        Error::Unavailable(why) if config.tls.as_ref().is_some_and(|tls| tls.identity.is_none()) => {
            Error::Unavailable(format!("{why} (no client certificate is given; the server may ask for one)"))
        }
        other => other,
    }
}

impl Drop for Etcd {
    fn drop(&mut self) {
        self.shared.shutdown.trigger();
    }
}

#[async_trait]
impl Backend for Etcd {
    async fn write(&self, writes: Vec<Write>) -> Result<WriteResult> {
        let _busy = self.tasks.token();
        let Shared { rpc, prefix, clock, .. } = &*self.shared;
        let mut attempts = LEASE_ATTEMPTS;
        loop {
            let held = self.leases.for_writes(rpc, clock, &writes).await.map_err(Failure::into_error)?;
            let leases: Vec<i64> =
                held.iter().map(|held: &Option<Held>| held.map_or(0, |held| held.id)).collect();
            let request = txn::request(prefix, &writes, &leases);
            attempts -= 1;
            let answer = rpc.call(&TXN, request, Repeat::Never).await;
            match answer {
                Err(Failure::LeaseNotFound) if attempts > 0 => self.leases.forget(&held).await,
                Err(failure) => return Err(failure.into_error()),
                Ok(answer) => {
                    self.leases.settle(rpc, clock, &held).await;
                    return txn::result(prefix, &writes, answer);
                }
            }
        }
    }

    async fn range(&self, range: Range) -> Result<RangeResult> {
        let _busy = self.tasks.token();
        range::range(&self.shared.rpc, &self.shared.prefix, range).await
    }

    async fn revision(&self) -> Result<Revision> {
        let _busy = self.tasks.token();
        range::revision(&self.shared.rpc, &self.shared.prefix).await.map_err(read_error)
    }

    async fn watch(&self, request: WatchRequest) -> Result<Watch> {
        self.check_open()?;
        // A member's own idea of now may lie behind what others have acknowledged; the quorum's does not.
        let after = match request.after {
            Some(after) => after,
            None => self.revision().await?,
        };
        let (items, received) = mpsc::channel(watch::QUEUE);
        let (wish, wishes) = mpsc::channel(1);
        let (opening, opened) = oneshot::channel();
        self.tasks.spawn(Follower::new(self.shared.clone(), request, after, items, wishes, opening).run());
        // A watch that the server has taken up is not overtaken by a compaction that its consumer asks for next. If that takes long,
        // the watch goes on trying while its consumer waits for items.
        let _ = tokio::time::timeout(self.shared.rpc.attempt_timeout(), opened).await;
        Ok(Watch::new(received, wish))
    }

    async fn compact(&self, revision: Revision) -> Result<()> {
        let _busy = self.tasks.token();
        let rpc = &self.shared.rpc;
        let request = CompactionRequest { revision: to_wire(revision) };
        match rpc.call(&COMPACT, request, Repeat::Never).await {
            Ok(_) => Ok(()),
            Err(Failure::Compacted) => Err(floor::compacted(rpc, &self.shared.prefix, revision).await),
            Err(Failure::Future) => {
                let current = self.revision().await?;
                Err(Error::FutureRevision { requested: revision, current })
            }
            Err(failure) => Err(failure.into_error()),
        }
    }

    fn progress_on_request(&self) -> bool {
        self.shared.trusts_progress()
    }

    async fn close(&self) {
        self.shared.shutdown.trigger();
        self.tasks.close();
        self.tasks.wait().await;
    }
}
