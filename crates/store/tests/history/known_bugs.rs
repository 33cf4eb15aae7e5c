//! The bugs that etcd's robustness suite lists as its track record, and what here would catch each.
//!
//! A published bug is the best test case there is: it got past careful people once. Those of clusters and of authorization have no
//! counterpart in the embedded store; for the etcd back end they are the server's to avoid, and the checkers still apply.

/// One published bug.
pub struct KnownBug {
    /// The number of the report at etcd.
    pub report: u32,
    /// What went wrong.
    pub what: &'static str,
    /// The kind of failure.
    pub class: Class,
    /// The tests of this binary that would fail, as `module::test`.
    pub tests: &'static [&'static str],
    /// The rules that would be broken.
    pub rules: &'static [&'static str],
}

/// What a bug breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// An acknowledged write, or its revision, is not what it was after a crash.
    Durability,
    /// Two parts of one history disagree.
    Consistency,
    /// A watch shows something else than what happened.
    Watch,
    /// A progress mark says more than is true.
    Progress,
    /// Forgetting forgets too much or too little.
    Compaction,
}

/// The list.
pub const KNOWN: &[KnownBug] = &[
    KnownBug {
        report: 13766,
        what: "a crash under high load leaves an inconsistent revision",
        class: Class::Durability,
        tests: &["kill::a_killed_store_keeps_its_promises", "crash::power_loss_at_every_operation"],
        rules: &["revisions are used once", "reads are not stale"],
    },
    KnownBug {
        report: 14370,
        what: "a single node can lose an acknowledged write on a crash: the answer came before the sync",
        class: Class::Durability,
        tests: &["crash::power_loss_at_every_operation", "failpoints::every_failpoint"],
        rules: &["revisions are used once", "reads"],
    },
    KnownBug {
        report: 14685,
        what: "a crash while space is reclaimed leaves an inconsistent revision",
        class: Class::Durability,
        tests: &["crash::power_loss_at_every_operation", "failpoints::every_failpoint"],
        rules: &["revisions are used once", "reads"],
    },
    KnownBug {
        report: 15220,
        what: "a progress mark on request overtakes events of its stream",
        class: Class::Progress,
        tests: &["suite::on::on_embedded", "random::embedded", "random::etcd"],
        rules: &["bookmarks"],
    },
    KnownBug {
        report: 15271,
        what: "a watch travels back in time",
        class: Class::Watch,
        tests: &["random::embedded", "kill::a_killed_store_keeps_its_promises"],
        rules: &["ordered", "unique", "resumable"],
    },
    KnownBug {
        report: 17247,
        what: "an event is delivered twice, for a transaction that touches several keys",
        class: Class::Watch,
        tests: &["suite::on::on_embedded", "random::embedded"],
        rules: &["unique", "atomic"],
    },
    KnownBug {
        report: 17529,
        what: "events are lost when the stream of a slow watcher starves",
        class: Class::Watch,
        tests: &[
            "suite::on::on_embedded",
            "bounds::slow_watchers_lose_nothing_or_are_told",
            "random::embedded",
        ],
        rules: &["reliable", "bookmarks"],
    },
    KnownBug {
        report: 17780,
        what: "a crash during compaction makes the revision fall",
        class: Class::Durability,
        tests: &["crash::power_loss_at_every_operation", "kill::a_killed_store_keeps_its_promises"],
        rules: &["reads are not stale", "revisions are used once"],
    },
    KnownBug {
        report: 18089,
        what: "a watch misses an event when a delete is compacted",
        class: Class::Compaction,
        tests: &["suite::on::on_embedded", "suite::on::on_etcd", "random::embedded"],
        rules: &["reliable"],
    },
    KnownBug {
        report: 18667,
        what: "a read of a compacted revision within a transaction makes members disagree",
        class: Class::Consistency,
        tests: &["suite::on::on_embedded", "random::embedded"],
        rules: &["compacted is gone", "reads"],
    },
    KnownBug {
        report: 19179,
        what: "a watch opened at the compacted revision misses the delete there",
        class: Class::Compaction,
        tests: &["suite::on::on_embedded", "suite::on::on_etcd", "random::embedded"],
        rules: &["reliable", "compacted is gone"],
    },
    KnownBug {
        report: 20221,
        what: "a watch of a future revision shows old events or marks",
        class: Class::Watch,
        tests: &["suite::on::on_embedded", "random::embedded"],
        rules: &["resumable", "bookmarks"],
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::CASES;

    /// Each named test exists, and each named rule is one that a bug on request has broken.
    #[test]
    fn the_named_tests_and_rules_exist() {
        let broken: Vec<&str> = CASES.iter().flat_map(|(_, rules)| rules.iter().copied()).collect();
        for bug in KNOWN {
            assert!(!bug.tests.is_empty() && !bug.what.is_empty(), "{}", bug.report);
            for rule in bug.rules {
                assert!(broken.contains(rule), "{}: nothing shows that {rule:?} can fail", bug.report);
            }
            for test in bug.tests {
                let (module, name) = test.rsplit_once("::").unwrap();
                let file = format!("{}/tests/{}.rs", env!("CARGO_MANIFEST_DIR"), module.replace("::", "/"));
                let text = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{file}: {e}"));
                assert!(text.contains(&format!("fn {name}(")), "{}: {test} does not exist", bug.report);
            }
        }
    }

    #[test]
    fn every_class_has_a_bug() {
        use Class::{Compaction, Consistency, Durability, Progress, Watch};
        for class in [Durability, Consistency, Watch, Progress, Compaction] {
            assert!(KNOWN.iter().any(|bug| bug.class == class), "{class:?}");
        }
    }
}
