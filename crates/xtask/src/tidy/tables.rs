//! Where one variant is one file and one line in a table, table and folder agree: no file is forgotten in the table.
//!
//! (The other way round the compiler sees to it: a line without its file does not build.)

use super::{Finding, Repo};

/// The file that holds the table, the folder of the variants, and the files in it that are none.
const TABLES: &[(&str, &str, &[&str])] = &[
    (
        "crates/kinds/src/table.rs",
        "crates/kinds/src/admissionregistration/",
        &["bindings", "client", "expressions", "match_rules", "webhooks"],
    ),
    ("crates/bench/src/scenarios.rs", "crates/bench/src/scenarios/", &[]),
    ("crates/controllers/src/table.rs", "crates/controllers/src/loops/", &["replicas"]),
    ("crates/kinds/src/table.rs", "crates/kinds/src/apiextensions/", &[]),
    ("crates/kinds/src/table.rs", "crates/kinds/src/apiregistration/", &[]),
    ("crates/kinds/src/table.rs", "crates/kinds/src/apps/", &[]),
    ("crates/kinds/src/table.rs", "crates/kinds/src/authentication/", &[]),
    ("crates/kinds/src/table.rs", "crates/kinds/src/authorization/", &["attributes"]),
    ("crates/kinds/src/table.rs", "crates/kinds/src/autoscaling/", &[]),
    ("crates/kinds/src/table.rs", "crates/kinds/src/batch/", &[]),
    ("crates/kinds/src/table.rs", "crates/kinds/src/certificates/", &[]),
    ("crates/kinds/src/table.rs", "crates/kinds/src/coordination/", &[]),
    ("crates/kinds/src/table.rs", "crates/kinds/src/core/", &[]),
    ("crates/kinds/src/table.rs", "crates/kinds/src/discovery/", &[]),
    ("crates/kinds/src/table.rs", "crates/kinds/src/flowcontrol/", &["mandatory", "rules"]),
    ("crates/kinds/src/table.rs", "crates/kinds/src/networking/", &[]),
    ("crates/kinds/src/table.rs", "crates/kinds/src/node/", &[]),
    ("crates/kinds/src/table.rs", "crates/kinds/src/policy/", &[]),
    ("crates/kinds/src/table.rs", "crates/kinds/src/rbac/", &["policy_rule", "subjects"]),
    ("crates/kinds/src/table.rs", "crates/kinds/src/resource/", &["claims", "devices", "lists"]),
    ("crates/kinds/src/table.rs", "crates/kinds/src/scheduling/", &[]),
    ("crates/kinds/src/table.rs", "crates/kinds/src/storage/", &["parameters"]),
    ("crates/navarch/src/main.rs", "crates/navarch/src/commands/", &[]),
    ("crates/xtask/src/tidy.rs", "crates/xtask/src/tidy/", &["repo", "tests"]),
];

pub fn check(repo: &Repo) -> Vec<Finding> {
    TABLES.iter().flat_map(|(table, folder, others)| check_one(repo, table, folder, others)).collect()
}

fn check_one(repo: &Repo, table: &str, folder: &str, others: &[&str]) -> Vec<Finding> {
    let Some(text) = repo.sources.get(table) else {
        return vec![Finding(format!("{table} is gone; its line in xtask/src/tidy/tables.rs should go too"))];
    };
    let variants = repo.sources.keys().filter_map(|path| path.strip_prefix(folder)?.strip_suffix(".rs"));
    let variants = variants.filter(|name| !name.contains('/') && !others.contains(name));
    let missing = variants.filter(|name| !text.contains(&format!("{name}::")));
    missing.map(|name| Finding(format!("{folder}{name}.rs has no line in the table of {table}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_a_line_is_found() {
        let repo = Repo::of(
            &[
                ("t.rs", "mod a; mod b;\nconst T: &[X] = &[a::X];"),
                ("t/a.rs", ""),
                ("t/b.rs", ""),
                ("t/tests.rs", ""),
            ],
            &[],
        );
        let findings = check_one(&repo, "t.rs", "t/", &["tests"]);
        assert_eq!(findings, [Finding("t/b.rs has no line in the table of t.rs".into())]);
    }
}
