//! The values of the libraries' own types.

use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;

use meta::Quantity;

use crate::authorizer::{Decision, GroupCheck, PathCheck, Requester, ResourceCheck};
use crate::library::format::NamedFormat;
use crate::library::semver::Semver;
use crate::library::url::Url;
use crate::types::kubernetes;

#[derive(Clone, Debug)]
pub(crate) enum Opaque {
    Quantity(Arc<Quantity>),
    Url(Arc<Url>),
    Semver(Arc<Semver>),
    Format(&'static NamedFormat),
    Ip(IpAddr),
    Cidr(IpAddr, u8),
    Authorizer(Requester),
    PathCheck(Arc<PathCheck>),
    GroupCheck(Arc<GroupCheck>),
    ResourceCheck(Arc<ResourceCheck>),
    Decision(Arc<Decision>),
}

impl Opaque {
    pub const fn type_name(&self) -> &'static str {
        match self {
            Self::Quantity(_) => kubernetes::QUANTITY,
            Self::Url(_) => kubernetes::URL,
            Self::Semver(_) => kubernetes::SEMVER,
            Self::Format(_) => kubernetes::FORMAT,
            Self::Ip(_) => kubernetes::IP,
            Self::Cidr(..) => kubernetes::CIDR,
            Self::Authorizer(_) => kubernetes::AUTHORIZER,
            Self::PathCheck(_) => kubernetes::PATH_CHECK,
            Self::GroupCheck(_) => kubernetes::GROUP_CHECK,
            Self::ResourceCheck(_) => kubernetes::RESOURCE_CHECK,
            Self::Decision(_) => kubernetes::DECISION,
        }
    }

    /// The size that costs are reckoned by, for those that have one.
    pub fn size(&self) -> Option<u64> {
        let bits = |ip: &IpAddr| if ip.is_ipv4() { 32 } else { 128 };
        match self {
            Self::Ip(ip) => Some(bits(ip) / 8),
            Self::Cidr(_, prefix) => Some(u64::from(prefix.div_ceil(8))),
            _ => None,
        }
    }

    pub fn equal(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Quantity(a), Self::Quantity(b)) => a == b,
            (Self::Url(a), Self::Url(b)) => a == b,
            (Self::Semver(a), Self::Semver(b)) => a.order(b).is_eq(),
            (Self::Format(a), Self::Format(b)) => a.name == b.name,
            (Self::Ip(a), Self::Ip(b)) => a == b,
            (Self::Cidr(a, x), Self::Cidr(b, y)) => a == b && x == y,
            (Self::PathCheck(a), Self::PathCheck(b)) => Arc::ptr_eq(a, b),
            (Self::GroupCheck(a), Self::GroupCheck(b)) => Arc::ptr_eq(a, b),
            (Self::ResourceCheck(a), Self::ResourceCheck(b)) => Arc::ptr_eq(a, b),
            (Self::Decision(a), Self::Decision(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }
}

impl fmt::Display for Opaque {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Quantity(quantity) => write!(f, "{quantity}"),
            Self::Url(url) => write!(f, "{url}"),
            Self::Semver(version) => write!(f, "{version}"),
            Self::Format(format) => f.write_str(format.name),
            Self::Ip(ip) => write!(f, "{ip}"),
            Self::Cidr(ip, prefix) => write!(f, "{ip}/{prefix}"),
            other => f.write_str(other.type_name()),
        }
    }
}
