//! Random concurrent clients and watchers against each back end, checked as a whole.

use std::time::{Duration, UNIX_EPOCH};

use runtime::Clock;
use store::Store;
use store::embedded::{Config, Embedded};
use store::etcd::Etcd;

use crate::fixture::etcd::Cluster;
use crate::history;
use crate::seed;
use crate::workload::{self, Plan, Run, Tally};

/// On a busy machine compactions may overtake watches, which then see too little: such a run is repeated, so often.
const RUNS: usize = 5;

#[tokio::test(flavor = "multi_thread")]
async fn etcd() {
    for seed in seed::seeds(200, 2) {
        let _announce = seed::Announce(seed);
        let mut quiet = Vec::new();
        while let Err(why) = on_etcd(seed).await {
            quiet.push(why);
            assert!(quiet.len() < RUNS, "{}", quiet.join("\n"));
        }
    }
}

/// One run, which must be correct; why it was not busy enough to count, if it was not.
async fn on_etcd(seed: u64) -> Result<(), String> {
    let cluster = Cluster::single().await;
    let store = Store::new(cluster.connect().await);
    let plan = Plan::new(seed);
    let operations = plan.clients * plan.operations;
    let history = workload::plain(&store, plan, None).await;
    store.close().await;
    history::assert_correct(&history);
    Tally::of(&history).busy(operations)
}

#[tokio::test(flavor = "multi_thread")]
async fn embedded() {
    for seed in seed::seeds(210, 6) {
        let _announce = seed::Announce(seed);
        let dir = tempfile::tempdir().unwrap();
        let (clock, time) = Clock::manual(UNIX_EPOCH + Duration::from_secs(1_000_000));
        // Files small enough to change while the run goes on.
        let config = Config {
            clock: clock.clone(),
            segment_bytes: 64 << 10,
            checkpoint_bytes: 64 << 10,
            ..Config::default()
        };
        let store = Store::new(Embedded::open(dir.path(), config).await.unwrap());
        let plan = Plan { operations: 300, expire: true, ..Plan::new(seed) };
        let operations = plan.clients * plan.operations;
        let history = workload::plain(&store, plan, Some((clock, time))).await;
        store.close().await;
        history::assert_correct(&history);
        let tally = Tally::of(&history);
        tally.assert_busy(operations);
        assert!(tally.progress > 5, "{tally:?}");
    }
}

/// etcd is killed in the middle, over and over; writes of unknown outcome must be told as such, and watches go on where they were.
#[tokio::test(flavor = "multi_thread")]
async fn etcd_killed() {
    const DEATHS: usize = 3;
    for seed in seed::seeds(220, 1) {
        let _announce = seed::Announce(seed);
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut cluster = Cluster::single().await;
        // Nobody waits long for a server that was killed.
        let config = store::etcd::Config { request_timeout: Duration::from_secs(2), ..cluster.config() };
        let connect = async || Store::new(Etcd::connect(config.clone()).await.unwrap());
        let first = connect().await;
        let plan = Plan { operations: 100_000, ..Plan::new(seed) };
        let mut run = Run::start(&first, plan, None).await.unwrap();
        first.close().await;
        for _ in 0..DEATHS {
            let store = connect().await;
            let (recorder, until) = (run.recorder.clone(), run.recorder.operations() + rng.usize(100..600));
            let round = run.round(&store, false);
            let kill = async {
                while recorder.operations() < until {
                    tokio::time::sleep(Duration::from_millis(1)).await;
                }
                cluster.kill(0);
            };
            let (alive, ()) = tokio::join!(round, kill);
            assert!(!alive, "etcd lived on");
            cluster.restart(0).await;
        }
        run.plan.operations = 30;
        let store = connect().await;
        assert!(run.round(&store, true).await);
        store.close().await;
        let history = run.history();
        history::assert_correct(&history);
        Tally::of(&history).assert_busy(DEATHS * 100);
    }
}
