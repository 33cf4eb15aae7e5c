//! Which certificate a client sees: the one for the name that it asks for, else the default.

use std::collections::HashMap;
use std::sync::Arc;

use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;

use super::SniCertificate;
use crate::bundle::{BundleError, Certified};
use crate::info::CertificateInfo;
use crate::provider::{ConfigError, certified_key};

#[derive(Debug)]
pub(super) struct ByName {
    default: Arc<CertifiedKey>,
    names: HashMap<String, Arc<CertifiedKey>>,
}

impl ByName {
    pub(super) fn build(default: &Certified, others: &[SniCertificate]) -> Result<Self, ConfigError> {
        let mut names = HashMap::new();
        for other in others {
            let asked = if other.names.is_empty() {
                own_names(&other.certified).map_err(|error| ConfigError::Certificate {
                    name: "SNI".to_owned(),
                    reason: error.to_string(),
                })?
            } else {
                other.names.clone()
            };
            let key = certified_key(&other.certified, &asked.join(", "))?;
            for name in asked {
                // The first certificate given for a name is the one that counts.
                names.entry(normal(&name)).or_insert_with(|| key.clone());
            }
        }
        Ok(Self { default: certified_key(default, "")?, names })
    }

    fn find(&self, name: &str) -> &Arc<CertifiedKey> {
        let name = normal(name);
        let wildcard = name.split_once('.').map(|(_, domain)| format!("*.{domain}"));
        let found = self.names.get(&name).or_else(|| self.names.get(&wildcard?));
        found.unwrap_or(&self.default)
    }
}

fn own_names(certified: &Certified) -> Result<Vec<String>, BundleError> {
    let info = CertificateInfo::from_pem(&certified.certificate)?;
    Ok(if info.names.dns.is_empty() { vec![info.subject.common_name] } else { info.names.dns })
}

/// Host names compare without case and without the root's dot.
fn normal(name: &str) -> String {
    name.trim_end_matches('.').to_ascii_lowercase()
}

impl ResolvesServerCert for ByName {
    fn resolve(&self, hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(hello.server_name().map_or(&self.default, |name| self.find(name)).clone())
    }
}
