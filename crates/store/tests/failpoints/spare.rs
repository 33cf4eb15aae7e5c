//! A log file that could not be made durable is never written again: nobody knows what of it is on disk.

use std::time::Duration;

use store::embedded::Embedded;
use store::{Backend, Error, Expect, Write};

use super::lives;
use crate::crash::{Death, Lives, Step};
use crate::history::Client;
use crate::sim::{Fault, How, Kind, Loss};

async fn put(client: &Client, key: &'static str, len: usize) -> Result<(), Error> {
    let write = Write::Put { key: key.into(), value: vec![b'.'; len].into(), expect: Expect::Any, ttl: None };
    Step::Write(vec![write]).run(client).await
}

/// A store with a spare file, which the next large write has to lengthen.
async fn with_spare(lives: &Lives) -> (Embedded, Client) {
    let store = lives.open().await.unwrap();
    let client = lives.client(&store);
    put(&client, "half", 2500).await.unwrap();
    // One that is ready is counted after all work on it.
    while store.stats().log_segments < 2 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    (store, client)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_spare_file_whose_sync_failed_is_not_used_again() {
    for seed in 0..8 {
        let mut lives = lives(seed);
        let (store, client) = with_spare(&lives).await;
        lives.disk.fail(Fault::once(Kind::Sync, "log-", 0, How::Before));
        let refused = put(&client, "large", 5000).await;
        assert!(matches!(refused, Err(Error::Unavailable(_))), "{refused:?}");
        assert!(lives.disk.heal());
        let log = lives.disk.log();
        let (_, failed) = log.iter().rev().find(|(kind, _)| *kind == Kind::Sync).unwrap();
        for key in ["large", "larger", "last"] {
            put(&client, key, 5000).await.unwrap();
        }
        let later = &lives.disk.log()[log.len()..];
        let used = later.iter().any(|(kind, name)| *kind == Kind::Write && name == failed);
        assert!(!used, "{failed} was used again");
        drop(client);
        store.close().await;
        lives.die(Death::Power(Loss::Scattered)).await;
        lives.judge(&format!("seed {seed}")).await;
    }
}
