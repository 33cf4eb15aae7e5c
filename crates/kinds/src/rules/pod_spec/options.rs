//! What the validation of a pod spec lets pass, because the object that it replaces has it already.

use api::core::v1::PodSpec;
use meta::{ErrorList, Path};

use crate::rules::containers::visit;
use crate::rules::report::list;
use crate::rules::volumes::paths;
use crate::rules::{affinity, label_selector, resources, security_context, topology_spread};

/// The relaxations. [`Options::create`] has none of those that only old objects enjoy.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// The spec is that of a pod, not of a template.
    pub is_pod: bool,
    /// Paths of projected tokens may leave their volume.
    pub non_local_token_path: bool,
    /// Amounts of huge pages may be no multiples of their size.
    pub indivisible_huge_pages: bool,
    /// Parameters of the kernel may belong to namespaces that the pod shares with the node.
    pub host_sysctls: bool,
    /// Selectors of pod affinity may have values that are no label values.
    pub invalid_selector_values: bool,
    /// Required node affinity may have values that are no label values.
    pub invalid_node_affinity_values: bool,
    /// Selectors of topology spread constraints are not looked at.
    pub invalid_spread_selector: bool,
    /// Label keys of topology spread constraints follow the older rule.
    pub merged_label_keys: bool,
    /// Init containers that end may ask for a restart when they are resized.
    pub restart_container_in_init: bool,
}

impl Options {
    /// For a new pod template.
    pub fn create() -> Self {
        Self::default()
    }

    /// For a template that replaces `old`; as for a new one if there is none.
    pub fn update(old: Option<&PodSpec>) -> Self {
        let Some(old) = old else { return Self::create() };
        let path = Path::nil();
        let fails = |judge: &dyn Fn(&mut ErrorList)| {
            let mut errors = ErrorList::new();
            judge(&mut errors);
            !errors.is_empty()
        };
        // What a relaxation would let pass is there if judging with it finds less.
        let needs = |relaxed: Self| judged(old, &relaxed) < judged(old, &Self::default());
        let selectors =
            list(&old.topology_spread_constraints).iter().filter_map(|c| c.label_selector.as_ref());
        let no_selectors = Self { invalid_spread_selector: true, ..Self::default() };
        let constraints = list(&old.topology_spread_constraints);
        Self {
            is_pod: false,
            non_local_token_path: fails(&|errors| token_paths(old, errors)),
            indivisible_huge_pages: fails(&|errors| huge_pages(old, errors)),
            host_sysctls: needs(Self { host_sysctls: true, ..Self::default() }),
            invalid_selector_values: needs(Self { invalid_selector_values: true, ..Self::default() }),
            invalid_node_affinity_values: needs(Self {
                invalid_node_affinity_values: true,
                ..Self::default()
            }),
            invalid_spread_selector: selectors
                .into_iter()
                .any(|selector| !label_selector::validate(selector, Default::default(), &path).is_empty()),
            merged_label_keys: fails(&|errors| {
                topology_spread::validate(constraints, &no_selectors, &path, errors)
            }),
            restart_container_in_init: list(&old.init_containers).iter().any(|container| {
                container.restart_policy.as_deref() != Some("Always")
                    && list(&container.resize_policy)
                        .iter()
                        .any(|policy| policy.restart_policy == "RestartContainer")
            }),
        }
    }

    /// For a pod instead of a template.
    pub fn of_pod(self) -> Self {
        Self { is_pod: true, ..self }
    }
}

/// How much is wrong with the parts that relaxations concern.
fn judged(spec: &PodSpec, options: &Options) -> usize {
    let (mut errors, path) = (ErrorList::new(), Path::nil());
    if let Some(context) = &spec.security_context {
        security_context::pod(context, spec, options, &path, &mut errors);
    }
    if let Some(affinity) = &spec.affinity {
        affinity::validate(affinity, options, &path, &mut errors);
    }
    errors.len()
}

fn token_paths(spec: &PodSpec, errors: &mut ErrorList) {
    let projected = list(&spec.volumes).iter().filter_map(|volume| volume.projected.as_ref());
    let sources = projected.flat_map(|projected| list(&projected.sources));
    for token in sources.filter_map(|source| source.service_account_token.as_ref()) {
        paths::local(&token.path, &Path::nil(), errors);
    }
}

fn huge_pages(spec: &PodSpec, errors: &mut ErrorList) {
    for container in visit::each(spec) {
        let requirements = container.resources.iter();
        let lists = requirements.flat_map(|r| r.limits.iter().chain(r.requests.iter()));
        for (name, value) in lists.flatten() {
            resources::huge_page(name, value, &Options::default(), &Path::nil(), errors);
        }
    }
}
