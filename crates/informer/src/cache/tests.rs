//! What goes into a cache and which events come out.

use api::Resource as _;
use api::core::v1::Pod;

use super::*;

fn pod(name: &str, uid: &str, version: &str, node: &str) -> Pod {
    let mut pod = Pod::default();
    let meta = pod.meta_mut();
    meta.namespace = Some("default".to_owned());
    meta.name = Some(name.to_owned());
    meta.uid = Some(uid.to_owned());
    meta.resource_version = Some(version.to_owned());
    pod.spec.get_or_insert_default().node_name = Some(node.to_owned());
    pod
}

fn told(events: &[Event<Pod>]) -> Vec<String> {
    let show = |pod: &Pod| format!("{}@{}", pod.name(), pod.resource_version());
    events
        .iter()
        .map(|event| match event {
            Event::Added(pod) => format!("+{}", show(pod)),
            Event::Updated { old, new } => format!("{}->{}", show(old), show(new)),
            Event::Deleted(pod) => format!("-{}", show(pod)),
        })
        .collect()
}

fn by_node(pod: &Pod) -> Vec<String> {
    pod.spec.iter().filter_map(|spec| spec.node_name.clone()).collect()
}

#[test]
fn objects_come_change_and_go() {
    let mut cache = Cache::new();
    assert_eq!(told(&cache.put(pod("a", "1", "1", "x"))), ["+a@1"]);
    assert_eq!(told(&cache.put(pod("a", "1", "2", "x"))), ["a@1->a@2"]);
    assert!(cache.put(pod("a", "1", "2", "x")).is_empty());
    assert_eq!(told(&cache.put(pod("a", "2", "5", "x"))), ["-a@2", "+a@5"]);
    let gone = cache.remove("default", "a", Some(pod("a", "2", "6", "x")));
    assert_eq!(told(gone.as_slice()), ["-a@6"]);
    assert_eq!(cache.remove("default", "a", None), None);
    assert!(cache.list().is_empty() && cache.list_in("default").is_empty());
}

#[test]
fn a_new_list_tells_what_vanished_changed_and_came() {
    let mut cache = Cache::new();
    for name in ["a", "b", "c"] {
        cache.put(pod(name, name, "1", "x"));
    }
    let events =
        cache.replace(vec![pod("a", "a", "1", "x"), pod("c", "c", "4", "x"), pod("d", "d", "3", "x")]);
    assert_eq!(told(&events), ["-b@1", "c@1->c@4", "+d@3"]);
    assert_eq!(cache.list().len(), 3);
}

#[test]
fn indexes_follow_the_objects() {
    let mut cache = Cache::new();
    cache.put(pod("a", "a", "1", "x"));
    cache.index("node", by_node);
    cache.index("node", |_| vec!["ignored".to_owned()]);
    cache.put(pod("b", "b", "2", "x"));
    let names = |cache: &Cache<Pod>, node| -> Vec<String> {
        cache.indexed("node", node).iter().map(|pod| pod.name().to_owned()).collect()
    };
    assert_eq!(names(&cache, "x"), ["a", "b"]);
    cache.put(pod("a", "a", "3", "y"));
    assert_eq!((names(&cache, "x"), names(&cache, "y")), (vec!["b".to_owned()], vec!["a".to_owned()]));
    cache.replace(Vec::new());
    assert!(names(&cache, "x").is_empty() && cache.indexes["node"].entries.is_empty());
}
