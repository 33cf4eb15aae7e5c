//! Faults at named points of the embedded store's work with the disk, and what each must and must not do.

mod table;

use std::collections::BTreeSet;

use store::{Backend, Error, KeyRange, Range};

use crate::crash::{Death, Lives, script};
use crate::history::Answer;
use crate::sim::{Fault, Kind, Loss};
use table::{FAILPOINTS, Failpoint, Outcome};

const STEPS: usize = 60;
/// How many times each point is made to fail: the first time it is reached, the second, and so on.
const TIMES: usize = 6;

/// A run with one fault; `false` if the point was not reached so often.
async fn run(point: &Failpoint, nth: usize) -> bool {
    let what = format!("{}, time {nth}", point.name);
    let mut lives = Lives::new(nth as u64);
    // The fault is for a store that runs, unless it is for one that opens.
    if point.outcome != Outcome::RefusesToOpen {
        let store = lives.open().await.unwrap();
        lives.live(store, &script(7, 8)).await;
        lives.disk = lives.disk.after_kill();
    }
    if point.outcome == Outcome::RefusesToOpen {
        let store = lives.open().await.unwrap();
        lives.live(store, &script(7, STEPS)).await;
        lives.disk = lives.disk.after_kill();
        lives.disk.fail(Fault::once(point.kind, point.file, nth, point.how));
        let opened = lives.open().await;
        let struck = lives.disk.heal();
        if struck {
            assert!(matches!(opened, Err(Error::Data(_))), "{what}: opened in spite of it");
        }
        if let Ok(store) = opened {
            store.close().await;
        }
        lives.judge(&what).await;
        return struck;
    }
    let store = lives.open().await.unwrap();
    lives.disk.fail(Fault::once(point.kind, point.file, nth, point.how));
    let client = lives.client(&store);
    for step in script(nth as u64, STEPS) {
        let _ = step.run(&client).await;
    }
    let visible = client.range(Range::new(KeyRange::all())).await;
    drop(client);
    let struck = lives.disk.heal();
    if struck {
        judge_answers(&lives, point, &what, visible.is_ok(), store.stats().checkpoint_failures);
    }
    store.close().await;
    let death = if nth.is_multiple_of(2) {
        Death::KillThenPower(Loss::Everything)
    } else {
        Death::Power([Loss::Everything, Loss::Scattered, Loss::Nothing][nth % 3])
    };
    lives.die(death).await;
    lives.judge(&what).await;
    struck
}

/// What the clients were told, against what the table says.
fn judge_answers(lives: &Lives, point: &Failpoint, what: &str, readable: bool, failed_checkpoints: u64) {
    let history = lives.recorder.history();
    let failed = history
        .ops
        .iter()
        .position(|op| matches!(&op.answer, Answer::Failed(Error::Unknown(_) | Error::Unavailable(_))));
    match (point.outcome, failed) {
        (Outcome::Harmless, Some(at)) => panic!("{what}: {:?}", history.ops[at]),
        (Outcome::Harmless, None) => assert!(readable, "{what}"),
        (Outcome::FailsTheCheckpoint, failed) => {
            assert!(failed.is_none() && readable, "{what}: writes must go on");
            assert!(failed_checkpoints > 0, "{what}: the failure was not counted");
        }
        (Outcome::Stops, None) => panic!("{what}: nobody was told"),
        (Outcome::Stops, Some(at)) => {
            let later = history.ops[at + 1..].iter().all(|op| match &op.answer {
                Answer::Failed(Error::Unavailable(_)) => true,
                // Reads of what was durable before are right.
                Answer::Read(_) | Answer::Newest(_) => true,
                // The same group commit.
                Answer::Failed(Error::Unknown(_)) => op.invoked < history.ops[at].returned,
                _ => false,
            });
            assert!(later, "{what}: the store went on: {:?}", &history.ops[at..]);
        }
        (Outcome::RefusesThenGoesOn, _) | (Outcome::RefusesToOpen, _) => {}
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_failpoint() {
    for point in FAILPOINTS {
        let mut struck = 0;
        for nth in 0..TIMES {
            if !run(point, nth).await {
                break;
            }
            struck += 1;
        }
        assert!(struck > 0, "{} was never reached", point.name);
    }
}

/// Everything that the store does with a file has a failpoint.
#[tokio::test(flavor = "multi_thread")]
async fn the_table_covers_all_that_the_store_does() {
    let lives = Lives::new(1);
    let store = lives.open().await.unwrap();
    lives.live(store, &script(1, 200)).await;
    let sort = |name: &str| if name.starts_with("log-") { "log-".to_owned() } else { name.to_owned() };
    let done: BTreeSet<(Kind, String)> =
        lives.disk.log().iter().map(|(kind, name)| (*kind, sort(name))).collect();
    for (kind, name) in &done {
        let covered = FAILPOINTS.iter().any(|point| point.kind == *kind && name.contains(point.file));
        // A length is asked for and a directory listed only while opening, as a read is.
        let asked = matches!(kind, Kind::List | Kind::Len);
        assert!(covered || asked, "no failpoint for {kind:?} of {name:?}");
    }
    let mut names: Vec<_> = FAILPOINTS.iter().map(|point| point.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), FAILPOINTS.len(), "names are unique");
}
