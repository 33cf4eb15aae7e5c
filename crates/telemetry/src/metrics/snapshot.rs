//! What a scrape finds, as plain data between the metrics and their text; and how collectors add to it.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Description, Kind};

/// One metric with all its members.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Snapshot {
    pub description: Description,
    pub kind: Kind,
    pub labels: Vec<&'static str>,
    pub members: Vec<(Vec<String>, Value)>,
}

/// What one member shows. Public only in name: the module is not.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Number(f64),
    Histogram { bounds: Arc<[f64]>, counts: Vec<u64>, sum: f64 },
}

/// A counter or gauge whose value a collector computes when somebody looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// Its name and what it is about.
    pub description: Description,
    /// Counter or gauge; a histogram cannot be collected.
    pub kind: Kind,
    /// Its labels' names.
    pub labels: Vec<&'static str>,
}

impl Declared {
    /// A gauge.
    pub fn gauge(description: Description, labels: &[&'static str]) -> Self {
        Self { description, kind: Kind::Gauge, labels: labels.to_vec() }
    }

    /// A counter.
    pub fn counter(description: Description, labels: &[&'static str]) -> Self {
        Self { description, kind: Kind::Counter, labels: labels.to_vec() }
    }
}

/// Takes the values of a collector's metrics during one scrape.
#[derive(Debug)]
pub struct Scrape<'a> {
    declared: &'a [Declared],
    found: BTreeMap<&'static str, Vec<(Vec<String>, Value)>>,
}

impl<'a> Scrape<'a> {
    pub(super) fn new(declared: &'a [Declared]) -> Self {
        Self { declared, found: BTreeMap::new() }
    }

    /// The value of a metric under these label values. What was not declared, or not with as many labels, is left out.
    pub fn put(&mut self, name: &str, values: &[&str], value: f64) {
        let declared = self.declared.iter().find(|declared| declared.description.name == name);
        match declared {
            Some(declared) if declared.labels.len() == values.len() => {
                let values = values.iter().map(|value| (*value).to_owned()).collect();
                self.found.entry(declared.description.name).or_default().push((values, Value::Number(value)));
            }
            _ => tracing::warn!(
                name,
                ?values,
                "a collector gave a value for a metric that it did not declare so"
            ),
        }
    }

    pub(super) fn finish(mut self) -> Vec<Snapshot> {
        let declared = self.declared.iter();
        let snapshots = declared.map(|declared| Snapshot {
            description: declared.description.clone(),
            kind: declared.kind,
            labels: declared.labels.clone(),
            members: self.found.remove(declared.description.name).unwrap_or_default(),
        });
        snapshots.collect()
    }
}
