//! What all servers of one cluster have in common, as one text: the authorities and the key of service accounts. Leaves are each
//! server's own.

use std::path::Path;

use super::{Pki, PkiError};
use crate::files::{self, PRIVATE, PUBLIC};

/// The files, each after a line that names it.
const SHARED: [&str; 7] = [
    "server-ca.key",
    "server-ca.crt",
    "client-ca.key",
    "client-ca.crt",
    "request-header-ca.key",
    "request-header-ca.crt",
    "service-account.key",
];
const NAMED: &str = "# ";

impl Pki {
    /// The text; nothing if the directory does not have all of it.
    pub fn export(directory: &Path) -> Result<Option<String>, PkiError> {
        let mut text = String::new();
        for name in SHARED {
            let Some(content) = files::read(&directory.join(name))? else { return Ok(None) };
            text.push_str(&format!("{NAMED}{name}\n{}\n", content.trim()));
        }
        Ok(Some(text))
    }

    /// Fills an empty directory from the text. What is wrong with it shows when the directory is opened.
    pub fn import(directory: &Path, text: &str) -> Result<(), PkiError> {
        files::make_directory(directory)?;
        let _lock = files::lock(directory)?;
        for name in SHARED {
            let begin = format!("{NAMED}{name}\n");
            let content =
                text.split_once(&begin).map_or("", |(_, rest)| rest.split(NAMED).next().unwrap_or(rest));
            let mode = if name.ends_with(".key") { PRIVATE } else { PUBLIC };
            files::write(&directory.join(name), content, mode)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use runtime::Clock;

    use super::*;

    #[test]
    fn a_second_server_has_the_same_authorities() {
        let dir = tempfile::tempdir().unwrap();
        let (one, two, clock) = (dir.path().join("one"), dir.path().join("two"), Clock::system());
        assert_eq!(Pki::export(&one).unwrap(), None);
        let first = Pki::open_or_create(&one, &clock).unwrap();
        let text = Pki::export(&one).unwrap().unwrap();
        Pki::import(&two, &text).unwrap();
        let second = Pki::open_or_create(&two, &clock).unwrap();
        assert_eq!(
            first.server_authority().certificate().trim(),
            second.server_authority().certificate().trim()
        );
        assert_eq!(
            first.service_account_key().private_pem().trim(),
            second.service_account_key().private_pem().trim()
        );
        let leaf = second.client_certificate("admin", "admin", &[]).unwrap();
        let verifier = crate::ClientVerifier::build(first.client_authority().certificate()).unwrap();
        drop((leaf, verifier));
    }
}
