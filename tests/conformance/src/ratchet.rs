//! The list of tests that passed once: it may only grow.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result};

use crate::results::{Results, Verdict};

/// Names of tests, one a line in the file.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Ratchet(BTreeSet<String>);

impl Ratchet {
    /// Reads the list; there may be none yet.
    pub fn read(path: &Path) -> Result<Self> {
        match std::fs::read_to_string(path) {
            Ok(text) => Ok(Self(text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect())),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(error).with_context(|| format!("read {}", path.display())),
        }
    }

    /// Which tests failed now that had passed before. What did not run is not lost.
    pub fn lost(&self, results: &Results) -> Vec<String> {
        let failed = results.iter().filter(|(_, row)| row.verdict == Verdict::Failed);
        failed.filter(|(name, _)| self.0.contains(*name)).map(|(name, _)| name.clone()).collect()
    }

    /// Adds what passed now.
    pub fn add(&mut self, results: &Results) {
        let passed = results.iter().filter(|(_, row)| row.verdict == Verdict::Passed);
        self.0.extend(passed.map(|(name, _)| name.clone()));
    }

    /// Writes the list back.
    pub fn write(&self, path: &Path) -> Result<()> {
        let text: String = self.0.iter().flat_map(|name| [name.as_str(), "\n"]).collect();
        std::fs::write(path, text).with_context(|| format!("write {}", path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::Outcome;

    fn results(rows: &[(&str, Verdict)]) -> Results {
        let row = |verdict| Outcome { verdict, seconds: 1.0, message: String::new() };
        rows.iter().map(|(name, verdict)| ((*name).to_owned(), row(*verdict))).collect()
    }

    #[test]
    fn it_grows_and_notices_what_is_lost() {
        let path = tempfile::tempdir().unwrap().keep().join("passed.txt");
        let mut ratchet = Ratchet::read(&path).unwrap();
        ratchet.add(&results(&[("b", Verdict::Passed), ("a", Verdict::Passed), ("c", Verdict::Failed)]));
        ratchet.write(&path).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "a\nb\n");
        let again = Ratchet::read(&path).unwrap();
        assert_eq!(again.lost(&results(&[("a", Verdict::Failed), ("c", Verdict::Failed)])), ["a"]);
        std::fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }
}
