//! Random concurrent clients and watchers against each back end, checked as a whole.

use std::time::{Duration, UNIX_EPOCH};

use runtime::Clock;
use store::Store;
use store::embedded::{Config, Embedded};

use crate::fixture::etcd::Cluster;
use crate::history;
use crate::seed;
use crate::workload::{self, Plan, Tally};

#[tokio::test(flavor = "multi_thread")]
async fn etcd() {
    for seed in seed::seeds(200, 2) {
        let _announce = seed::Announce(seed);
        let cluster = Cluster::single().await;
        let store = Store::new(cluster.connect().await);
        let plan = Plan::new(seed);
        let operations = plan.clients * plan.operations;
        let history = workload::plain(&store, plan, None).await;
        store.close().await;
        history::assert_correct(&history);
        Tally::of(&history).assert_busy(operations);
    }
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
