//! Faults at named points of the embedded store's work with the disk, and what each must and must not do.

mod spare;
mod table;

use std::collections::BTreeSet;

use store::{Backend, Error, KeyRange, Range};

use crate::crash::{Death, Lives, script};
use crate::history::Answer;
use crate::sim::{Fault, Kind, Loss};
use table::{FAILPOINTS, Failpoint, Outcome};

/// Enough for every sort of work, with files that are used again, cut to size and removed.
const STEPS: usize = 800;
/// How many times each point is made to fail: the first time it is reached, the second, and so on.
const TIMES: usize = 6;

/// Checkpoints that cover more log files than are kept, so that some are removed.
fn lives(seed: u64) -> Lives {
    let mut lives = Lives::new(seed);
    lives.config.checkpoint_bytes = 24 << 10;
    lives
}

/// A run with one fault; `false` if the point was not reached so often.
async fn run(point: &Failpoint, nth: usize, count: &mut Count) -> bool {
    let what = format!("{}, time {nth}", point.name);
    let mut lives = lives(nth as u64);
    // The fault is for a store that runs, unless it is for one that opens.
    if point.outcome != Outcome::RefusesToOpen {
        let store = lives.open().await.unwrap();
        lives.live(store, &script(7, 8)).await;
        lives.disk = lives.disk.after_kill();
    }
    if point.outcome == Outcome::RefusesToOpen {
        let store = lives.open().await.unwrap();
        lives.live(store, &script(7, 100)).await;
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
    // On until it has happened, and then some.
    let mut after = 0;
    for (number, step) in script(nth as u64, STEPS).into_iter().enumerate() {
        let _ = step.run(&client).await;
        // On a busy machine all steps may be over before the other threads have had their turn.
        while number % 100 == 99 && !lives.disk.struck() && store.stats().checkpoint_due {
            tokio::time::sleep(std::time::Duration::from_millis(1)).await;
        }
        after += usize::from(lives.disk.struck());
        if after > 30 {
            break;
        }
    }
    let _ = client.range(Range::new(KeyRange::all())).await;
    drop(client);
    store.close().await;
    let struck = lives.disk.heal();
    if struck {
        let doubt = judge_answers(&lives, point, &what, store.stats().checkpoint_failures);
        count.doubts += usize::from(doubt);
    }
    let death = if nth.is_multiple_of(2) {
        Death::KillThenPower(Loss::Everything)
    } else {
        Death::Power([Loss::Everything, Loss::Scattered, Loss::Nothing][nth % 3])
    };
    lives.die(death).await;
    lives.judge(&what).await;
    struck
}

/// What the clients were told, against what the table says; whether a write is in doubt.
fn judge_answers(lives: &Lives, point: &Failpoint, what: &str, failed_checkpoints: u64) -> bool {
    let history = lives.recorder.history();
    let find = |wanted: fn(&Error) -> bool| {
        history.ops.iter().find(|op| matches!(&op.answer, Answer::Failed(error) if wanted(error)))
    };
    let refused = find(|error| matches!(error, Error::Unavailable(_)));
    let doubt = find(|error| matches!(error, Error::Unknown(_)));
    match point.outcome {
        Outcome::Harmless | Outcome::FailsTheCheckpoint => {
            assert!(refused.is_none() && doubt.is_none(), "{what}: {refused:?} {doubt:?}");
        }
        Outcome::Refuses => assert!(doubt.is_none(), "{what}: {doubt:?}"),
        Outcome::Stops | Outcome::RefusesToOpen => {}
    }
    if point.outcome == Outcome::FailsTheCheckpoint {
        assert!(failed_checkpoints > 0, "{what}: the failure was not counted");
    }
    // Whatever was hit: once a write is in doubt, nothing more is taken, and nothing new is shown.
    if let Some(doubt) = doubt {
        for later in history.ops.iter().filter(|op| op.invoked > doubt.returned) {
            let stopped = matches!(
                &later.answer,
                Answer::Failed(Error::Unavailable(_)) | Answer::Read(_) | Answer::Newest(_)
            );
            assert!(stopped, "{what}: the store went on after {doubt:?}: {later:?}");
        }
    }
    doubt.is_some()
}

/// How often a point was hit, and how often with a write in doubt.
#[derive(Default)]
struct Count {
    struck: usize,
    doubts: usize,
}

#[tokio::test(flavor = "multi_thread")]
async fn every_failpoint() {
    for point in FAILPOINTS {
        let mut count = Count::default();
        for nth in 0..TIMES {
            if !run(point, nth, &mut count).await {
                break;
            }
            count.struck += 1;
        }
        assert!(count.struck > 0, "{} was never reached", point.name);
        assert!(point.outcome != Outcome::Stops || count.doubts > 0, "{}: no commit was hit", point.name);
    }
}

/// Everything that the store does with a file has a failpoint.
#[tokio::test(flavor = "multi_thread")]
async fn the_table_covers_all_that_the_store_does() {
    let lives = lives(1);
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
