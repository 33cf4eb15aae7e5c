//! A metric by labels: one counter, gauge or histogram per combination of label values, made when it is first asked for.
//!
//! Finding one takes a read lock and a hash of the values, without allocating; whoever counts often keeps the handle instead.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use parking_lot::RwLock;

use super::Kind;
use super::cells::{Counter, Gauge, Histogram};
use super::snapshot::Value;

/// What a family can be made of: [`Counter`], [`Gauge`], [`Histogram`].
pub trait Metric: Clone + Send + Sync + 'static {
    /// What must be known to make one.
    type Settings: Clone + PartialEq + Send + Sync;
    /// Its kind.
    const KIND: Kind;
    /// A new one.
    fn make(settings: &Self::Settings) -> Self;
    #[doc(hidden)]
    fn read(&self) -> Value;
}

impl Metric for Counter {
    type Settings = ();
    const KIND: Kind = Kind::Counter;

    fn make((): &()) -> Self {
        Self::default()
    }

    fn read(&self) -> Value {
        Value::Number(self.value())
    }
}

impl Metric for Gauge {
    type Settings = ();
    const KIND: Kind = Kind::Gauge;

    fn make((): &()) -> Self {
        Self::default()
    }

    fn read(&self) -> Value {
        Value::Number(self.value())
    }
}

impl Metric for Histogram {
    type Settings = Arc<[f64]>;
    const KIND: Kind = Kind::Histogram;

    fn make(bounds: &Arc<[f64]>) -> Self {
        Self::new(bounds)
    }

    fn read(&self) -> Value {
        let (bounds, counts, sum) = Histogram::read(self);
        Value::Histogram { bounds, counts, sum }
    }
}

/// One metric per combination of `N` label values. Clones share them.
#[derive(Clone)]
pub struct Family<M: Metric, const N: usize>(Arc<Shared<M, N>>);

/// The labels' values and the metric under them.
type Member<M, const N: usize> = ([Box<str>; N], M);

struct Shared<M: Metric, const N: usize> {
    settings: M::Settings,
    hasher: RandomState,
    /// By the hash of the label values; several members under one hash are told apart by the values themselves.
    members: RwLock<HashMap<u64, Vec<Member<M, N>>>>,
}

impl<M: Metric, const N: usize> Family<M, N> {
    pub(super) fn new(settings: M::Settings) -> Self {
        let (hasher, members) = (RandomState::new(), RwLock::default());
        Self(Arc::new(Shared { settings, hasher, members }))
    }

    /// The metric under these values, in the order in which the labels were registered.
    pub fn with(&self, values: [&str; N]) -> M {
        let hash = self.hash(&values);
        let find = |members: &HashMap<u64, Vec<Member<M, N>>>| {
            let members = members.get(&hash)?;
            members.iter().find(|(known, _)| same(known, &values)).map(|(_, metric)| metric.clone())
        };
        if let Some(found) = find(&self.0.members.read()) {
            return found;
        }
        let mut members = self.0.members.write();
        // Somebody else may have made it between the two locks.
        if let Some(found) = find(&members) {
            return found;
        }
        let made = M::make(&self.0.settings);
        members.entry(hash).or_default().push((values.map(Box::from), made.clone()));
        made
    }

    /// Forgets the metric under these values, e.g. of an object that is gone.
    pub fn remove(&self, values: [&str; N]) {
        let hash = self.hash(&values);
        let mut members = self.0.members.write();
        if let Some(under_hash) = members.get_mut(&hash) {
            under_hash.retain(|(known, _)| !same(known, &values));
        }
    }

    /// Forgets all of them.
    pub fn clear(&self) {
        self.0.members.write().clear();
    }

    pub(super) fn settings(&self) -> &M::Settings {
        &self.0.settings
    }

    pub(super) fn read(&self) -> Vec<(Vec<String>, Value)> {
        let members = self.0.members.read();
        let members = members.values().flatten();
        members
            .map(|(values, metric)| (values.iter().map(ToString::to_string).collect(), metric.read()))
            .collect()
    }

    fn hash(&self, values: &[&str; N]) -> u64 {
        self.0.hasher.hash_one(values)
    }
}

fn same<const N: usize>(known: &[Box<str>; N], values: &[&str; N]) -> bool {
    known.iter().zip(values).all(|(known, value)| **known == **value)
}
