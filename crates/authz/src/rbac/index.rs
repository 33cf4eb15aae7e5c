//! Bindings by subject, with the rules of their roles resolved: made of what the cache holds, and kept until that changes.
//!
//! Roles and bindings change seldom and are asked about with every request. What was decoded of an object is taken over as long as
//! the cache shows the same object, so that making the index anew after a change costs little.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::{Mutex, RwLock};
use resource::{Lister, Object, User};
use serde_json::Value;

use super::{GROUP, Rule};
use meta::go;

const KINDS: [&str; 4] = [
    "clusterroles.rbac.authorization.k8s.io",
    "roles.rbac.authorization.k8s.io",
    "clusterrolebindings.rbac.authorization.k8s.io",
    "rolebindings.rbac.authorization.k8s.io",
];

/// The rules that a binding gives to one of its subjects.
pub(super) struct Grant {
    /// `ClusterRoleBinding "b" of ClusterRole "r" to User "u"`
    pub source: String,
    /// Which binding it comes from: one that names a user twice gives its rules once.
    pub binding: usize,
    pub rules: Result<Arc<[Rule]>, String>,
}

type Place = (String, String);
type Roles = HashMap<Place, (Arc<Object>, Arc<[Rule]>)>;
type Grants = HashMap<String, Vec<Arc<Grant>>>;

/// The grants of a namespace, or of the cluster.
#[derive(Default)]
struct BySubject {
    users: Grants,
    groups: Grants,
}

/// All grants at one moment.
#[derive(Default)]
pub(super) struct Index {
    versions: [Option<u64>; 4],
    /// By namespace, which is empty for cluster roles.
    roles: Roles,
    bound: HashMap<String, BySubject>,
}

/// Hands out the index of the moment.
pub(super) struct Keeper {
    lister: Arc<dyn Lister>,
    index: RwLock<Arc<Index>>,
    /// Held by whoever makes the index anew.
    making: Mutex<()>,
}

impl Keeper {
    pub(super) fn new(lister: Arc<dyn Lister>) -> Self {
        Self { lister, index: RwLock::default(), making: Mutex::new(()) }
    }

    pub(super) fn index(&self) -> Arc<Index> {
        let versions = self.versions();
        let index = self.index.read().clone();
        if is_same(&index.versions, &versions) {
            return index;
        }
        let _making = self.making.lock();
        let index = self.index.read().clone();
        // Read before the objects are: if they change meanwhile, the next call sees it.
        let versions = self.versions();
        if is_same(&index.versions, &versions) {
            return index;
        }
        let made = Arc::new(Index::of(&*self.lister, &index.roles, versions));
        *self.index.write() = made.clone();
        made
    }

    fn versions(&self) -> [Option<u64>; 4] {
        KINDS.map(|kind| self.lister.version(kind))
    }
}

fn is_same(made: &[Option<u64>; 4], now: &[Option<u64>; 4]) -> bool {
    made == now && now.iter().all(Option::is_some)
}

impl Index {
    fn of(lister: &dyn Lister, before: &Roles, versions: [Option<u64>; 4]) -> Self {
        let mut index = Self { versions, ..Self::default() };
        for object in lister.list(KINDS[0], "").into_iter().chain(lister.list(KINDS[1], "")) {
            let place = (object.namespace().to_owned(), object.name().to_owned());
            let rules = match before.get(&place) {
                Some((known, rules)) if Arc::ptr_eq(known, &object) => rules.clone(),
                _ => Rule::all_of(object.get("rules")).into(),
            };
            index.roles.insert(place, (object, rules));
        }
        let bindings = lister.list(KINDS[2], "").into_iter().chain(lister.list(KINDS[3], ""));
        for (at, binding) in bindings.enumerate() {
            index.bind(at, &binding);
        }
        index
    }

    fn bind(&mut self, at: usize, binding: &Object) {
        let namespace = binding.namespace();
        let (kind, role) = (binding.text("roleRef.kind"), binding.text("roleRef.name"));
        let rules = self.rules_of(kind, role, namespace);
        let by_subject = self.bound.entry(namespace.to_owned()).or_default();
        let subjects = binding.get("subjects").and_then(Value::as_array);
        for subject in subjects.into_iter().flatten() {
            let Some((is_group, name)) = named(subject, namespace) else { continue };
            let source = source(binding, subject);
            let grant = Arc::new(Grant { source, binding: at, rules: rules.clone() });
            let grants = if is_group { &mut by_subject.groups } else { &mut by_subject.users };
            grants.entry(name).or_default().push(grant);
        }
    }

    /// The rules of a role, or the error that upstream's cache gives.
    pub(super) fn rules_of(&self, kind: &str, name: &str, namespace: &str) -> Result<Arc<[Rule]>, String> {
        let (namespace, resource) = match kind {
            "Role" => (namespace, "role"),
            "ClusterRole" => ("", "clusterrole"),
            _ => return Err(format!("unsupported role reference kind: {}", go::quote(kind))),
        };
        let found = self.roles.get(&(namespace.to_owned(), name.to_owned()));
        let found = if kind == "Role" && namespace.is_empty() { None } else { found };
        found
            .map(|(_, rules)| rules.clone())
            .ok_or_else(|| format!("{resource}.{GROUP} {} not found", go::quote(name)))
    }

    /// What a user is granted in the cluster and, if one is named, in a namespace.
    pub(super) fn grants<'i>(
        &'i self,
        user: &'i User,
        namespace: &'i str,
    ) -> impl Iterator<Item = &'i Arc<Grant>> {
        let places = if namespace.is_empty() { [Some(""), None] } else { [Some(""), Some(namespace)] };
        let bound = places.into_iter().flatten().filter_map(|place| self.bound.get(place));
        bound.flat_map(move |bound| {
            let by_name = bound.users.get(&user.name).into_iter().flatten();
            let by_group = user.groups.iter().filter_map(|group| bound.groups.get(group)).flatten();
            by_name.chain(by_group)
        })
    }
}

/// Whether a subject is a group, and the name of the user or group that it means.
fn named(subject: &Value, namespace: &str) -> Option<(bool, String)> {
    let name = subject["name"].as_str().unwrap_or_default();
    match subject["kind"].as_str()? {
        "User" => Some((false, name.to_owned())),
        "Group" => Some((true, name.to_owned())),
        "ServiceAccount" => match account_namespace(subject, namespace) {
            "" => None,
            namespace => Some((false, format!("system:serviceaccount:{namespace}:{name}"))),
        },
        _ => None,
    }
}

fn account_namespace<'s>(subject: &'s Value, namespace: &'s str) -> &'s str {
    subject["namespace"].as_str().filter(|given| !given.is_empty()).unwrap_or(namespace)
}

fn source(binding: &Object, subject: &Value) -> String {
    let (namespace, name) = (binding.namespace(), binding.name());
    let binding_name = if namespace.is_empty() {
        format!("ClusterRoleBinding {}", go::quote(name))
    } else {
        format!("RoleBinding {}", go::quote(&format!("{name}/{namespace}")))
    };
    let kind = subject["kind"].as_str().unwrap_or_default();
    let subject_name = subject["name"].as_str().unwrap_or_default();
    let subject_name = match kind {
        "ServiceAccount" => format!("{subject_name}/{}", account_namespace(subject, namespace)),
        _ => subject_name.to_owned(),
    };
    let (role_kind, role) = (binding.text("roleRef.kind"), binding.text("roleRef.name"));
    format!("{binding_name} of {role_kind} {} to {kind} {}", go::quote(role), go::quote(&subject_name))
}
