//! What a certificate may be used for, under the names that the `certificates.k8s.io` API gives the X.509 usages.
//!
//! One table holds name and meaning; signing (`encode.rs`) and reading (`info.rs`, `request.rs`) both go through it.

use x509_parser::extensions::{ExtendedKeyUsage, KeyUsage};

/// A usage as `spec.usages` of a CertificateSigningRequest names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each is explained by its name in the table below")]
pub enum Usage {
    DigitalSignature,
    Signing,
    ContentCommitment,
    KeyEncipherment,
    DataEncipherment,
    KeyAgreement,
    CertSign,
    CrlSign,
    EncipherOnly,
    DecipherOnly,
    Any,
    ServerAuth,
    ClientAuth,
    CodeSigning,
    EmailProtection,
    Smime,
    IpsecEndSystem,
    IpsecTunnel,
    IpsecUser,
    Timestamping,
    OcspSigning,
    MicrosoftSgc,
    NetscapeSgc,
}

/// Where X.509 keeps a usage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// A bit of the key usage extension, counted from the first.
    Bit(u16),
    /// A purpose of the extended key usage extension.
    Purpose(&'static [u64]),
}

use Meaning::{Bit, Purpose};

/// A second name for the same meaning stands after the first, which is the one given when reading.
const TABLE: &[(Usage, &str, Meaning)] = &[
    (Usage::DigitalSignature, "digital signature", Bit(0)),
    (Usage::Signing, "signing", Bit(0)),
    (Usage::ContentCommitment, "content commitment", Bit(1)),
    (Usage::KeyEncipherment, "key encipherment", Bit(2)),
    (Usage::DataEncipherment, "data encipherment", Bit(3)),
    (Usage::KeyAgreement, "key agreement", Bit(4)),
    (Usage::CertSign, "cert sign", Bit(5)),
    (Usage::CrlSign, "crl sign", Bit(6)),
    (Usage::EncipherOnly, "encipher only", Bit(7)),
    (Usage::DecipherOnly, "decipher only", Bit(8)),
    (Usage::Any, "any", Purpose(&[2, 5, 29, 37, 0])),
    (Usage::ServerAuth, "server auth", Purpose(&[1, 3, 6, 1, 5, 5, 7, 3, 1])),
    (Usage::ClientAuth, "client auth", Purpose(&[1, 3, 6, 1, 5, 5, 7, 3, 2])),
    (Usage::CodeSigning, "code signing", Purpose(&[1, 3, 6, 1, 5, 5, 7, 3, 3])),
    (Usage::EmailProtection, "email protection", Purpose(&[1, 3, 6, 1, 5, 5, 7, 3, 4])),
    (Usage::Smime, "s/mime", Purpose(&[1, 3, 6, 1, 5, 5, 7, 3, 4])),
    (Usage::IpsecEndSystem, "ipsec end system", Purpose(&[1, 3, 6, 1, 5, 5, 7, 3, 5])),
    (Usage::IpsecTunnel, "ipsec tunnel", Purpose(&[1, 3, 6, 1, 5, 5, 7, 3, 6])),
    (Usage::IpsecUser, "ipsec user", Purpose(&[1, 3, 6, 1, 5, 5, 7, 3, 7])),
    (Usage::Timestamping, "timestamping", Purpose(&[1, 3, 6, 1, 5, 5, 7, 3, 8])),
    (Usage::OcspSigning, "ocsp signing", Purpose(&[1, 3, 6, 1, 5, 5, 7, 3, 9])),
    (Usage::MicrosoftSgc, "microsoft sgc", Purpose(&[1, 3, 6, 1, 4, 1, 311, 10, 3, 3])),
    (Usage::NetscapeSgc, "netscape sgc", Purpose(&[2, 16, 840, 1, 113_730, 4, 1])),
];

/// A name that is in no usage's line.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("unrecognized usage value {0:?}")]
pub struct UnknownUsage(pub String);

impl Usage {
    /// The API's name.
    pub fn as_str(self) -> &'static str {
        self.line().1
    }

    pub(crate) fn meaning(self) -> Meaning {
        self.line().2
    }

    fn line(self) -> &'static (Self, &'static str, Meaning) {
        TABLE
            .iter()
            .find(|(usage, ..)| *usage == self)
            .expect("every usage has a line; a test goes through them")
    }

    /// The usages that the two extensions of a certificate or request stand for, each once, in the table's order.
    pub(crate) fn read(bits: Option<&KeyUsage>, purposes: Option<&ExtendedKeyUsage<'_>>) -> Vec<Self> {
        let flags = bits.map_or(0, |bits| bits.flags);
        let oids = purposes.map(purpose_oids).unwrap_or_default();
        let mut found: Vec<Self> = Vec::new();
        for (usage, _, meaning) in TABLE {
            let present = match meaning {
                Bit(bit) => flags & (1 << bit) != 0,
                Purpose(oid) => oids.iter().any(|present| present == oid),
            };
            if present && !found.iter().any(|other| other.meaning() == *meaning) {
                found.push(*usage);
            }
        }
        found
    }
}

fn purpose_oids(purposes: &ExtendedKeyUsage<'_>) -> Vec<Vec<u64>> {
    let named = [
        (purposes.any, Usage::Any),
        (purposes.server_auth, Usage::ServerAuth),
        (purposes.client_auth, Usage::ClientAuth),
        (purposes.code_signing, Usage::CodeSigning),
        (purposes.email_protection, Usage::EmailProtection),
        (purposes.time_stamping, Usage::Timestamping),
        (purposes.ocsp_signing, Usage::OcspSigning),
    ];
    let named = named.into_iter().filter(|(set, _)| *set).filter_map(|(_, usage)| match usage.meaning() {
        Purpose(oid) => Some(oid.to_vec()),
        Bit(_) => None,
    });
    let others = purposes.other.iter().filter_map(|oid| Some(oid.iter()?.collect()));
    named.chain(others).collect()
}

impl std::str::FromStr for Usage {
    type Err = UnknownUsage;

    fn from_str(name: &str) -> Result<Self, UnknownUsage> {
        let line = TABLE.iter().find(|(_, known, _)| *known == name);
        line.map(|(usage, ..)| *usage).ok_or_else(|| UnknownUsage(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_leads_to_its_usage_and_back() {
        for (usage, name, meaning) in TABLE {
            assert_eq!(name.parse::<Usage>(), Ok(*usage));
            assert_eq!((usage.as_str(), usage.meaning()), (*name, *meaning));
        }
        assert_eq!("Client Auth".parse::<Usage>(), Err(UnknownUsage("Client Auth".into())));
        assert_eq!(TABLE.len(), Usage::NetscapeSgc as usize + 1, "a usage has no line");
    }
}
