//! A short fixed story: writes of all forms and sizes, deletes, transactions and compactions, one after the other.

use bytes::Bytes;
use store::{Error, Expect, Revision, Write};

use crate::history::Client;

/// One step.
#[derive(Debug, Clone)]
pub enum Step {
    Write(Vec<Write>),
    /// Compacts to so many revisions before the newest.
    Compact(u64),
}

impl Step {
    /// Does it, on record.
    pub async fn run(&self, client: &Client) -> Result<(), Error> {
        match self {
            Self::Write(writes) => client.write(writes.clone()).await.map(|_| ()),
            Self::Compact(back) => {
                let now = client.revision().await?;
                let to = Revision(now.0.saturating_sub(*back).max(1));
                client.compact(to).await
            }
        }
    }
}

/// `count` steps, the same for the same seed. Values are different in every step and every script.
pub fn script(seed: u64, count: usize) -> Vec<Step> {
    let mut rng = fastrand::Rng::with_seed(seed);
    (0..count).map(|n| step(seed, n, &mut rng)).collect()
}

fn step(seed: u64, n: usize, rng: &mut fastrand::Rng) -> Step {
    let key = |k: usize| Bytes::from(format!("/k/{k}"));
    let value = |rng: &mut fastrand::Rng, k: usize| {
        let mut value = format!("{seed}.{n}.{k}.").into_bytes();
        // Now and then larger than a log file, which then gets a longer one.
        let more = if rng.usize(0..25) == 0 { 5000 } else { rng.usize(0..700) };
        value.resize(value.len() + more, b'.');
        Bytes::from(value)
    };
    let any = Expect::Any;
    match rng.usize(0..12) {
        0..7 => {
            let k = rng.usize(0..8);
            Step::Write(vec![Write::Put { key: key(k), value: value(rng, k), expect: any, ttl: None }])
        }
        7..9 => Step::Write(vec![Write::Delete { key: key(rng.usize(0..8)), expect: any }]),
        9..11 => {
            let put = |k| Write::Put { key: key(k), value: value(rng, k), expect: any, ttl: None };
            let mut writes: Vec<Write> = (0..4).map(put).collect();
            writes.push(Write::Delete { key: key(5), expect: any });
            Step::Write(writes)
        }
        _ => Step::Compact(rng.u64(0..15)),
    }
}
