//! Tables: what rules match, what is within what, who is granted what.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use parking_lot::RwLock;
use resource::Object;
use serde_json::{Value, json};

use super::escalation::{Guard, Guarded};
use super::*;

/// A few objects, with a version that grows.
#[derive(Default)]
pub(crate) struct Fixed {
    objects: RwLock<Vec<(String, Arc<Object>)>>,
    version: AtomicU64,
}

impl Fixed {
    pub(crate) fn put(&self, kind: &str, tree: Value) {
        let object = Object::new(tree).unwrap();
        let mut objects = self.objects.write();
        objects
            .retain(|(k, o)| k != kind || o.name() != object.name() || o.namespace() != object.namespace());
        objects.push((kind.to_owned(), Arc::new(object)));
        self.version.fetch_add(1, Relaxed);
    }

    fn clear(&self, kind: &str) {
        self.objects.write().retain(|(k, _)| k != kind);
        self.version.fetch_add(1, Relaxed);
    }
}

impl Lister for Fixed {
    fn get(&self, kind: &str, namespace: &str, name: &str) -> Option<Arc<Object>> {
        self.list(kind, namespace).into_iter().find(|object| object.name() == name)
    }

    fn list(&self, kind: &str, namespace: &str) -> Vec<Arc<Object>> {
        let objects = self.objects.read();
        let of =
            objects.iter().filter(|(k, o)| k == kind && (namespace.is_empty() || o.namespace() == namespace));
        of.map(|(_, object)| object.clone()).collect()
    }

    fn version(&self, _kind: &str) -> Option<u64> {
        Some(self.version.load(Relaxed))
    }
}

#[tokio::test]
async fn a_decision_takes_microseconds() {
    let fixed = Fixed::default();
    let all = [
        ("clusterroles", crate::policy::cluster_roles()),
        ("clusterrolebindings", crate::policy::cluster_role_bindings()),
        ("roles", crate::policy::roles()),
        ("rolebindings", crate::policy::role_bindings()),
    ];
    for (plural, objects) in all {
        objects.into_iter().for_each(|tree| fixed.put(&format!("{plural}.{GROUP}"), tree));
    }
    let rbac = Rbac::new(Arc::new(fixed));
    let scheduler = user("system:kube-scheduler", &["system:authenticated"]);
    let allowed =
        Attributes { namespace: "a", ..Attributes::resource(&scheduler, "update", "", "pods/status") };
    let allowed = Attributes { resource: "pods", subresource: "status", ..allowed };
    let refused = Attributes { namespace: "a", ..Attributes::resource(&scheduler, "get", "", "secrets") };
    assert!(rbac.authorize(&allowed).await.is_allowed() && !rbac.authorize(&refused).await.is_allowed());
    let (clock, rounds) = (runtime::Clock::system(), 10_000);
    let start = clock.monotonic();
    for _ in 0..rounds {
        rbac.authorize(&allowed).await;
        rbac.authorize(&refused).await;
    }
    let each = (clock.monotonic() - start) / (2 * rounds);
    println!("a decision takes {each:?}");
    assert!(each < std::time::Duration::from_micros(100), "{each:?}");
}

pub(crate) fn user(name: &str, groups: &[&str]) -> User {
    User { name: name.into(), groups: groups.iter().map(|g| (*g).to_owned()).collect(), ..User::default() }
}

fn rule(verbs: &[&str], groups: &[&str], resources: &[&str], names: &[&str]) -> Value {
    json!({"verbs": verbs, "apiGroups": groups, "resources": resources, "resourceNames": names})
}

#[test]
fn rules_match_as_upstream_matches_them() {
    let eve = user("eve", &[]);
    // rule, then `verb group resource/subresource name`, then whether it is allowed
    for (rule, asked, expected) in [
        (rule(&["get"], &[""], &["pods"], &[]), "get core pods p", true),
        (rule(&["get"], &[""], &["pods"], &[]), "list core pods -", false),
        (rule(&["*"], &[""], &["pods"], &[]), "anything core pods p", true),
        (rule(&["get"], &["apps"], &["pods"], &[]), "get core pods p", false),
        (rule(&["get"], &["*"], &["pods"], &[]), "get apps pods p", true),
        (rule(&["get"], &[""], &["pods"], &[]), "get core pods/log p", false),
        (rule(&["get"], &[""], &["pods/log"], &[]), "get core pods/log p", true),
        (rule(&["get"], &[""], &["pods/*"], &[]), "get core pods/log p", false),
        (rule(&["get"], &[""], &["*/log"], &[]), "get core pods/log p", true),
        (rule(&["get"], &[""], &["*/log"], &[]), "get core log p", false),
        (rule(&["get"], &[""], &["*"], &[]), "get core pods/log p", true),
        (rule(&["get"], &[""], &["pods"], &["p"]), "get core pods p", true),
        (rule(&["get"], &[""], &["pods"], &["p"]), "get core pods q", false),
        (rule(&["list"], &[""], &["pods"], &["p"]), "list core pods -", false),
        (rule(&["get"], &[""], &[], &[]), "get core pods p", false),
    ] {
        let words: Vec<&str> = asked.split(' ').collect();
        let (resource, subresource) = words[2].split_once('/').unwrap_or((words[2], ""));
        let blank = |word: &'static str, blank: &str| if word == blank { "" } else { word };
        let attributes = Attributes {
            subresource,
            name: blank(words[3], "-"),
            ..Attributes::resource(&eve, words[0], blank(words[1], "core"), resource)
        };
        assert_eq!(Rule::of(&rule).allows(&attributes), expected, "{rule} on {asked}");
    }
    for (url, path, expected) in [
        ("*", "/x", true),
        ("/healthz", "/healthz", true),
        ("/healthz", "/healthz/ping", false),
        ("/healthz/*", "/healthz/ping", true),
        ("/healthz/*", "/healthz", false),
        ("/heal*", "/healthz", true),
    ] {
        let rule = Rule::of(&json!({"verbs": ["get"], "nonResourceURLs": [url]}));
        assert_eq!(rule.allows(&Attributes::path(&eve, "get", path)), expected, "{url} on {path}");
        assert!(!rule.allows(&Attributes::path(&eve, "post", path)));
        assert!(!rule.allows(&Attributes::resource(&eve, "get", "", "pods")), "a path is no resource");
    }
}

