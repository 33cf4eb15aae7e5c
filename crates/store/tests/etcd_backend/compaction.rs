//! Background compaction by several servers, on a clock moved by hand.

use std::time::{Duration, UNIX_EPOCH};

use runtime::{Clock, ManualTime};
use store::etcd::{Config, Etcd};
use store::{Backend, Error, Expect, KeyRange, Range, Revision, Write};

use crate::fixture::etcd::Cluster;

const INTERVAL: Duration = Duration::from_secs(300);

async fn server(cluster: &Cluster) -> (Etcd, ManualTime) {
    let (clock, time) = Clock::manual(UNIX_EPOCH);
    let config = Config { clock, compaction_interval: Some(INTERVAL), ..cluster.config() };
    (Etcd::connect(config).await.expect("the cluster is up"), time)
}

async fn write(etcd: &Etcd) -> Revision {
    let put = Write::Put { key: "k".into(), value: "v".into(), expect: Expect::Any, ttl: None };
    etcd.write(vec![put]).await.expect("the cluster is up").revision
}

/// How often the servers have taken their turn: the version of the key through which they agree.
async fn turns(root: &Etcd) -> u64 {
    let key =
        root.range(Range::new(KeyRange::key("compact_rev_key"))).await.expect("the cluster is up").kvs.pop();
    key.map_or(0, |key| key.version)
}

/// Moves the clock until the turn has been taken: the task may not have begun its wait when the clock first moves.
async fn turn(root: &Etcd, time: &ManualTime, version: u64) {
    while turns(root).await < version {
        time.advance(INTERVAL);
        for _ in 0..20 {
            if turns(root).await >= version {
                break;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

async fn oldest(etcd: &Etcd) -> Revision {
    match etcd.range(Range::new(KeyRange::all()).at(Revision(1))).await {
        Ok(_) => Revision(1),
        Err(Error::Compacted { compacted, .. }) => compacted,
        Err(error) => panic!("{error}"),
    }
}

#[tokio::test]
async fn history_is_kept_for_an_interval_by_whichever_server_comes_first() {
    let cluster = Cluster::single().await;
    let root = Etcd::connect(Config { prefix: "".into(), ..cluster.config() }).await.unwrap();
    let (one, first_clock) = server(&cluster).await;
    let early = write(&one).await;
    turn(&root, &first_clock, 1).await;
    assert_eq!(oldest(&root).await, Revision(1), "nothing was noted an interval ago");
    let noted = root.revision().await.unwrap();
    assert!(noted > early);
    write(&one).await;

    // A second server has noted nothing: its first turn finds that somebody else has had one, and only takes note.
    let (two, second_clock) = server(&cluster).await;
    second_clock.advance(INTERVAL);
    turn(&root, &first_clock, 2).await;
    while oldest(&root).await == Revision(1) {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(oldest(&root).await, noted, "compacted to what was the newest an interval ago");
    assert_eq!(turns(&root).await, 2);
    for etcd in [one, two] {
        etcd.close().await;
    }
}
