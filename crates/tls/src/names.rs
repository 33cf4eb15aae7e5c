//! Who a certificate speaks of: its subject and its alternative names, as plain data read from and compared with X.509.
//!
//! Writing them as DER is `encode.rs`. Reading follows Go's `crypto/x509`, since stock components authenticate by it: the last
//! common name wins, every organization counts, kinds of alternative names that nobody uses here are passed over.

use std::net::IpAddr;

use x509_parser::extensions::{GeneralName, SubjectAlternativeName};
use x509_parser::x509::X509Name;

/// The attribute that carries a user's UID in a subject (the CNCF's arc).
pub(crate) const UID_OID: &[u64] = &[1, 3, 6, 1, 4, 1, 57683, 2];

/// A distinguished name, by the attributes that Kubernetes looks at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Subject {
    /// CN: the user's name.
    pub common_name: String,
    /// O, each of them: the user's groups.
    pub organizations: Vec<String>,
    /// The user's UID; more than one is invalid, which [`crate::ClientVerifier`] says.
    pub uids: Vec<String>,
    /// What else is known about the holder.
    pub others: Vec<(Attribute, String)>,
}

/// Attributes of a subject that identify nobody to Kubernetes but are kept when a request is signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attribute {
    /// C
    Country,
    /// OU
    OrganizationalUnit,
    /// L
    Locality,
    /// ST
    Province,
    /// STREET
    StreetAddress,
    /// POSTALCODE
    PostalCode,
    /// SERIALNUMBER
    SerialNumber,
}

impl Attribute {
    /// Every attribute with the last arc of its OID under 2.5.4 and its short name.
    pub(crate) const ALL: &[(Self, u64, &str)] = &[
        (Self::Country, 6, "C"),
        (Self::OrganizationalUnit, 11, "OU"),
        (Self::Locality, 7, "L"),
        (Self::Province, 8, "ST"),
        (Self::StreetAddress, 9, "STREET"),
        (Self::PostalCode, 17, "POSTALCODE"),
        (Self::SerialNumber, 5, "SERIALNUMBER"),
    ];
}

/// Why a name in a certificate or request cannot be read.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum NameError {
    /// An attribute in an encoding that is not text.
    #[error("attribute {0} of the subject is not text")]
    NotText(String),
    /// An IP address of neither four nor sixteen bytes.
    #[error("an IP address among the alternative names has {0} bytes")]
    AddressLength(usize),
    /// A host, mail address or URI with letters that X.509 has no place for.
    #[error("{0:?} cannot stand among the names of a certificate: only ASCII can")]
    NotAscii(String),
    /// Bytes where a name should be.
    #[error("the alternative names are not well formed")]
    Malformed,
}

impl Subject {
    /// A user's name with the groups the user belongs to.
    pub fn user(name: &str, groups: &[&str]) -> Self {
        let organizations = groups.iter().map(|group| (*group).to_owned()).collect();
        Self { common_name: name.to_owned(), organizations, ..Self::default() }
    }

    pub(crate) fn read(name: &X509Name<'_>) -> Result<Self, NameError> {
        let mut subject = Self::default();
        for attribute in name.iter_attributes() {
            let oid: Vec<u64> = attribute.attr_type().iter().map(|arcs| arcs.collect()).unwrap_or_default();
            let text = || {
                let text = attribute.as_str().map(str::to_owned);
                text.map_err(|_| NameError::NotText(attribute.attr_type().to_id_string()))
            };
            match oid.as_slice() {
                [2, 5, 4, 3] => subject.common_name = text()?,
                [2, 5, 4, 10] => subject.organizations.push(text()?),
                UID_OID => subject.uids.push(text()?),
                [2, 5, 4, arc] => {
                    if let Some((known, _, _)) = Attribute::ALL.iter().find(|(_, known, _)| known == arc) {
                        subject.others.push((*known, text()?));
                    }
                }
                _ => {}
            }
        }
        Ok(subject)
    }
}

impl std::fmt::Display for Subject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut parts = Vec::new();
        if !self.common_name.is_empty() {
            parts.push(format!("CN={}", self.common_name));
        }
        parts.extend(self.organizations.iter().map(|name| format!("O={name}")));
        for (attribute, value) in &self.others {
            let short = Attribute::ALL.iter().find(|(known, _, _)| known == attribute);
            parts.push(format!("{}={value}", short.map_or("?", |(_, _, short)| short)));
        }
        parts.extend(self.uids.iter().map(|uid| format!("UID={uid}")));
        f.write_str(&parts.join(","))
    }
}

/// The names a certificate is good for besides its subject.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AlternativeNames {
    /// Host names, possibly with a leading `*.`.
    pub dns: Vec<String>,
    /// Addresses.
    pub ips: Vec<IpAddr>,
    /// Mail addresses.
    pub emails: Vec<String>,
    /// URIs, e.g. a SPIFFE identity.
    pub uris: Vec<String>,
}

impl AlternativeNames {
    /// Sorts what a user wrote into addresses and host names.
    pub fn hosts<S: AsRef<str>>(hosts: &[S]) -> Self {
        let mut names = Self::default();
        for host in hosts {
            match host.as_ref().parse() {
                Ok(ip) => names.ips.push(ip),
                Err(_) => names.dns.push(host.as_ref().to_owned()),
            }
        }
        names
    }

    /// Whether there is no name at all.
    pub fn is_empty(&self) -> bool {
        self.dns.is_empty() && self.ips.is_empty() && self.emails.is_empty() && self.uris.is_empty()
    }

    /// Whether a certificate can hold all of them.
    pub(crate) fn check(&self) -> Result<(), NameError> {
        let mut texts = self.dns.iter().chain(&self.emails).chain(&self.uris);
        texts.find(|text| !text.is_ascii()).map_or(Ok(()), |bad| Err(NameError::NotAscii(bad.clone())))
    }

    /// Whether both hold the same names, in whatever order and however often each.
    pub fn same(&self, other: &Self) -> bool {
        self.clone().sorted() == other.clone().sorted()
    }

    fn sorted(mut self) -> Self {
        for names in [&mut self.dns, &mut self.emails, &mut self.uris] {
            names.sort();
            names.dedup();
        }
        self.ips.sort();
        self.ips.dedup();
        self
    }

    pub(crate) fn read(extension: &SubjectAlternativeName<'_>) -> Result<Self, NameError> {
        let mut names = Self::default();
        for name in &extension.general_names {
            match name {
                GeneralName::DNSName(name) => names.dns.push((*name).to_owned()),
                GeneralName::RFC822Name(name) => names.emails.push((*name).to_owned()),
                GeneralName::URI(name) => names.uris.push((*name).to_owned()),
                GeneralName::IPAddress(bytes) => names.ips.push(address(bytes)?),
                GeneralName::Invalid(..) => return Err(NameError::Malformed),
                _ => {}
            }
        }
        Ok(names)
    }
}

fn address(bytes: &[u8]) -> Result<IpAddr, NameError> {
    if let Ok(four) = <[u8; 4]>::try_from(bytes) {
        return Ok(four.into());
    }
    let sixteen = <[u8; 16]>::try_from(bytes).map_err(|_| NameError::AddressLength(bytes.len()))?;
    Ok(sixteen.into())
}
