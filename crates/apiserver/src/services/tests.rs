//! Services on clusters of one family and of both.

use meta::Time;
use resource::User;
use serde_json::{Value, json};

use super::*;

fn services(networks: &str) -> Services {
    Services::new(Ranges::parse(networks, "30000-30009").unwrap())
}

fn object(spec: Value) -> Object {
    Object::new(json!({"metadata": {"name": "s"}, "spec": spec})).unwrap()
}

async fn create(services: &Services, spec: Value, dry_run: bool) -> Result<Object, String> {
    let (user, mut new) = (User::default(), object(spec));
    let cx = Context { user: &user, now: Time::from_unix(0), dry_run };
    let pending = services.create(&mut new, &cx).await.map_err(|error| error.status().message.clone())?;
    if let Some(pending) = pending {
        pending.commit();
    }
    Ok(new)
}

async fn update(services: &Services, spec: Value, old: &Object) -> Result<Object, String> {
    let (user, mut new) = (User::default(), object(spec));
    let cx = Context { user: &user, now: Time::from_unix(0), dry_run: false };
    let pending =
        services.update(&mut new, old, &cx).await.map_err(|error| error.status().message.clone())?;
    if let Some(pending) = pending {
        pending.commit();
    }
    Ok(new)
}

fn taken(services: &Services) -> (usize, usize) {
    let ports = (30000..30010).filter(|port| services.ranges.ports.has(*port)).count();
    (services.ranges.addresses.values().map(|family| family.counts().1).sum(), ports)
}

/// Two servers on one datastore: each has its own idea of what is free, and the objects decide.
#[tokio::test]
async fn two_servers_never_hand_out_the_same_address() {
    let dir = tempfile::tempdir().unwrap();
    let store =
        store::embedded::Embedded::open(dir.path(), store::embedded::Config::default()).await.unwrap();
    let store = Store::new(store);
    let registry =
        Registry::open(store.clone(), kinds::builtin(), Clock::system(), registry::Config::default());
    registry.ready().await;
    let both = [services("10.0.0.0/28"), services("10.0.0.0/28")].map(|one| one.with_objects(&registry));
    let mut seen = std::collections::BTreeSet::new();
    for number in 0..14 {
        let one = create(&both[number % 2], json!({"type": "ClusterIP"}), false).await.unwrap();
        assert!(seen.insert(one.text("spec.clusterIP").to_owned()), "{seen:?}");
    }
    let full = create(&both[0], json!({"type": "ClusterIP"}), false).await.unwrap_err();
    assert!(full.ends_with("range is full"), "{full}");
    let named = json!({"type": "ClusterIP", "clusterIP": "10.0.0.3"});
    for one in &both {
        let taken = create(one, named.clone(), false).await.unwrap_err();
        assert!(taken.ends_with("provided IP is already allocated"), "{taken}");
    }
    let gone = object(json!({"type": "ClusterIP", "clusterIP": "10.0.0.3", "clusterIPs": ["10.0.0.3"]}));
    both[0].deleted(&gone).await;
    create(&both[1], named, false).await.unwrap();
    store.close().await;
}

