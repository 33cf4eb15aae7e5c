//! Runs the recorded cases in process, as far as they can be answered without a server, and counts.

use std::collections::BTreeMap;
use std::sync::Arc;

use resource::Kind;
use serde_json::Value;

use crate::replay::{Outcome, Replay};
use crate::{needs_server, spec};

#[derive(Default)]
struct Count {
    passed: usize,
    server: usize,
    failed: usize,
}

#[test]
fn recorded_cases_are_answered_alike() {
    let table = kinds::builtin();
    let only = std::env::var("ONLY").unwrap_or_default();
    let mut counts: BTreeMap<(String, String), Count> = BTreeMap::new();
    let mut failures = Vec::new();
    for case in spec::cases() {
        let group = case.name.split(':').next().unwrap_or_default().to_owned();
        let mut replay = Replay::new(&table);
        for (index, step) in case.steps.iter().enumerate() {
            let Some((kind, outcome)) = replay.step(step) else { continue };
            let count = counts.entry((kind.kind.to_string(), group.clone())).or_default();
            match outcome {
                Outcome::Passed => count.passed += 1,
                Outcome::Server => {
                    count.server += 1;
                    println!("needs a server: {} [{index}] {}", case.name, method(step));
                }
                Outcome::Failed(_) if needs_server::reason(&case.name, index).is_some() => count.server += 1,
                Outcome::Failed(why) => {
                    count.failed += 1;
                    if only.is_empty() || only == *kind.kind {
                        failures.push(format!("{} [{index}] {}: {why}", case.name, method(step)));
                    }
                }
            }
        }
    }
    for ((kind, group), count) in &counts {
        println!(
            "{kind:24} {group:16} passed {:4} server {:3} failed {:3}",
            count.passed, count.server, count.failed
        );
    }
    let sum = |field: fn(&Count) -> usize| counts.values().map(field).sum::<usize>();
    println!("passed {} server {} failed {}", sum(|c| c.passed), sum(|c| c.server), sum(|c| c.failed));
    assert!(failures.is_empty(), "{} failed:\n{}", failures.len(), failures.join("\n"));
}

fn method(step: &Value) -> String {
    format!("{} {}", step["method"].as_str().unwrap_or_default(), step["path"].as_str().unwrap_or_default())
}

/// A kind with the index of the version asked for, and the name and subresource that follow.
type Located<'t> = (&'t Arc<Kind>, usize, Option<String>, Option<String>);

/// Finds the kind that a path speaks of, the version asked for, and what follows: `(kind, served, name, subresource)`.
pub fn locate<'t>(table: &'t [Arc<Kind>], path: &str) -> Option<Located<'t>> {
    let mut parts: Vec<&str> = path.trim_matches('/').split('/').collect();
    let (group, version) = match parts.as_slice() {
        ["api", version, ..] => ("", *version),
        ["apis", group, version, ..] => (*group, *version),
        _ => return None,
    };
    parts.drain(..if group.is_empty() { 2 } else { 3 });
    if parts.first() == Some(&"namespaces") && parts.len() > 2 && !["status", "finalize"].contains(&parts[2])
    {
        parts.drain(..2);
    }
    let plural = parts.first()?;
    table.iter().filter(|kind| kind.plural == *plural).find_map(|kind| {
        let served = kind.served.iter().position(|s| s.group == group && s.version == version)?;
        Some((kind, served, parts.get(1).map(|s| (*s).to_owned()), parts.get(2).map(|s| (*s).to_owned())))
    })
}
