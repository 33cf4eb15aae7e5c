//! Decision records are numbered without gap or clash and listed in `docs/adr/README.md`.

use super::{Finding, Repo};

const FOLDER: &str = "docs/adr/";

pub fn check(repo: &Repo) -> Vec<Finding> {
    let mut findings = Vec::new();
    let index = repo.documents.get("docs/adr/README.md").map_or("", String::as_str);
    let names = repo
        .documents
        .keys()
        .filter_map(|path| path.strip_prefix(FOLDER))
        .filter(|name| *name != "README.md");
    for (position, name) in names.enumerate() {
        let expected = format!("{:04}-", position + 1);
        if !name.starts_with(&expected) {
            findings.push(Finding(format!("{FOLDER}{name}: the next number is {expected}")));
        }
        if !index.contains(name) {
            findings.push(Finding(format!("{FOLDER}{name} is not listed in {FOLDER}README.md")));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_count_up_and_are_listed() {
        let mut repo = Repo::default();
        repo.documents.insert("docs/adr/README.md".into(), "0001-a.md 0002-b.md 0004-c.md".into());
        for name in ["0001-a.md", "0002-b.md"] {
            repo.documents.insert(format!("{FOLDER}{name}"), String::new());
        }
        assert_eq!(check(&repo), []);
        repo.documents.insert(format!("{FOLDER}0004-c.md"), String::new());
        assert_eq!(check(&repo).len(), 1);
    }
}
