//! What clients did and saw, and whether any correct store could have shown it to them.
//!
//! | module | what it holds |
//! |---|---|
//! | `op` | the record: operations with their times and answers, watches with their items |
//! | `recorder` | a client that records while it works |
//! | `state` | the sequential model: what one transaction does to a map |
//! | `explain` | the order that explains all answers, or the reason why there is none |
//! | `realtime` | that the order agrees with real time |
//! | `compaction` | that history is forgotten when asked, and only then |
//! | `watch` | the guarantees of a watch, one checker each |
//! | `known_bugs` | the bugs that others published, and who of us would catch them |
//! | `broken` | hand-made histories that break one rule each: no checker is vacuous |

mod broken;
pub mod compaction;
pub mod explain;
pub mod known_bugs;
pub mod op;
pub mod realtime;
pub mod recorder;
pub mod state;
pub mod watch;

pub use op::{Answer, Call, History};
pub use recorder::{Client, Recorder};

/// One broken promise.
#[derive(Debug, Clone)]
pub struct Violation {
    /// The rule that was broken, as named in the table of its checker.
    pub rule: &'static str,
    /// What was seen.
    pub what: String,
}

/// Makes a [`Violation`].
pub fn violation(rule: &'static str, what: impl Into<String>) -> Violation {
    Violation { rule, what: what.into() }
}

/// Every violation in a history, the first of each rule.
pub fn violations(history: &History) -> Vec<Violation> {
    let mut found = Vec::new();
    found.extend(realtime::check(history).err());
    found.extend(compaction::check(history).err());
    match explain::explain(history) {
        Ok(model) => {
            found.extend(watch::CHECKERS.iter().filter_map(|(_, check)| check(history, &model).err()));
        }
        Err(violation) => found.push(violation),
    }
    found
}

/// Panics with every violation in the history.
pub fn assert_correct(history: &History) {
    let found = violations(history);
    if found.is_empty() {
        return;
    }
    let list: Vec<String> = found.iter().map(|v| format!("  [{}] {}", v.rule, v.what)).collect();
    panic!("the history of {} operations breaks promises:\n{}", history.ops.len(), list.join("\n"));
}
