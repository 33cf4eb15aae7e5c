//! The cluster's certificates on disk: made on the first start, read again on every later one.
//!
//! The directory holds three authorities (`server-ca`, `client-ca`, `request-header-ca`, each `.crt` and `.key`), the key pair
//! that signs service account tokens, and one pair of files per leaf. What is missing is made; what is there is never
//! overwritten, except leaves, which `pki/leaf.rs` renews. The binary and `apiserver` call this.

mod leaf;
mod share;

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use runtime::Clock;

use crate::authority::{Authority, IssueError, Leaf};
use crate::bundle::Certified;
use crate::files::{self, FileError, PRIVATE, PUBLIC};
use crate::key::{Key, KeyError};
use crate::names::{AlternativeNames, Subject};
use crate::usage::Usage;

const YEAR: Duration = Duration::from_secs(365 * 24 * 3600);
const AUTHORITY_LIFETIME: Duration = Duration::from_secs(10 * 365 * 24 * 3600);

/// The cluster's authorities and keys, and the directory they live in.
#[derive(Debug)]
pub struct Pki {
    directory: PathBuf,
    clock: Clock,
    server: Authority,
    client: Authority,
    request_header: Authority,
    service_account: ServiceAccountKey,
}

/// The key pair of service account tokens, both as PEM.
#[derive(Clone, Debug)]
pub struct ServiceAccountKey {
    private: Key,
}