#[test]
fn single_rules_are_within_others_or_not() {
    let r =
        |verbs: &[&str], resources: &[&str], names: &[&str]| Rule::of(&rule(verbs, &[""], resources, names));
    let url = |url: &str| Rule::of(&json!({"verbs": ["get"], "nonResourceURLs": [url]}));
    for (owned, wanted, missing_count) in [
        (vec![r(&["get", "list"], &["pods"], &[])], r(&["get"], &["pods"], &[]), 0),
        (
            vec![r(&["get"], &["pods"], &[]), r(&["list"], &["pods"], &[])],
            r(&["get", "list"], &["pods"], &[]),
            0,
        ),
        (vec![r(&["get"], &["pods"], &[])], r(&["get", "list"], &["pods", "secrets"], &[]), 3),
        (vec![r(&["get"], &["pods"], &["a"])], r(&["get"], &["pods"], &[]), 1),
        (vec![r(&["get"], &["pods"], &[])], r(&["get"], &["pods"], &["a"]), 0),
        (vec![r(&["get"], &["pods"], &["a"])], r(&["get"], &["pods"], &["a", "b"]), 1),
        (vec![r(&["get"], &["*"], &[])], r(&["get"], &["pods/log"], &[]), 0),
        (vec![r(&["get"], &["*/log"], &[])], r(&["get"], &["pods/log"], &[]), 0),
        (vec![r(&["get"], &["pods"], &[])], r(&["*"], &["pods"], &[]), 1),
        (vec![url("/a/*")], url("/a/b"), 0),
        (vec![url("/a")], url("/a/*"), 1),
        (Rule::everything(), url("/a/*"), 0),
        (vec![], r(&["get"], &["pods"], &[]), 1),
    ] {
        assert_eq!(
            missing(&owned, std::slice::from_ref(&wanted)).len(),
            missing_count,
            "{wanted:?} within {owned:?}"
        );
    }
}

fn cluster() -> Arc<Fixed> {
    let fixed = Fixed::default();
    let bound = |kind: &str, name: &str, namespace: &str, role: (&str, &str), subjects: Value| {
        fixed.put(
            kind,
            json!({
                "metadata": {"name": name, "namespace": namespace},
                "roleRef": {"apiGroup": GROUP, "kind": role.0, "name": role.1},
                "subjects": subjects,
            }),
        );
    };
    let (cluster, local) =
        ("clusterrolebindings.rbac.authorization.k8s.io", "rolebindings.rbac.authorization.k8s.io");
    for (name, rules) in [
        ("reader", json!([rule(&["get"], &[""], &["pods"], &[])])),
        ("all", Rule::everything().iter().map(Rule::tree).collect()),
    ] {
        fixed.put(
            "clusterroles.rbac.authorization.k8s.io",
            json!({"metadata": {"name": name}, "rules": rules}),
        );
    }
    fixed.put(
        "roles.rbac.authorization.k8s.io",
        json!({"metadata": {"name": "editor", "namespace": "a"}, "rules": [rule(&["update"], &[""], &["pods"], &[])]}),
    );
    bound(cluster, "readers", "", ("ClusterRole", "reader"), json!([{"kind": "Group", "name": "readers"}]));
    bound(cluster, "lost", "", ("ClusterRole", "absent"), json!([{"kind": "User", "name": "lost"}]));
    bound(local, "here", "a", ("ClusterRole", "reader"), json!([{"kind": "User", "name": "carol"}]));
    bound(local, "edit", "a", ("Role", "editor"), json!([{"kind": "ServiceAccount", "name": "bot"}]));
    bound(local, "far", "b", ("Role", "editor"), json!([{"kind": "User", "name": "carol"}]));
    Arc::new(fixed)
}

