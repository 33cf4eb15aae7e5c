//! Every source file opens with `//!`: what it is, what it is not, who calls it.

use super::{Finding, Repo};

pub fn check(repo: &Repo) -> Vec<Finding> {
    let bare = repo.sources.iter().filter(|(_, text)| {
        let first = text.lines().next().unwrap_or_default();
        // A fuzz target's first line is the attribute that takes its `main` away.
        let first = if first == "#![no_main]" { text.lines().nth(1).unwrap_or_default() } else { first };
        first.strip_prefix("//! ").is_none_or(|words| words.trim().is_empty())
    });
    bare.map(|(path, _)| Finding(format!("{path} does not open with a //! line that says what it is")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_a_header_is_found() {
        for (text, expected) in [("//! What it is.\n", 0), ("//! \n", 1), ("use x;\n//! late\n", 1), ("", 1)]
        {
            assert_eq!(check(&Repo::of(&[("a.rs", text)], &[])).len(), expected, "{text:?}");
        }
    }
}