/// Why the directory is unusable, with the file and what to do about it.
#[derive(Debug, thiserror::Error)]
pub enum PkiError {
    /// The file system refused.
    #[error(transparent)]
    File(#[from] FileError),
    /// A file is damaged, or does not fit its neighbour.
    #[error("{}: {reason}; restore it and its neighbour from a backup, or remove both so that new ones are made \
             (whatever the old ones signed is then no longer trusted)", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A file without the one it needs.
    #[error("{} is there, but {} is missing; restore it from a backup, or remove the former too so that new ones \
             are made (whatever the old ones signed is then no longer trusted)", present.display(), missing.display())]
    Missing {
        /// The file that is there.
        present: PathBuf,
        /// The file that it is useless without.
        missing: PathBuf,
    },
    /// An authority is past its end, or not at its beginning yet.
    #[error("{} is not valid now; set the clock right, or remove it and its key so that a new authority is made", path.display())]
    NotValidNow {
        /// The certificate.
        path: PathBuf,
    },
    /// A leaf's name that is no plain file name.
    #[error("{0:?} cannot be the name of a certificate's file")]
    FileName(String),
    /// A certificate could not be issued.
    #[error(transparent)]
    Issue(#[from] IssueError),
}

impl From<KeyError> for PkiError {
    fn from(error: KeyError) -> Self {
        Self::Issue(error.into())
    }
}

impl Pki {
    /// Opens the directory, and makes whatever it does not hold yet.
    pub fn open_or_create(directory: &Path, clock: &Clock) -> Result<Self, PkiError> {
        files::make_directory(directory)?;
        let _lock = files::lock(directory)?;
        let now = clock.now();
        Ok(Self {
            directory: directory.to_owned(),
            clock: clock.clone(),
            server: authority(directory, "server-ca", now)?,
            client: authority(directory, "client-ca", now)?,
            request_header: authority(directory, "request-header-ca", now)?,
            service_account: ServiceAccountKey { private: service_account(directory)? },
        })
    }

    /// Signs what servers show: the API server's and the kubelets' certificates.
    pub fn server_authority(&self) -> &Authority {
        &self.server
    }

    /// Signs what users and components show to the API server.
    pub fn client_authority(&self) -> &Authority {
        &self.client
    }

    /// Signs what the API server shows to aggregated API servers, so that they believe its headers.
    pub fn request_header_authority(&self) -> &Authority {
        &self.request_header
    }

    /// The key pair of service account tokens.
    pub fn service_account_key(&self) -> &ServiceAccountKey {
        &self.service_account
    }

    /// A serving certificate for these host names and addresses, kept as `<file>.crt` and `.key`.
    pub fn serving_certificate(&self, file: &str, hosts: &[String]) -> Result<Certified, PkiError> {
        let subject = Subject::user(file, &[]);
        let names = AlternativeNames::hosts(hosts);
        self.leaf(&self.server, file, &year_long(subject, names, Usage::ServerAuth))
    }

    /// A user's or component's certificate, kept as `<file>.crt` and `.key`.
    pub fn client_certificate(
        &self,
        file: &str,
        common_name: &str,
        organizations: &[&str],
    ) -> Result<Certified, PkiError> {
        let subject = Subject::user(common_name, organizations);
        self.leaf(&self.client, file, &year_long(subject, AlternativeNames::default(), Usage::ClientAuth))
    }

    /// The certificate by which aggregated API servers know the API server, kept as `<file>.crt` and `.key`.
    pub fn request_header_certificate(&self, file: &str, common_name: &str) -> Result<Certified, PkiError> {
        let subject = Subject::user(common_name, &[]);
        self.leaf(
            &self.request_header,
            file,
            &year_long(subject, AlternativeNames::default(), Usage::ClientAuth),
        )
    }

    fn leaf(&self, authority: &Authority, file: &str, leaf: &Leaf) -> Result<Certified, PkiError> {
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        if file.is_empty() || file.starts_with('.') || !file.chars().all(plain) || RESERVED.contains(&file) {
            return Err(PkiError::FileName(file.to_owned()));
        }
        let _lock = files::lock(&self.directory)?;
        leaf::stored_or_new(&self.directory.join(file), authority, leaf, self.clock.now())
    }
}

/// File names that leaves must leave alone.
const RESERVED: &[&str] = &["server-ca", "client-ca", "request-header-ca", "service-account"];

impl ServiceAccountKey {
    /// The private key (PKCS#8), which signs tokens.
    pub fn private_pem(&self) -> &str {
        self.private.pem()
    }

    /// The public key, which verifies them.
    pub fn public_pem(&self) -> String {
        self.private.public_pem()
    }
}

fn year_long(subject: Subject, names: AlternativeNames, purpose: Usage) -> Leaf {
    let usages = vec![Usage::DigitalSignature, Usage::KeyEncipherment, purpose];
    Leaf { subject, names, usages, lifetime: YEAR }
}

/// The file's path with an ending added; leaf names may hold dots, so `with_extension` would cut them.
fn ending(path: &Path, ending: &str) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(ending);
    path.into()
}

fn authority(directory: &Path, name: &str, now: SystemTime) -> Result<Authority, PkiError> {
    let stem = directory.join(name);
    let (certificate_path, key_path) = (ending(&stem, ".crt"), ending(&stem, ".key"));
    let authority = match (files::read(&certificate_path)?, files::read(&key_path)?) {
        (Some(certificate), Some(key)) => read_authority(&certificate_path, &key_path, certificate, key)?,
        (Some(_), None) => return Err(PkiError::Missing { present: certificate_path, missing: key_path }),
        (None, key) => {
            // A key alone is what a crash between the two writes leaves: the certificate follows from it, and whatever the key
            // may have signed stays good, since name and key are the same.
            let key = match key {
                Some(pem) => read_key(&key_path, &pem)?,
                None => {
                    let key = Key::generate()?;
                    files::write(&key_path, key.pem(), PRIVATE)?;
                    key
                }
            };
            let made = Authority::on_key(&format!("navarch-{name}"), key, now, AUTHORITY_LIFETIME)?;
            files::write(&certificate_path, made.certificate(), PUBLIC)?;
            made
        }
    };
    let info = authority.info();
    if now < info.not_before || now >= info.not_after {
        return Err(PkiError::NotValidNow { path: certificate_path });
    }
    Ok(authority)
}

fn read_authority(
    certificate_path: &Path,
    key_path: &Path,
    certificate: String,
    key: String,
) -> Result<Authority, PkiError> {
    Authority::from_pem(&Certified { certificate, key }).map_err(|error| {
        let path = if matches!(error, IssueError::Key(_)) { key_path } else { certificate_path };
        PkiError::Damaged { path: path.to_owned(), reason: error.to_string() }
    })
}

fn read_key(path: &Path, pem: &str) -> Result<Key, PkiError> {
    Key::from_pem(pem).map_err(|error| PkiError::Damaged { path: path.to_owned(), reason: error.to_string() })
}

fn service_account(directory: &Path) -> Result<Key, PkiError> {
    let stem = directory.join("service-account");
    let (key_path, public_path) = (ending(&stem, ".key"), ending(&stem, ".pub"));
    let key = match (files::read(&key_path)?, files::read(&public_path)?) {
        (Some(pem), public) => {
            let key = read_key(&key_path, &pem)?;
            match public {
                Some(public) if public.trim() == key.public_pem().trim() => return Ok(key),
                Some(_) => {
                    let reason = "it is not the public half of service-account.key".to_owned();
                    return Err(PkiError::Damaged { path: public_path, reason });
                }
                None => key,
            }
        }
        (None, Some(_)) => return Err(PkiError::Missing { present: public_path, missing: key_path }),
        (None, None) => {
            let key = Key::generate()?;
            files::write(&key_path, key.pem(), PRIVATE)?;
            key
        }
    };
    files::write(&public_path, &key.public_pem(), PUBLIC)?;
    Ok(key)
}
