//! The words in which a kind's descriptor is written: start with [`namespaced`] or [`cluster`], end with
//! [`Describe::strategy`]. What follows from convention (list kind, singular, all verbs) is filled in.

use std::sync::Arc;

use resource::{
    Column, Conversion, Deprecation, Kind, Plain, Scope, Served, Strategy, Subresource, SubresourceKind, Verb,
};
use schema::{Schema, Type};

use crate::metadata::Metadata;

/// A descriptor in the making.
pub struct Describe(Kind);

/// The verbs of a view such as `/status`.
pub const VIEW: &[Verb] = &[Verb::Get, Verb::Patch, Verb::Update];

/// A kind whose objects live in namespaces; `group` is empty for core.
pub fn namespaced(
    group: &'static str,
    version: &'static str,
    kind: &'static str,
    plural: &'static str,
) -> Describe {
    start(group, version, kind, plural, Scope::Namespaced)
}

/// A kind whose objects live in the cluster.
pub fn cluster(
    group: &'static str,
    version: &'static str,
    kind: &'static str,
    plural: &'static str,
) -> Describe {
    start(group, version, kind, plural, Scope::Cluster)
}

fn start(
    group: &'static str,
    version: &'static str,
    kind: &'static str,
    plural: &'static str,
    scope: Scope,
) -> Describe {
    Describe(Kind {
        kind: kind.into(),
        list_kind: format!("{kind}List").into(),
        plural: plural.into(),
        singular: kind.to_lowercase().into(),
        short_names: Vec::new(),
        categories: Vec::new(),
        scope,
        verbs: Verb::ALL.to_vec(),
        served: vec![served(group, version, kind, None)],
        subresources: Vec::new(),
        columns: Vec::new(),
        selectable: Vec::new(),
        has_generation: false,
        strategy: Arc::new(Plain),
        converter: None,
    })
}

fn served(
    group: &'static str,
    version: &'static str,
    kind: &'static str,
    conversion: Option<Conversion>,
) -> Served {
    let definition =
        schema::builtin(group, version, kind).expect("every built-in kind has its type in the schema table");
    Served {
        group: group.into(),
        version: version.into(),
        schema: Schema::of(Type::Ref(definition)),
        conversion,
        deprecation: None,
        own: None,
        hidden: false,
    }
}

impl Describe {
    /// The kind of lists, where it is not the kind with `List` behind it.
    pub fn list_kind(mut self, name: &'static str) -> Self {
        self.0.list_kind = name.into();
        self
    }

    /// `po`
    pub fn short(mut self, names: &[&'static str]) -> Self {
        self.0.short_names = names.iter().map(|name| (*name).into()).collect();
        self
    }

    /// `all`
    pub fn categories(mut self, names: &[&'static str]) -> Self {
        self.0.categories = names.iter().map(|name| (*name).into()).collect();
        self
    }

    /// What can be done with it, if that is not everything.
    pub fn verbs(mut self, verbs: &[Verb]) -> Self {
        self.0.verbs = verbs.to_vec();
        self
    }

    /// The kind is served in this group version too.
    pub fn also(
        mut self,
        group: &'static str,
        version: &'static str,
        kind: &'static str,
        conversion: Option<Conversion>,
    ) -> Self {
        self.0.served.push(served(group, version, kind, conversion));
        self
    }

    /// Clients of the version named last should move on, and are told so by this warning.
    pub fn deprecated(mut self, warning: &'static str) -> Self {
        if let Some(served) = self.0.served.last_mut() {
            served.deprecation = Some(Deprecation { warning: warning.into() });
        }
        self
    }

    /// `/status`, with the usual verbs.
    pub fn status(self) -> Self {
        self.view("status", VIEW)
    }

    /// A view of the object through which a part of it can be changed.
    pub fn view(self, name: &'static str, verbs: &[Verb]) -> Self {
        self.below(name, verbs, None, SubresourceKind::View)
    }

    /// `/scale`, at these paths.
    pub fn scale(self, spec: &'static str, status: &'static str, selector: Option<&'static str>) -> Self {
        let does = SubresourceKind::Scale {
            spec_replicas: spec.into(),
            status_replicas: status.into(),
            selector: selector.map(Into::into),
        };
        self.below("scale", VIEW, Some(("autoscaling", "v1", "Scale")), does)
    }

    /// An action with code of its own; `kind` is what it takes and gives.
    pub fn action(
        self,
        name: &'static str,
        verbs: &[Verb],
        kind: (&'static str, &'static str, &'static str),
    ) -> Self {
        self.below(name, verbs, Some(kind), SubresourceKind::Action)
    }

    /// A connection to a node, pod or service.
    pub fn connect(
        self,
        name: &'static str,
        verbs: &[Verb],
        kind: Option<(&'static str, &'static str, &'static str)>,
    ) -> Self {
        self.below(name, verbs, kind, SubresourceKind::Connect)
    }

    fn below(
        mut self,
        name: &'static str,
        verbs: &[Verb],
        kind: Option<(&'static str, &'static str, &'static str)>,
        does: SubresourceKind,
    ) -> Self {
        let kind = kind.map(|(group, version, kind)| (group.into(), version.into(), kind.into()));
        self.0.subresources.push(Subresource { name: name.into(), verbs: verbs.to_vec(), kind, does });
        self
    }

    /// What `kubectl get` prints, the name included.
    pub fn columns(mut self, columns: Vec<Column>) -> Self {
        self.0.columns = columns;
        self
    }

    /// The fields that a field selector may name.
    pub fn selectable(mut self, paths: &[&'static str]) -> Self {
        self.0.selectable = paths.iter().map(|path| (*path).into()).collect();
        self
    }

    /// `metadata.generation` counts changes of the desired state.
    pub fn generation(mut self) -> Self {
        self.0.has_generation = true;
        self
    }

    /// The kind with its rules.
    pub fn strategy(mut self, strategy: impl Strategy) -> Kind {
        self.0.strategy = Arc::new(Metadata(strategy));
        self.0
    }

    /// The kind with its rules, its metadata being judged by the generic rule alone: no word on finalizers without a domain.
    /// So it is upstream for admission registration, API services, custom resource definitions, leases, disruption budgets.
    pub fn strategy_on_generic_metadata(mut self, strategy: impl Strategy) -> Kind {
        self.0.strategy = Arc::new(strategy);
        self.0
    }
}