/// What is lost is made again, what nobody holds goes once it is no longer new, and what others made stays.
#[tokio::test]
async fn objects_follow_the_services() {
    let dir = tempfile::tempdir().unwrap();
    let store =
        store::embedded::Embedded::open(dir.path(), store::embedded::Config::default()).await.unwrap();
    let store = Store::new(store);
    let (clock, time) = Clock::manual(std::time::UNIX_EPOCH + Duration::from_secs(1_000_000));
    let registry = Registry::open(store.clone(), kinds::builtin(), clock, registry::Config::default());
    registry.ready().await;
    let services = services("10.0.0.0/24").with_objects(&registry);
    let put = async |plural: &str, group: &str, namespace: &str, tree: Value| {
        let (kind, served) = registry.resolve(group, "v1", plural).unwrap();
        let (namespace, name, subresource) = (namespace.to_owned(), String::new(), String::new());
        let target = registry::Target { kind, served, namespace, name, subresource };
        let options = meta::options::CreateOptions::default();
        let caller = crate::bootstrap::caller();
        registry.create(&target, &caller, Object::new(tree).unwrap(), &options).await.unwrap();
    };
    let namespace = json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "default"}});
    put("namespaces", "", "", namespace).await;
    let service = json!({"apiVersion": "v1", "kind": "Service", "metadata": {"name": "s", "namespace": "default"},
        "spec": {"clusterIP": "10.0.0.9", "clusterIPs": ["10.0.0.9"], "type": "ClusterIP", "ports": [{"port": 80}]}});
    put("services", "", "default", service).await;
    let address = |address: &str, manager: &str| {
        json!({"apiVersion": "networking.k8s.io/v1", "kind": "IPAddress",
            "metadata": {"name": address, "labels": {"ipaddress.kubernetes.io/managed-by": manager}},
            "spec": {"parentRef": {"resource": "services", "namespace": "default", "name": "gone"}}})
    };
    put("ipaddresses", "networking.k8s.io", "", address("10.0.0.20", "ipallocator.k8s.io")).await;
    put("ipaddresses", "networking.k8s.io", "", address("10.0.0.21", "somebody-else")).await;
    // Writes are seen in the cache a moment later.
    let seen = async |plural: &str, expected: &[&str]| {
        let look = async {
            loop {
                let objects = Lister::list(&*registry, plural, "");
                if objects.iter().map(|object| object.name()).eq(expected.iter().copied()) {
                    return;
                }
                tokio::task::yield_now().await;
            }
        };
        let long = Duration::from_secs(60);
        tokio::time::timeout(long, look).await.unwrap_or_else(|_| panic!("{plural} are not {expected:?}"));
    };
    let addresses = "ipaddresses.networking.k8s.io";
    seen("services", &["s"]).await;
    seen(addresses, &["10.0.0.20", "10.0.0.21"]).await;
    services.repair_objects(&registry).await;
    // What is new may be of a service under way.
    seen(addresses, &["10.0.0.20", "10.0.0.21", "10.0.0.9"]).await;
    time.advance(Duration::from_secs(LEAKED_AFTER as u64 + 1));
    services.repair_objects(&registry).await;
    seen(addresses, &["10.0.0.21", "10.0.0.9"]).await;
    store.close().await;
}

#[tokio::test]
async fn two_servers_never_hand_out_the_same_port() {
    let dir = tempfile::tempdir().unwrap();
    let store =
        store::embedded::Embedded::open(dir.path(), store::embedded::Config::default()).await.unwrap();
    let store = Store::new(store);
    let (clock, time) = Clock::manual(std::time::UNIX_EPOCH);
    let both = [(); 2].map(|()| services("10.0.0.0/24").with_claims(store.clone(), &clock));
    let port = |service: &Object| service.tree()["spec"]["ports"][0]["nodePort"].as_i64().unwrap();
    let any = json!({"type": "NodePort", "ports": [{"port": 1}]});
    let mut seen = std::collections::BTreeSet::new();
    for number in 0..10 {
        let one = create(&both[number % 2], any.clone(), false).await.unwrap();
        assert!(seen.insert(port(&one)), "{seen:?}");
    }
    let full = create(&both[0], any.clone(), false).await.unwrap_err();
    assert!(full.ends_with("range is full"), "{full}");
    let named = json!({"type": "NodePort", "ports": [{"port": 1, "nodePort": 30003}]});
    for one in &both {
        let taken = create(one, named.clone(), false).await.unwrap_err();
        assert!(taken.ends_with("Invalid value: 30003: provided port is already allocated"), "{taken}");
    }
    both[0].deleted(&object(named.clone())).await;
    create(&both[1], named, true).await.unwrap_err();
    let again =
        create(&both[1], json!({"type": "NodePort", "ports": [{"port": 1, "nodePort": 30003}]}), false);
    assert_eq!(port(&again.await.unwrap()), 30003);

    // No service holds any of them: repair gives them back, but not while their services may be on the way.
    let held = std::collections::HashSet::from([30001]);
    both[0].claims.repair(&held).await;
    assert!(!both[0].claims.claim(30002, &object(any.clone())).await.unwrap());
    time.advance(Duration::from_secs(120));
    both[0].claims.repair(&held).await;
    assert!(both[0].claims.claim(30002, &object(any.clone())).await.unwrap());
    assert!(!both[0].claims.claim(30001, &object(any)).await.unwrap());
    store.close().await;
}

