//! The report, readable at a glance: totals by group, failures with their first line, what is slow.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, Result};

use crate::results::{Outcome, Results, Verdict};

/// Seconds by name of test.
pub type Times = BTreeMap<String, f64>;

/// Below this a test's time says more about the machine than about the cluster.
const WORTH_A_LOOK: f64 = 5.0;

/// Reads seconds and names, one pair a line.
pub fn read_times(path: &Path) -> Result<Times> {
    let text = std::fs::read_to_string(path).with_context(|| format!("read {}", path.display()))?;
    let pairs = text.lines().filter_map(|line| line.trim_start().split_once(' '));
    Ok(pairs.filter_map(|(seconds, name)| Some((name.trim().to_owned(), seconds.parse().ok()?))).collect())
}

/// The report as Markdown.
pub fn render(results: &Results, lost: &[String], times: &Times) -> String {
    let mut text = String::from("# Conformance\n\n");
    groups(&mut text, results);
    let of = |verdict| results.iter().filter(move |(_, row)| row.verdict == verdict);
    section(&mut text, "Lost: these passed before", lost.iter().map(|name| (name, &results[name])));
    section(&mut text, "Failed", of(Verdict::Failed));
    section(&mut text, "Skipped by the suite", of(Verdict::Skipped));
    slow(&mut text, results, times);
    text
}

fn groups(text: &mut String, results: &Results) {
    let mut rows: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    let mut total = [0; 3];
    for (name, row) in results {
        let counts = rows.entry(group(name)).or_default();
        counts[row.verdict as usize] += 1;
        total[row.verdict as usize] += 1;
    }
    let _ = writeln!(
        text,
        "| {:<24} | passed | failed | skipped |\n|{:-<26}|-------:|-------:|--------:|",
        "group", ""
    );
    for (name, [passed, failed, skipped]) in rows.into_iter().chain([("all", total)]) {
        let _ = writeln!(text, "| {name:<24} | {passed:>6} | {failed:>6} | {skipped:>7} |");
    }
}

/// `sig-apps` of `[sig-apps] …`.
fn group(name: &str) -> &str {
    name.strip_prefix('[').and_then(|rest| rest.split_once(']')).map_or("other", |(group, _)| group)
}

fn section<'a>(text: &mut String, title: &str, rows: impl Iterator<Item = (&'a String, &'a Outcome)>) {
    let mut rows = rows.peekable();
    if rows.peek().is_none() {
        return;
    }
    let _ = writeln!(text, "\n## {title}\n");
    for (name, row) in rows {
        let _ = writeln!(text, "- {name} ({:.1} s)\n  {}", row.seconds, row.message);
    }
}

fn slow(text: &mut String, results: &Results, times: &Times) {
    let mut rows: Vec<_> = results
        .iter()
        .filter(|(_, row)| row.verdict == Verdict::Passed && row.seconds > WORTH_A_LOOK)
        .filter_map(|(name, row)| Some((row.seconds / times.get(name)?, row.seconds, name)))
        .filter(|(ratio, ..)| *ratio > 2.0)
        .collect();
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    if !rows.is_empty() {
        let _ = writeln!(text, "\n## Slower than twice a stock cluster\n");
    }
    for (ratio, seconds, name) in rows {
        let _ = writeln!(text, "- {ratio:.1} × ({seconds:.1} s) {name}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_counts_by_group_and_names_what_failed_and_what_is_slow() {
        let row = |verdict, seconds, message: &str| Outcome { verdict, seconds, message: message.to_owned() };
        let results = Results::from([
            ("[sig-a] one".to_owned(), row(Verdict::Passed, 30.0, "")),
            ("[sig-a] two".to_owned(), row(Verdict::Failed, 3.0, "expected 1")),
            ("[sig-b] three".to_owned(), row(Verdict::Passed, 1.0, "")),
        ]);
        let times = Times::from([("[sig-a] one".to_owned(), 10.0), ("[sig-b] three".to_owned(), 0.1)]);
        let text = render(&results, &["[sig-a] two".to_owned()], &times);
        let expected = "\
# Conformance

| group                    | passed | failed | skipped |
|--------------------------|-------:|-------:|--------:|
| sig-a                    |      1 |      1 |       0 |
| sig-b                    |      1 |      0 |       0 |
| all                      |      2 |      1 |       0 |

## Lost: these passed before

- [sig-a] two (3.0 s)
  expected 1

## Failed

- [sig-a] two (3.0 s)
  expected 1

## Slower than twice a stock cluster

- 3.0 × (30.0 s) [sig-a] one
";
        assert_eq!(text, expected);
    }
}