#[tokio::test]
async fn bindings_grant_and_say_why() {
    let state = cluster();
    let rbac = Rbac::new(state.clone());
    let get = |who: User, verb: &'static str, namespace: &'static str| {
        let rbac = rbac.clone();
        async move {
            let asked = Attributes { namespace, ..Attributes::resource(&who, verb, "", "pods") };
            match rbac.authorize(&asked).await {
                Decision::Allow(reason) => format!("+{reason}"),
                other => format!("-{}", other.reason()),
            }
        }
    };
    let bot = || user("system:serviceaccount:a:bot", &[]);
    for (who, verb, namespace, expected) in [
        (
            user("x", &["readers"]),
            "get",
            "",
            r#"+RBAC: allowed by ClusterRoleBinding "readers" of ClusterRole "reader" to Group "readers""#,
        ),
        (
            user("x", &["readers"]),
            "get",
            "b",
            r#"+RBAC: allowed by ClusterRoleBinding "readers" of ClusterRole "reader" to Group "readers""#,
        ),
        (user("x", &[]), "get", "a", "-"),
        (
            user("carol", &[]),
            "get",
            "a",
            r#"+RBAC: allowed by RoleBinding "here/a" of ClusterRole "reader" to User "carol""#,
        ),
        (user("carol", &[]), "get", "", "-"),
        (user("carol", &[]), "get", "b", r#"-RBAC: role.rbac.authorization.k8s.io "editor" not found"#),
        (
            bot(),
            "update",
            "a",
            r#"+RBAC: allowed by RoleBinding "edit/a" of Role "editor" to ServiceAccount "bot/a""#,
        ),
        (user("lost", &[]), "get", "", r#"-RBAC: clusterrole.rbac.authorization.k8s.io "absent" not found"#),
    ] {
        let name = who.name.clone();
        assert_eq!(get(who, verb, namespace).await, expected, "{name} {verb} in {namespace:?}");
    }
    state.clear("rolebindings.rbac.authorization.k8s.io");
    assert_eq!(get(user("carol", &[]), "get", "a").await, "-", "a revoked binding counts no more");
}

#[tokio::test]
async fn nobody_grants_more_than_they_have() {
    let state = cluster();
    let rbac = Rbac::new(state.clone());
    let guard = Guard::new(rbac.clone(), Arc::new(rbac));
    let role = |verbs: &[&str]| {
        Object::new(json!({"metadata": {"name": "new", "namespace": "a"}, "rules": [rule(verbs, &[""], &["pods"], &[])]})).unwrap()
    };
    let carol = user("carol", &["g"]);
    guard.check(Guarded::Role, &carol, &role(&["get"]), None).await.unwrap();
    let refused =
        guard.check(Guarded::Role, &carol, &role(&["get", "list", "watch"]), None).await.unwrap_err();
    assert_eq!(
        refused.to_string(),
        "roles.rbac.authorization.k8s.io \"new\" is forbidden: user \"carol\" (groups=[\"g\"]) is attempting to grant RBAC \
         permissions not currently held:\n{APIGroups:[\"\"], Resources:[\"pods\"], Verbs:[\"list\" \"watch\"]}"
    );
    let master = user("root", &["system:masters"]);
    guard.check(Guarded::Role, &master, &role(&["*"]), None).await.unwrap();

    let binding = |role: &str| {
        Object::new(json!({"metadata": {"name": "b", "namespace": "a"}, "roleRef": {"apiGroup": GROUP, "kind": "ClusterRole", "name": role}})).unwrap()
    };
    guard.check(Guarded::RoleBinding, &carol, &binding("reader"), None).await.unwrap();
    let refused = guard.check(Guarded::RoleBinding, &carol, &binding("all"), None).await.unwrap_err();
    assert_eq!(refused.code(), 403);
    assert_eq!(
        guard.check(Guarded::RoleBinding, &carol, &binding("absent"), None).await.unwrap_err().code(),
        404
    );
    // Two verbs get around it.
    let verbs = json!([
        {"verbs": ["bind"], "apiGroups": [GROUP], "resources": ["clusterroles"], "resourceNames": ["all"]},
        {"verbs": ["escalate"], "apiGroups": [GROUP], "resources": ["roles"]},
    ]);
    state.put(
        "roles.rbac.authorization.k8s.io",
        json!({"metadata": {"name": "free", "namespace": "a"}, "rules": verbs}),
    );
    state.put(
        "rolebindings.rbac.authorization.k8s.io",
        json!({"metadata": {"name": "free", "namespace": "a"}, "roleRef": {"apiGroup": GROUP, "kind": "Role", "name": "free"},
               "subjects": [{"kind": "User", "name": "carol"}]}),
    );
    guard.check(Guarded::RoleBinding, &carol, &binding("all"), None).await.unwrap();
    guard.check(Guarded::Role, &carol, &role(&["*"]), None).await.unwrap();
    // What only garbage collection changes is nobody's grant.
    let mut owned = role(&["*"]);
    owned.set("metadata.finalizers", json!(["x"]));
    let eve = user("eve", &[]);
    guard.check(Guarded::Role, &eve, &owned, Some(&role(&["*"]))).await.unwrap();
    assert!(guard.check(Guarded::Role, &eve, &role(&["*"]), Some(&role(&["get"]))).await.is_err());
}
