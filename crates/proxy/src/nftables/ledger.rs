//! Who wants what in the table, so that a change comes to a transaction of just the elements that differ. Pure.
//!
//! Two services may want the same key (an external address that both name); the one whose name comes first has it, and the other takes
//! over when it goes. Two may also want the very same element, which stays until the last lets go.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use netfilter::nft::{Batch, Element, Value};

use super::names::{set, table};
use super::plan::Plan;
use super::render::{self, Claims, Slots};
use crate::backend::Settings;
use crate::view::{PortName, View};

type Place = (&'static str, Vec<Value>);

/// What is in one family's table.
pub struct Ledger {
    ip6: bool,
    claims: HashMap<PortName, (Claims, Slots)>,
    wanted: HashMap<Place, BTreeMap<PortName, Element>>,
    plans: HashSet<Plan>,
    affinities: HashSet<u32>,
}

impl Ledger {
    /// An empty table.
    pub fn new(ip6: bool) -> Self {
        Self {
            ip6,
            claims: HashMap::new(),
            wanted: HashMap::new(),
            plans: HashSet::new(),
            affinities: HashSet::new(),
        }
    }

    /// The transaction that makes the table right for a view, whatever is in it now.
    pub fn rebuild(&mut self, settings: &Settings, view: &View) -> Batch {
        *self = Self::new(self.ip6);
        let mut batch = render::skeleton(settings, self.ip6);
        self.change(&mut batch, settings, view, view.ports.keys());
        batch
    }

    /// The transaction for a view of which only these ports changed.
    pub fn update(&mut self, settings: &Settings, view: &View, changed: &BTreeSet<PortName>) -> Batch {
        let mut batch = Batch::new(&table(self.ip6));
        self.change(&mut batch, settings, view, changed);
        batch
    }

    fn change<'a>(
        &mut self,
        batch: &mut Batch,
        settings: &Settings,
        view: &View,
        changed: impl IntoIterator<Item = &'a PortName>,
    ) {
        let mut before: BTreeMap<Place, Option<Element>> = BTreeMap::new();
        let ip6 = self.ip6;
        for name in changed.into_iter().filter(|name| name.ip6 == ip6) {
            let (old, slots) = self.claims.remove(name).unwrap_or_default();
            for (set, element) in old.elements {
                let place = (set, element.key);
                before.entry(place.clone()).or_insert_with(|| self.holds(&place));
                if let Some(claimants) = self.wanted.get_mut(&place) {
                    claimants.remove(name);
                }
            }
            let Some(port) = view.ports.get(name) else { continue };
            let slots = slots.fill(port);
            let claims = render::claims(name, port, &slots);
            for (set, element) in &claims.elements {
                let place = (*set, element.key.clone());
                before.entry(place.clone()).or_insert_with(|| self.holds(&place));
                self.wanted.entry(place).or_default().insert(name.clone(), element.clone());
            }
            self.prepare(batch, settings, &claims);
            self.claims.insert(name.clone(), (claims, slots));
        }
        self.write(batch, before);
    }

    /// What the table holds at this place.
    fn holds(&self, place: &Place) -> Option<Element> {
        self.wanted.get(place).and_then(|claimants| claimants.values().next()).cloned()
    }

    /// Chains that elements are about to lead to.
    fn prepare(&mut self, batch: &mut Batch, settings: &Settings, claims: &Claims) {
        if let Some(seconds) = claims.affinity.filter(|seconds| self.affinities.insert(*seconds)) {
            render::affinity(batch, seconds, self.ip6);
        }
        for plan in &claims.plans {
            if self.plans.insert(*plan) {
                plan.write(batch, settings, self.ip6);
            }
        }
    }

    fn write(&mut self, batch: &mut Batch, before: BTreeMap<Place, Option<Element>>) {
        let (mut gone, mut new): (BTreeMap<_, Vec<_>>, BTreeMap<_, Vec<_>>) = Default::default();
        for (place, old) in before {
            let now = self.holds(&place);
            if now.is_none() {
                self.wanted.remove(&place);
            }
            // A comment is no reason to touch an element: it says whose it is, not what it does.
            if old.as_ref().map(|old| &old.data) != now.as_ref().map(|now| &now.data) {
                gone.entry(place.0).or_default().extend(old);
                new.entry(place.0).or_default().extend(now);
            }
        }
        for (name, elements) in gone {
            match name {
                set::SOURCES => batch.delete_intervals(name, elements),
                _ => batch.delete_elements(name, elements),
            }
        }
        for (name, elements) in new {
            match name {
                set::SOURCES => batch.add_intervals(name, elements),
                _ => batch.add_elements(name, elements),
            }
        }
    }
}
