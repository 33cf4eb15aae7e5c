//! Leases of many nodes: each is rewritten with a new time to live, all at once (a server that comes back) and as they come (every
//! node every ten seconds). What a renewal costs the disk is what an idle cluster costs it.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use hdrhistogram::Histogram;
use store::Store;
use store::embedded::{Config, Embedded};
use tokio::task::JoinSet;

use crate::Bench;
use crate::counted::{Blocks, CountedDisk};
use crate::figures::Renewal;
use crate::load::{histogram, log_bytes, note, put, settle, value};
use crate::meter::Meter;

/// About the size of a node's lease.
const VALUE: usize = 512;
const TTL: Duration = Duration::from_secs(40);
/// How often a node renews its lease.
const PERIOD: Duration = Duration::from_secs(10);
const STORMS: usize = 5;

/// Both ways.
pub fn measure(bench: &Bench<'_>) -> Result<Vec<Renewal>> {
    let dir = tempfile::tempdir_in(bench.dir)?;
    bench.runtime.block_on(async {
        let (dir, blocks) = (dir.path(), Blocks::default());
        let disk = CountedDisk::create(dir, blocks.clone())?;
        let embedded = Embedded::open_on(disk, Config::default()).await?;
        let (store, meter) = (Store::new(embedded.clone()), Meter::own(dir, blocks.clone())?);
        let leases = Leases { bench, dir, blocks, meter, store, embedded };
        // The first storm makes the keys.
        leases.storm(&mut histogram()).await?;
        let storm = leases
            .observe("all at once", async |latency| {
                for _ in 0..STORMS {
                    leases.storm(latency).await?;
                }
                Ok(())
            })
            .await?;
        let steady = leases.observe("as they come", async |latency| leases.steady(latency).await).await?;
        leases.store.close().await;
        Ok(vec![storm, steady])
    })
}

struct Leases<'a> {
    bench: &'a Bench<'a>,
    dir: &'a Path,
    blocks: Blocks,
    meter: Meter,
    embedded: Embedded,
    store: Store,
}

impl Leases<'_> {
    /// What the renewals made by `work` cost.
    async fn observe(
        &self,
        how: &'static str,
        work: impl AsyncFnOnce(&mut Histogram<u64>) -> Result<()>,
    ) -> Result<Renewal> {
        let clock = &self.bench.clock;
        settle(self.dir, &self.blocks, clock).await;
        let (usage, before, begun) = (self.meter.read()?, self.embedded.stats(), clock.monotonic());
        let mut latency = histogram();
        work(&mut latency).await?;
        let seconds = (clock.monotonic() - begun).as_secs_f64();
        settle(self.dir, &self.blocks, clock).await;
        let (after, renewals) = (self.embedded.stats(), latency.len() as f64);
        Ok(Renewal {
            how,
            leases: self.bench.plan.leases,
            per_second: renewals / seconds,
            commits: (after.commits - before.commits) as f64 / renewals,
            log_bytes: log_bytes(&before, &after) / renewals,
            disk_bytes: (self.meter.read()? - usage).disk_bytes / renewals,
            p99_micros: latency.value_at_quantile(0.99) as f64,
        })
    }

    /// Every lease at the same time.
    async fn storm(&self, latency: &mut Histogram<u64>) -> Result<()> {
        let mut tasks = JoinSet::new();
        for node in 0..self.bench.plan.leases {
            tasks.spawn(self.renew(node));
        }
        collect(tasks, latency).await
    }

    /// One after the other, evenly spread over the period, for as long as the plan says.
    async fn steady(&self, latency: &mut Histogram<u64>) -> Result<()> {
        let Bench { clock, plan, .. } = self.bench;
        let (mut tasks, begun) = (JoinSet::new(), clock.monotonic());
        let gap = PERIOD / u32::try_from(plan.leases)?;
        let mut due = Duration::ZERO;
        for node in 0.. {
            if due >= plan.steady {
                break;
            }
            clock.sleep((begun + due).saturating_sub(clock.monotonic())).await;
            tasks.spawn(self.renew(node % plan.leases));
            due += gap;
        }
        collect(tasks, latency).await
    }

    /// One renewal; how long it took.
    fn renew(&self, node: usize) -> impl Future<Output = Result<Duration, store::Error>> + Send + 'static {
        let (store, clock) = (self.store.clone(), self.bench.clock.clone());
        let write = put(format!("/registry/leases/kube-node-lease/node-{node:05}"), &value(VALUE), Some(TTL));
        async move {
            let begun = clock.monotonic();
            store.write(vec![write]).await?;
            Ok(clock.monotonic() - begun)
        }
    }
}

async fn collect(
    mut tasks: JoinSet<Result<Duration, store::Error>>,
    latency: &mut Histogram<u64>,
) -> Result<()> {
    while let Some(done) = tasks.join_next().await {
        note(latency, done??);
    }
    Ok(())
}
