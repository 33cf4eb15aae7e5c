//! What the suite reports: ginkgo's JSON, reduced to one row per conformance test that ran.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;

/// One row per test, by name.
pub type Results = BTreeMap<String, Outcome>;

/// How a test ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// Whether it passed, failed, or found that it does not apply.
    pub verdict: Verdict,
    /// How long it took.
    pub seconds: f64,
    /// The first line of what went wrong, or why it was skipped.
    pub message: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Passed,
    Failed,
    Skipped,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Suite {
    #[serde(default)]
    spec_reports: Option<Vec<Spec>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Spec {
    #[serde(default)]
    container_hierarchy_texts: Option<Vec<String>>,
    #[serde(default)]
    leaf_node_type: String,
    #[serde(default)]
    leaf_node_text: String,
    state: String,
    #[serde(default)]
    run_time: f64,
    #[serde(default)]
    failure: Option<Failure>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Failure {
    #[serde(default)]
    message: String,
}

/// Reads a report file.
pub fn read(path: &Path) -> Result<Results> {
    let text = std::fs::read(path).with_context(|| format!("read {}", path.display()))?;
    parse(&text).with_context(|| format!("understand {}", path.display()))
}

fn parse(text: &[u8]) -> Result<Results> {
    let suites: Vec<Suite> = serde_json::from_slice(text)?;
    let specs = suites.into_iter().filter_map(|suite| suite.spec_reports).flatten();
    Ok(specs.filter_map(row).collect())
}

/// A test that ran; none for set-up steps and for those that the focus left out.
fn row(spec: Spec) -> Option<(String, Outcome)> {
    let mut words = spec.container_hierarchy_texts.unwrap_or_default();
    words.push(spec.leaf_node_text);
    let name = words.join(" ");
    let message = spec.failure.map(|failure| failure.message).unwrap_or_default();
    let verdict = match spec.state.as_str() {
        "passed" => Verdict::Passed,
        // Left out by the focus: no reason is given.
        "skipped" | "pending" if message.is_empty() => return None,
        "skipped" | "pending" => Verdict::Skipped,
        _ => Verdict::Failed,
    };
    if spec.leaf_node_type != "It" {
        return (verdict == Verdict::Failed).then(|| {
            (format!("(set-up) {}", spec.leaf_node_type), outcome(verdict, spec.run_time, &message))
        });
    }
    Some((name, outcome(verdict, spec.run_time, &message)))
}

fn outcome(verdict: Verdict, nanoseconds: f64, message: &str) -> Outcome {
    let first = message.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    Outcome { verdict, seconds: nanoseconds / 1e9, message: first.trim().chars().take(200).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tests_that_ran_have_a_row() {
        let text = r#"[{"SpecReports": [
            {"ContainerHierarchyTexts": ["[sig-a] Thing"], "LeafNodeType": "It", "LeafNodeText": "works [Conformance]",
             "State": "passed", "RunTime": 1500000000},
            {"ContainerHierarchyTexts": ["[sig-a] Thing"], "LeafNodeType": "It", "LeafNodeText": "fails [Conformance]",
             "State": "failed", "RunTime": 2e9, "Failure": {"Message": "\nexpected 1\n  to equal 2"}},
            {"ContainerHierarchyTexts": null, "LeafNodeType": "It", "LeafNodeText": "left out", "State": "skipped"},
            {"ContainerHierarchyTexts": null, "LeafNodeType": "It", "LeafNodeText": "does not apply", "State": "skipped",
             "Failure": {"Message": "needs three nodes"}},
            {"LeafNodeType": "SynchronizedBeforeSuite", "State": "passed"}
        ]}]"#;
        let results = parse(text.as_bytes()).unwrap();
        let rows: Vec<_> =
            results.iter().map(|(name, row)| (name.as_str(), row.verdict, row.message.as_str())).collect();
        assert_eq!(
            rows,
            [
                ("[sig-a] Thing fails [Conformance]", Verdict::Failed, "expected 1"),
                ("[sig-a] Thing works [Conformance]", Verdict::Passed, ""),
                ("does not apply", Verdict::Skipped, "needs three nodes"),
            ]
        );
        assert!((results["[sig-a] Thing works [Conformance]"].seconds - 1.5).abs() < 1e-9);
    }
}
