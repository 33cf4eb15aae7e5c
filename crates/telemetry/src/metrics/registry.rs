//! The registry: every metric of the process under its name. Handed around; there is no global one.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::RwLock;

use super::cells::{Counter, Gauge, Histogram};
use super::family::{Family, Metric};
use super::snapshot::{Declared, Scrape, Snapshot};
use super::{Description, Kind, text};

/// All metrics that one endpoint shows. Clones are the same registry.
#[derive(Clone, Default)]
pub struct Registry(Arc<RwLock<Contents>>);

#[derive(Default)]
struct Contents {
    entries: BTreeMap<&'static str, Entry>,
    collectors: Vec<Collector>,
}

struct Entry {
    description: Description,
    labels: Vec<&'static str>,
    family: Arc<dyn Collect>,
}

struct Collector {
    declared: Vec<Declared>,
    collect: Box<dyn Fn(&mut Scrape<'_>) + Send + Sync>,
}

/// A family whose kind and number of labels are forgotten.
trait Collect: Any + Send + Sync {
    fn snapshot(&self, entry: &Entry) -> Snapshot;
}

impl<M: Metric, const N: usize> Collect for Family<M, N> {
    fn snapshot(&self, entry: &Entry) -> Snapshot {
        Snapshot {
            description: entry.description.clone(),
            kind: M::KIND,
            labels: entry.labels.clone(),
            members: self.read(),
        }
    }
}

/// Why a metric cannot be registered.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum RegisterError {
    /// Prometheus allows letters, digits, underscores and (in metrics) colons.
    #[error("{0:?} cannot be the name of a metric or label")]
    Name(String),
    /// The name is taken by a metric of another kind, other labels or other buckets.
    #[error("there is a metric {0} already, of another kind or with other labels or buckets")]
    Differs(String),
    /// Buckets must rise, and the last one is implied.
    #[error("the buckets of {0} must be finite and rise")]
    Buckets(String),
    /// A collector cannot compute histograms.
    #[error("{0} cannot be collected: a collector gives counters and gauges")]
    Kind(String),
}

impl Registry {
    /// An empty registry.
    pub fn new() -> Self {
        Self::default()
    }

    /// A counter without labels.
    pub fn counter(&self, description: Description) -> Result<Counter, RegisterError> {
        Ok(self.counters(description, [])?.with([]))
    }

    /// A gauge without labels.
    pub fn gauge(&self, description: Description) -> Result<Gauge, RegisterError> {
        Ok(self.gauges(description, [])?.with([]))
    }

    /// A histogram without labels.
    pub fn histogram(&self, description: Description, bounds: &[f64]) -> Result<Histogram, RegisterError> {
        Ok(self.histograms(description, [], bounds)?.with([]))
    }

    /// Counters by labels.
    pub fn counters<const N: usize>(
        &self,
        description: Description,
        labels: [&'static str; N],
    ) -> Result<Family<Counter, N>, RegisterError> {
        self.family(description, labels, ())
    }

    /// Gauges by labels.
    pub fn gauges<const N: usize>(
        &self,
        description: Description,
        labels: [&'static str; N],
    ) -> Result<Family<Gauge, N>, RegisterError> {
        self.family(description, labels, ())
    }

    /// Histograms by labels; `bounds` are the buckets' upper ends without the infinite one.
    pub fn histograms<const N: usize>(
        &self,
        description: Description,
        labels: [&'static str; N],
        bounds: &[f64],
    ) -> Result<Family<Histogram, N>, RegisterError> {
        let rising = bounds.windows(2).all(|pair| pair[0] < pair[1]);
        if !rising || bounds.iter().any(|bound| !bound.is_finite()) {
            return Err(RegisterError::Buckets(description.name.to_owned()));
        }
        self.family(description, labels, bounds.into())
    }

    /// Metrics that are computed when somebody looks, together, by one function.
    pub fn collector(
        &self,
        declared: Vec<Declared>,
        collect: impl Fn(&mut Scrape<'_>) + Send + Sync + 'static,
    ) -> Result<(), RegisterError> {
        let mut contents = self.0.write();
        for (position, one) in declared.iter().enumerate() {
            let name = one.description.name;
            check_names(name, &one.labels)?;
            if one.kind == Kind::Histogram {
                return Err(RegisterError::Kind(name.to_owned()));
            }
            let twice = declared[..position].iter().any(|earlier| earlier.description.name == name);
            if twice || contents.entries.contains_key(name) || contents.collected(name) {
                return Err(RegisterError::Differs(name.to_owned()));
            }
        }
        contents.collectors.push(Collector { declared, collect: Box::new(collect) });
        Ok(())
    }

    /// Everything, in the Prometheus text format.
    pub fn render(&self) -> String {
        let contents = self.0.read();
        let entries = contents.entries.values();
        let mut snapshots: Vec<Snapshot> = entries.map(|entry| entry.family.snapshot(entry)).collect();
        for collector in &contents.collectors {
            let mut scrape = Scrape::new(&collector.declared);
            (collector.collect)(&mut scrape);
            snapshots.extend(scrape.finish());
        }
        drop(contents);
        text::render(snapshots)
    }

    fn family<M: Metric, const N: usize>(
        &self,
        description: Description,
        labels: [&'static str; N],
        settings: M::Settings,
    ) -> Result<Family<M, N>, RegisterError> {
        let name = description.name;
        check_names(name, &labels)?;
        let mut contents = self.0.write();
        if let Some(entry) = contents.entries.get(name) {
            let any: &dyn Any = &*entry.family;
            let known = any.downcast_ref::<Family<M, N>>();
            let same = known.filter(|known| entry.labels == labels && *known.settings() == settings);
            return same.cloned().ok_or_else(|| RegisterError::Differs(name.to_owned()));
        }
        if contents.collected(name) {
            return Err(RegisterError::Differs(name.to_owned()));
        }
        let family = Family::new(settings);
        let entry = Entry { description, labels: labels.to_vec(), family: Arc::new(family.clone()) };
        contents.entries.insert(name, entry);
        Ok(family)
    }
}

impl std::fmt::Debug for Registry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Registry({} metrics)", self.0.read().entries.len())
    }
}

impl Contents {
    fn collected(&self, name: &str) -> bool {
        let mut declared = self.collectors.iter().flat_map(|collector| &collector.declared);
        declared.any(|declared| declared.description.name == name)
    }
}

fn check_names(name: &str, labels: &[&'static str]) -> Result<(), RegisterError> {
    let first = |c: char| c.is_ascii_alphabetic() || c == '_';
    let later = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let sound = |text: &str, colon: bool| {
        let mut chars = text.chars().map(|c| if colon && c == ':' { '_' } else { c });
        chars.next().is_some_and(first) && chars.all(later)
    };
    if !sound(name, true) {
        return Err(RegisterError::Name(name.to_owned()));
    }
    for (position, label) in labels.iter().enumerate() {
        // `le` is the buckets' own; a label twice would make the text ambiguous.
        if !sound(label, false) || *label == "le" || labels[..position].contains(label) {
            return Err(RegisterError::Name((*label).to_owned()));
        }
    }
    Ok(())
}