#[tokio::test]
async fn one_family() {
    let services = services("10.0.0.0/24");
    let one = create(&services, json!({"type": "ClusterIP"}), false).await.unwrap();
    assert_eq!(one.get("spec.ipFamilies"), Some(&json!(["IPv4"])));
    assert_eq!(one.text("spec.ipFamilyPolicy"), "SingleStack");
    assert!(one.text("spec.clusterIP").starts_with("10.0.0."));
    assert_eq!(one.get("spec.clusterIPs"), Some(&json!([one.text("spec.clusterIP")])));
    let named = json!({"type": "ClusterIP", "clusterIP": one.text("spec.clusterIP")});
    assert!(create(&services, named, false).await.unwrap_err().ends_with("provided IP is already allocated"));
    let bare = create(&services, json!({"type": "ClusterIP", "clusterIP": "None"}), false).await.unwrap();
    assert_eq!(bare.get("spec.ipFamilies"), Some(&json!(["IPv4", "IPv6"])));
    assert_eq!(bare.text("spec.ipFamilyPolicy"), "RequireDualStack");
    create(&services, json!({"type": "NodePort", "ports": [{"port": 80}]}), true).await.unwrap();
    assert_eq!(taken(&services), (1, 0));
    services.deleted(&one).await;
    assert_eq!(taken(&services), (0, 0));
}

#[tokio::test]
async fn ports_come_and_go_with_the_type() {
    let services = services("10.0.0.0/24");
    let spec = json!({"type": "LoadBalancer", "externalTrafficPolicy": "Local", "ports": [
        {"name": "a", "port": 53, "protocol": "TCP"}, {"name": "b", "port": 53, "protocol": "UDP", "nodePort": 30005}]});
    let old = create(&services, spec, false).await.unwrap();
    assert_eq!(old.tree()["spec"]["ports"][0]["nodePort"], 30005);
    assert!(old.int("spec.healthCheckNodePort").is_some());
    assert_eq!(taken(&services), (1, 2));
    let clash = json!({"type": "NodePort", "ports": [{"port": 1, "nodePort": 30005}]});
    let error = create(&services, clash, false).await.unwrap_err();
    assert_eq!(
        error,
        "Service \"s\" is invalid: spec.ports[0].nodePort: Invalid value: 30005: provided port is already allocated"
    );
    assert_eq!(taken(&services), (1, 2), "what a refused service was given is free again");
    let new = update(&services, json!({"type": "ExternalName", "externalName": "a.b"}), &old).await.unwrap();
    assert_eq!(taken(&services), (0, 0));
    update(&services, json!({"type": "NodePort", "ports": [{"port": 1}]}), &new).await.unwrap();
    assert_eq!(taken(&services), (1, 1));
}

#[tokio::test]
async fn both_families() {
    let services = services("10.0.0.0/24,fd00::/112");
    let old = create(&services, json!({"type": "ClusterIP"}), false).await.unwrap();
    let mut spec = old.tree()["spec"].clone();
    spec["ipFamilyPolicy"] = "PreferDualStack".into();
    let both = update(&services, spec.clone(), &old).await.unwrap();
    assert_eq!(both.get("spec.ipFamilies"), Some(&json!(["IPv4", "IPv6"])));
    assert!(both.tree()["spec"]["clusterIPs"][1].as_str().unwrap().starts_with("fd00::"));
    assert_eq!(taken(&services), (2, 0));
    let mut spec = both.tree()["spec"].clone();
    spec["ipFamilyPolicy"] = "SingleStack".into();
    let single = update(&services, spec, &both).await.unwrap();
    assert_eq!(single.get("spec.clusterIPs"), old.get("spec.clusterIPs"));
    assert_eq!(taken(&services), (1, 0));
}
