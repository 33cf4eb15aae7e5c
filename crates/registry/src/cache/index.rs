//! Who has a hot field, a hot label or an owner: the lookups that would otherwise walk a whole collection.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use meta::selector::LabelLookup;
use resource::Kind;

use crate::filter::Filter;
use crate::head::Head;
use crate::{Config, key};

type Place = Arc<str>;
type Places = HashMap<Box<str>, BTreeSet<Place>>;

/// The indexes of one collection: from a value to the places of the objects that have it.
pub(super) struct Indexes {
    /// By position in `Kind::selectable`.
    fields: Vec<(usize, Places)>,
    /// By label key.
    labels: Vec<(Box<str>, Places)>,
    /// By the uid of an owner.
    owners: Places,
}

impl Indexes {
    pub(super) fn new(kind: &Kind, config: &Config) -> Self {
        let hot = |path: &&str| config.hot_fields.iter().any(|hot| hot == path);
        let fields = kind.selectable.iter().map(|path| &**path).enumerate().filter(|(_, path)| hot(path));
        Self {
            fields: fields.map(|(at, _)| (at, Places::new())).collect(),
            labels: config.hot_labels.iter().map(|label| (label.as_str().into(), Places::new())).collect(),
            owners: Places::new(),
        }
    }

    pub(super) fn insert(&mut self, head: &Head) {
        self.each(head, |places, value, place| {
            places.entry(value.into()).or_default().insert(place.clone());
        });
    }

    pub(super) fn remove(&mut self, head: &Head) {
        self.each(head, |places, value, place| {
            if let Some(with) = places.get_mut(value) {
                with.remove(place);
                if with.is_empty() {
                    places.remove(value);
                }
            }
        });
    }

    fn each(&mut self, head: &Head, mut act: impl FnMut(&mut Places, &str, &Place)) {
        let place: Place = key::place(&head.namespace, &head.name).into();
        for (at, places) in &mut self.fields {
            if let Some(value) = head.fields.get(*at) {
                act(places, value, &place);
            }
        }
        for (label, places) in &mut self.labels {
            if let Some(value) = head.label(label) {
                act(places, value, &place);
            }
        }
        for owner in &head.owners {
            act(&mut self.owners, owner, &place);
        }
    }

    /// The only places where matches can be, in order, if an index knows: the shortest such list.
    pub(super) fn candidates(&self, kind: &Kind, filter: &Filter) -> Option<Vec<Place>> {
        let by_field = self.fields.iter().filter_map(|(at, places)| {
            filter.fields.exact_match(&kind.selectable[*at]).map(|value| places.get(value))
        });
        let by_label = self
            .labels
            .iter()
            .filter_map(|(label, places)| filter.labels.exact_match(label).map(|value| places.get(value)));
        let best = by_field.chain(by_label).min_by_key(|places| places.map_or(0, BTreeSet::len))?;
        Some(best.into_iter().flatten().cloned().collect())
    }

    /// The places of what an owner owns.
    pub(super) fn owned_by(&self, uid: &str) -> impl Iterator<Item = &Place> {
        self.owners.get(uid).into_iter().flatten()
    }
}
