//! Random concurrent clients and watchers against each back end, checked as a whole.

use store::Store;

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
