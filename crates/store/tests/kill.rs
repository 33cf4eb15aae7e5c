//! The store in a child process that is killed with SIGKILL at random points, over and over, in the middle of everything.

mod message;
mod remote;
mod server;
mod wire;

use std::path::PathBuf;

use remote::Remote;
use store::Store;
use store::embedded::{Config, Embedded};

use crate::history;
use crate::seed;
use crate::workload::{Plan, Run, Tally};

/// Tells a child where its parent listens and where its store is.
const SOCKET: &str = "NAVARCH_STORE_CHILD_SOCKET";
const DIRECTORY: &str = "NAVARCH_STORE_CHILD_DIRECTORY";

/// How often the store dies in one run.
const DEATHS: usize = 12;

/// Not a test by itself: what the child runs.
#[tokio::test(flavor = "multi_thread")]
async fn child() {
    let (Some(socket), Some(dir)) = (std::env::var_os(SOCKET), std::env::var_os(DIRECTORY)) else { return };
    // Small files, so that logs change and checkpoints are written all the time.
    let config = Config { segment_bytes: 64 << 10, checkpoint_bytes: 64 << 10, ..Config::default() };
    let store = Embedded::open(&PathBuf::from(dir), config).await.expect("the store opens after a kill");
    server::serve(Store::new(store), &PathBuf::from(socket)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_store_keeps_its_promises() {
    for seed in seed::seeds(100, 2) {
        let _announce = seed::Announce(seed);
        let mut rng = fastrand::Rng::with_seed(seed);
        let dir = tempfile::tempdir().unwrap();
        let plan = Plan { operations: 100_000, ..Plan::new(seed) };
        let first = Store::new(Remote::start(dir.path(), u64::MAX).await);
        let mut run = Run::start(&first, plan, None).await.unwrap();
        run.recorder.allow_forgetting();
        first.close().await;
        for _ in 0..DEATHS {
            let store = Store::new(Remote::start(dir.path(), rng.u64(50..2500)).await);
            assert!(!run.round(&store, false).await, "the child lived too long");
        }
        run.plan.operations = 30;
        let store = Store::new(Remote::start(dir.path(), u64::MAX).await);
        assert!(run.round(&store, true).await);
        store.close().await;
        let history = run.history();
        history::assert_correct(&history);
        let tally = Tally::of(&history);
        tally.assert_busy(DEATHS * 100);
        assert!(tally.unknown >= DEATHS / 2, "too few writes were interrupted: {tally:?}");
    }
}

/// A store in a process of its own, for who needs one.
pub async fn child_on(dir: &std::path::Path) -> Store {
    Store::new(Remote::start(dir, u64::MAX).await)
}
