//! The static token file: lines of `token,user,uid,"group1,group2"`. Read once at the start.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use async_trait::async_trait;
use resource::User;
use ring::digest;

use crate::{Known, TokenAuthenticator};

/// The tokens of a file, by their hashes: a look-up takes the same time however much of a token is right.
pub struct TokenFile {
    users: HashMap<[u8; 32], User>,
}

/// Why the file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TokenFileError {
    /// It cannot be read.
    #[error("{}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A line is short.
    #[error("token file '{}' must have at least 3 columns (token, user name, user uid), found {found}", path.display())]
    Columns {
        /// The file.
        path: PathBuf,
        /// How many there are.
        found: usize,
    },
    /// A quote without its partner.
    #[error("{}: line {line}: a quote is not closed", path.display())]
    Quote {
        /// The file.
        path: PathBuf,
        /// Where.
        line: usize,
    },
}

impl TokenFile {
    /// Reads the file.
    pub fn open(path: &Path) -> Result<Self, TokenFileError> {
        let text = std::fs::read_to_string(path)
            .map_err(|source| TokenFileError::Read { path: path.to_owned(), source })?;
        Self::parse(&text, path)
    }

    fn parse(text: &str, path: &Path) -> Result<Self, TokenFileError> {
        let mut users = HashMap::new();
        for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty()) {
            let path = || path.to_owned();
            let columns =
                columns(line).ok_or_else(|| TokenFileError::Quote { path: path(), line: at + 1 })?;
            let [token, name, uid, rest @ ..] = columns.as_slice() else {
                return Err(TokenFileError::Columns { path: path(), found: columns.len() });
            };
            if token.is_empty() {
                tracing::warn!(line = at + 1, "the token file has an empty token");
                continue;
            }
            let groups = rest.first().map(|groups| groups.split(',').map(str::to_owned).collect());
            let (name, uid, groups) = (name.clone(), uid.clone(), groups.unwrap_or_default());
            if users.insert(hash(token), User { name, uid, groups, extra: Vec::new() }).is_some() {
                tracing::warn!(line = at + 1, "the token file has a token twice; the last counts");
            }
        }
        Ok(Self { users })
    }
}

fn hash(token: &str) -> [u8; 32] {
    let hash = digest::digest(&digest::SHA256, token.as_bytes());
    hash.as_ref().try_into().expect("SHA-256 has 32 bytes")
}

/// The columns of a line; a column in quotes may hold commas, and quotes written twice. `None` if a quote stays open.
fn columns(line: &str) -> Option<Vec<String>> {
    let (mut columns, mut column, mut quoted) = (Vec::new(), String::new(), false);
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                column.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => columns.push(std::mem::take(&mut column)),
            c => column.push(c),
        }
    }
    columns.push(column);
    (!quoted).then_some(columns)
}

#[async_trait]
impl TokenAuthenticator for TokenFile {
    async fn authenticate(&self, token: &str, _audiences: &[String]) -> Result<Option<Known>, String> {
        let user = self.users.get(&hash(token)).cloned();
        Ok(user.map(|user| Known { user, audiences: None }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn lines_are_tokens_of_users() {
        let text = "t1,alice,1\nt2,bob,2,\"a,b\"\n,nobody,3\n\nt3,\"q\"\"x\",4,solo\n";
        let file = TokenFile::parse(text, Path::new("f")).unwrap();
        for (token, expected) in [
            ("t1", Some("alice 1 []")),
            ("t2", Some("bob 2 [\"a\", \"b\"]")),
            ("t3", Some("q\"x 4 [\"solo\"]")),
            ("t4", None),
            ("", None),
        ] {
            let known = file.authenticate(token, &[]).await.unwrap();
            let shown = known.map(|known| {
                let User { name, uid, groups, .. } = known.user;
                format!("{name} {uid} {groups:?}")
            });
            assert_eq!(shown.as_deref(), expected, "{token}");
        }
        assert!(TokenFile::parse("t,u", Path::new("f")).is_err());
        assert!(TokenFile::parse("t,u,\"x", Path::new("f")).is_err());
    }
}
