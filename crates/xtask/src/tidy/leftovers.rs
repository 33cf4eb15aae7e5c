//! Nothing unfinished stays behind without a reason: `todo!`, `unimplemented!`, `#[ignore]`, `dbg!`.
//!
//! A reason is a comment on the same line or the one before, or the text of `#[ignore = "…"]`.

use super::{Finding, Repo};

// Written in two halves, so that this file does not find itself.
const MARKS: &[&str] =
    &[concat!("to", "do!("), concat!("unimple", "mented!("), concat!("#[ig", "nore]"), concat!("d", "bg!(")];

pub fn check(repo: &Repo) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (path, text) in &repo.sources {
        let mut before = "";
        for (number, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            let explained = line.contains("//") || before.trim_start().starts_with("//");
            if let Some(mark) = MARKS.iter().find(|mark| code.contains(**mark))
                && !explained
            {
                findings.push(Finding(format!("{path}:{}: {mark} without a reason beside it", number + 1)));
            }
            before = line;
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_needs_a_reason() {
        let ignore = MARKS[2];
        for (text, expected) in [
            (format!("{ignore}\nfn f() {{}}\n"), 1),
            (format!("{ignore} // needs a guest kernel\n"), 0),
            (format!("// Needs a guest kernel.\n{ignore}\n"), 0),
            (format!("fn f() {{ {}) }}\n", MARKS[0]), 1),
            ("fn f() {}\n".to_owned(), 0),
        ] {
            assert_eq!(check(&Repo::of(&[("a.rs", &text)], &[])).len(), expected, "{text:?}");
        }
    }
}
