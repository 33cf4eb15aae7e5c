//! The table of verbs and the folder agree, and every verb has its help.

use std::collections::BTreeSet;

use super::harness::Bench;

#[test]
fn every_file_of_verbs_is_in_the_table() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/verbs");
    let table = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/src/verbs.rs")).unwrap();
    let files: BTreeSet<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .filter_map(|name| name.strip_suffix(".rs").map(str::to_owned))
        .collect();
    for file in &files {
        assert!(table.contains(&format!("    {file}::")), "{file} has no line in the table");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_verb_has_help() {
    let bench = Bench::start().await;
    let overview = bench.ours("").await.out;
    let verbs = overview
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("  kubectl"))
        .filter_map(|line| line.split_whitespace().next());
    for verb in verbs {
        let said = bench.ours(&format!("{verb} --help")).await;
        assert_eq!(said.code, 0, "{verb}");
        assert!(said.out.contains("\nUsage:\n  kubectl "), "{verb}: {}", said.out);
    }
}
