//! All names of the cluster at one moment. Immutable: a change builds the next one (`build`) and swaps it in.
//!
//! Names below the domain are in one table, with the empty ones between them, so that "nothing of this type" and "no such name" are told
//! apart by one look. Names of pods are not in it: `10-244-0-5.ns.pod.cluster.local` says its own address.

mod build;
mod pod;

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use hickory_proto::rr::rdata::{A, AAAA, CNAME, NS, PTR, SOA, SRV, TXT};
use hickory_proto::rr::{Name, RData, RecordType};

pub use build::build;

/// What a name has.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Records {
    a: Vec<Ipv4Addr>,
    aaaa: Vec<Ipv6Addr>,
    srv: Vec<(u16, Name)>,
    alias: Option<Name>,
    text: Option<&'static str>,
}

/// The cluster's names.
#[derive(Debug, Clone)]
pub struct Zone {
    domain: Name,
    ttl: u32,
    serial: u32,
    names: HashMap<Name, Records>,
    reverse: HashMap<IpAddr, Vec<Name>>,
}

/// What the zone knows about a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// Answers.
    Records(Vec<RData>),
    /// The name is another name for this one.
    Alias(Name),
    /// The name exists and has nothing of the kind.
    NoData,
    /// The name does not exist.
    NoName,
    /// Somebody else knows.
    NotOurs,
}

impl Zone {
    /// For how long answers may be kept.
    pub fn ttl(&self) -> u32 {
        self.ttl
    }

    /// The cluster's domain.
    pub fn domain(&self) -> &Name {
        &self.domain
    }

    /// The record that negative answers carry.
    pub fn authority(&self) -> RData {
        RData::SOA(SOA::new(
            self.server(),
            self.below("hostmaster"),
            self.serial,
            7200,
            1800,
            86_400,
            self.ttl,
        ))
    }

    /// Looks a question up.
    pub fn find(&self, name: &Name, kind: RecordType) -> Found {
        if let Ok(net) = name.parse_arpa_name()
            && net.prefix_len() == net.max_prefix_len()
        {
            return self.find_reverse(net.addr(), kind);
        }
        if !self.domain.zone_of(name) {
            return Found::NotOurs;
        }
        let name = name.to_lowercase();
        if name == self.domain && matches!(kind, RecordType::SOA | RecordType::NS) {
            let server = RData::NS(NS(self.server()));
            return Found::Records(vec![if kind == RecordType::SOA { self.authority() } else { server }]);
        }
        if let Some(records) = self.names.get(&name) {
            return records.find(kind);
        }
        match pod::address(&name, &self.domain) {
            Some(ip) => {
                let mut records = Records::default();
                records.add(ip);
                records.find(kind)
            }
            None => Found::NoName,
        }
    }

    /// Addresses that have no name in the cluster may have one elsewhere.
    fn find_reverse(&self, ip: IpAddr, kind: RecordType) -> Found {
        match self.reverse.get(&ip) {
            None => Found::NotOurs,
            Some(names) if kind == RecordType::PTR || kind == RecordType::ANY => {
                Found::Records(names.iter().cloned().map(PTR).map(RData::PTR).collect())
            }
            Some(_) => Found::NoData,
        }
    }

    fn server(&self) -> Name {
        self.below("ns.dns")
    }

    fn below(&self, labels: &str) -> Name {
        let relative = Name::from_ascii(labels).unwrap_or_default();
        relative.append_domain(&self.domain).unwrap_or_default()
    }

    /// The table's entry of a name, made with those of all names between it and the domain.
    fn entry(&mut self, name: &Name) -> &mut Records {
        let mut above = name.base_name();
        while self.domain.zone_of(&above) {
            self.names.entry(above.clone()).or_default();
            above = above.base_name();
        }
        self.names.entry(name.clone()).or_default()
    }
}

impl Records {
    fn find(&self, kind: RecordType) -> Found {
        if let Some(alias) = &self.alias {
            let alias = alias.clone();
            let wanted = matches!(kind, RecordType::CNAME | RecordType::ANY);
            return if wanted {
                Found::Records(vec![RData::CNAME(CNAME(alias))])
            } else {
                Found::Alias(alias)
            };
        }
        let mut found = Vec::new();
        let wants = |what| kind == what || kind == RecordType::ANY;
        if wants(RecordType::A) {
            found.extend(self.a.iter().map(|ip| RData::A(A(*ip))));
        }
        if wants(RecordType::AAAA) {
            found.extend(self.aaaa.iter().map(|ip| RData::AAAA(AAAA(*ip))));
        }
        if wants(RecordType::SRV) {
            found.extend(
                self.srv.iter().map(|(port, target)| RData::SRV(SRV::new(0, 100, *port, target.clone()))),
            );
        }
        if wants(RecordType::TXT) {
            found.extend(self.text.map(|text| RData::TXT(TXT::new(vec![text.to_owned()]))));
        }
        if found.is_empty() { Found::NoData } else { Found::Records(found) }
    }

    fn add(&mut self, ip: IpAddr) {
        match ip {
            IpAddr::V4(ip) if !self.a.contains(&ip) => self.a.push(ip),
            IpAddr::V6(ip) if !self.aaaa.contains(&ip) => self.aaaa.push(ip),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
