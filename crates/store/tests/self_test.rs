//! The tests test themselves: a right store passes the checker under load, and each bug on request is caught.

use store::Store;

use crate::history;
use crate::reference::{CASES, Reference};
use crate::seed;
use crate::workload::{self, Plan, Tally};

#[tokio::test(flavor = "multi_thread")]
async fn a_right_store_passes() {
    for seed in seed::seeds(1, 3) {
        let _announce = seed::Announce(seed);
        let plan = Plan::new(seed);
        let operations = plan.clients * plan.operations;
        let history = workload::plain(&Store::new(Reference::new(None)), plan, None).await;
        history::assert_correct(&history);
        Tally::of(&history).assert_busy(operations);
    }
}

/// A run with a bug may end without its last events, so it is cut off; what it showed until then must be enough.
#[tokio::test(flavor = "multi_thread")]
async fn every_bug_is_caught() {
    let mut missed = Vec::new();
    for (bug, rules) in CASES {
        let mut told = Vec::new();
        let caught = 'seeds: {
            for seed in seed::seeds(1, 60) {
                let store = Store::new(Reference::new(Some(*bug)));
                let mut run = workload::Run::start(&store, Plan::new(seed), None).await.unwrap();
                let patience = std::time::Duration::from_secs(5);
                let _ = tokio::time::timeout(patience, run.round(&store, true)).await;
                let found = history::violations(&run.history());
                if found.iter().any(|violation| rules.contains(&violation.rule)) {
                    break 'seeds true;
                }
                told.push(found);
            }
            false
        };
        if !caught {
            missed.push(format!("{bug:?}: expected one of {rules:?}, told {told:?}"));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}
