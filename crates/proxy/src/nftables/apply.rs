//! The view into the kernel, by transactions of what differs; clients of endpoints that are gone are released.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::net::SocketAddr;

use netfilter::nft::{Batch, Connection, Data, Element, Value, Watch};

use super::ledger::Ledger;
use super::names::{TABLE, set, table};
use super::render;
use crate::backend::{Backend, Error, Settings};
use crate::view::{PortName, View};

/// Connects; nothing is changed yet.
pub fn open(settings: &Settings) -> Result<Box<dyn Backend>, Error> {
    Ok(Box::new(Nftables {
        connection: Connection::open(settings.namespace())?,
        ledgers: settings.families.each().map(|ip6| (ip6, Ledger::new(ip6))).collect(),
        kept: BTreeMap::new(),
        settings: settings.clone(),
    }))
}

struct Nftables {
    settings: Settings,
    connection: Connection,
    ledgers: BTreeMap<bool, Ledger>,
    /// Endpoints that clients may be bound to, per port with affinity.
    kept: BTreeMap<PortName, HashSet<SocketAddr>>,
}

impl Backend for Nftables {
    fn rebuild(&mut self, view: &View) -> Result<(), Error> {
        for ledger in self.ledgers.values_mut() {
            let batch = ledger.rebuild(&self.settings, view);
            self.connection.commit(&batch)?;
        }
        self.kept.clear();
        let all: Vec<_> = view.ports.keys().cloned().collect();
        self.leavers(view, &all);
        Ok(())
    }

    fn update(&mut self, view: &View, changed: &BTreeSet<PortName>) -> Result<(), Error> {
        for ledger in self.ledgers.values_mut() {
            let batch = ledger.update(&self.settings, view, changed);
            tracing::debug!(commands = batch.len(), "nftables transaction");
            self.connection.commit(&batch)?;
        }
        let left = self.leavers(view, changed);
        self.release(&left)
    }

    fn is_intact(&mut self) -> bool {
        let (connection, ledgers) = (&mut self.connection, &self.ledgers);
        ledgers.keys().all(|ip6| connection.has_table(&table(*ip6)).unwrap_or(false))
    }

    fn watch(&self) -> Option<Watch> {
        Watch::open(self.settings.namespace(), TABLE, vec![self.connection.port()]).ok()
    }
}

impl Nftables {
    /// Endpoints that ports with affinity had and have no more.
    fn leavers<'a>(
        &mut self,
        view: &View,
        changed: impl IntoIterator<Item = &'a PortName>,
    ) -> HashSet<SocketAddr> {
        let mut left = HashSet::new();
        for name in changed {
            let before = self.kept.remove(name).unwrap_or_default();
            let port = view.ports.get(name).filter(|port| port.affinity.is_some());
            let now: HashSet<_> =
                port.into_iter().flat_map(|port| port.cluster.iter().chain(&port.local)).copied().collect();
            left.extend(before.difference(&now));
            if !now.is_empty() {
                self.kept.insert(name.clone(), now);
            }
        }
        left
    }

    /// Has the clients of these endpoints choose again. A client that is bound anew in between is one whose packet was on its way; it
    /// finds nobody there, as under every mode.
    fn release(&mut self, left: &HashSet<SocketAddr>) -> Result<(), Error> {
        if left.is_empty() {
            return Ok(());
        }
        for ip6 in self.ledgers.keys().copied() {
            let clients = self.connection.elements(&table(ip6), &render::clients(ip6))?;
            for client in clients.into_iter().filter(|client| bound_to(client, left)) {
                let mut batch = Batch::new(&table(ip6));
                batch.delete_elements(set::AFFINITY, vec![client]);
                // One that ran out in the meantime is released already.
                let _ = self.connection.commit(&batch);
            }
        }
        Ok(())
    }
}

fn bound_to(client: &Element, left: &HashSet<SocketAddr>) -> bool {
    match client.data.as_ref() {
        Some(Data::Values(values)) => match values[..] {
            [Value::Address(address), Value::Port(port)] => left.contains(&SocketAddr::new(address, port)),
            _ => false,
        },
        _ => false,
    }
}
