//! The feed of the cache: cut off, left behind, and without word of progress; whatever happens, the cache ends up as the store is.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use proptest::prelude::*;
use registry::{Config, Registry, WatchItem};
use serde_json::json;
use store::embedded::{Config as StoreConfig, Embedded};
use store::{
    Backend, Error, Range, RangeResult, Result, Revision, Store, Watch, WatchRequest, Write, WriteResult,
};
use tokio::sync::{mpsc, watch};

use super::support::*;

/// A store whose watches can be cut off.
struct Flaky {
    inner: Store,
    cut: watch::Sender<u64>,
    /// The next watch is told that history is gone.
    forgetful: AtomicBool,
    progress: bool,
}

/// The store's half of it.
struct Shared(Arc<Flaky>);

#[async_trait]
impl Backend for Shared {
    async fn write(&self, writes: Vec<Write>) -> Result<WriteResult> {
        self.0.inner.write(writes).await
    }

    async fn range(&self, range: Range) -> Result<RangeResult> {
        self.0.inner.range(range).await
    }

    async fn revision(&self) -> Result<Revision> {
        self.0.inner.revision().await
    }

    async fn watch(&self, request: WatchRequest) -> Result<Watch> {
        if self.0.forgetful.swap(false, Ordering::SeqCst) {
            let requested = request.after.unwrap_or_default();
            return Err(Error::Compacted { requested, compacted: requested.next() });
        }
        let mut inner = self.0.inner.watch(request).await?;
        let (items, forwarded) = mpsc::channel(16);
        let (progress, mut asked) = mpsc::channel(1);
        let mut cut = self.0.cut.subscribe();
        cut.mark_unchanged();
        let answers = self.0.progress;
        tokio::spawn(async move {
            loop {
                tokio::select! {
                    _ = cut.changed() => return,
                    Some(()) = asked.recv() => if answers { inner.request_progress() },
                    item = inner.next() => {
                        let Some(item) = item else { return };
                        if items.send(item).await.is_err() {
                            return;
                        }
                    }
                }
            }
        });
        Ok(Watch::new(forwarded, progress))
    }

    async fn compact(&self, revision: Revision) -> Result<()> {
        self.0.inner.compact(revision).await
    }

    fn progress_on_request(&self) -> bool {
        self.0.progress
    }

    async fn close(&self) {
        self.0.inner.close().await;
    }
}

async fn flaky(progress: bool) -> (Lab, Arc<Flaky>) {
    let dir = tempfile::tempdir().unwrap();
    let clock = runtime::Clock::system();
    let config = StoreConfig { clock: clock.clone(), ..StoreConfig::default() };
    let inner = Store::new(Embedded::open(dir.path(), config).await.unwrap());
    let cut = watch::Sender::new(0);
    let flaky = Arc::new(Flaky { inner, cut, forgetful: AtomicBool::new(false), progress });
    let store = Store::new(Shared(flaky.clone()));
    let registry = Registry::open(store.clone(), [config_maps(), namespaces()], clock, Config::default());
    registry.ready().await;
    (Lab { registry, store, dir }, flaky)
}

impl Flaky {
    fn cut(&self, forget: bool) {
        self.forgetful.store(forget, Ordering::SeqCst);
        self.cut.send_modify(|count| *count += 1);
    }
}

#[tokio::test]
async fn a_feed_that_is_cut_off_resumes() {
    let (lab, flaky) = flaky(true).await;
    let mut watch = lab.watch(&lab.maps(), "").await.unwrap();
    for n in 0..5 {
        flaky.cut(false);
        lab.map(&format!("m{n}"), json!({})).await;
        assert_eq!(next(&mut watch).await, format!("ADDED m{n}"));
    }
}

#[tokio::test]
async fn a_feed_that_was_left_behind_tells_the_difference() {
    let (lab, flaky) = flaky(true).await;
    for name in ["changed", "gone", "remade", "same"] {
        lab.map(name, json!({})).await;
    }
    let mut watch = lab.watch(&lab.maps(), "").await.unwrap();
    for name in ["changed", "gone", "remade", "same"] {
        assert_eq!(next(&mut watch).await, format!("ADDED {name}"));
    }
    // Everything below happens behind the back of the cache.
    let write = |write: Write| async { flaky.inner.write(vec![write]).await.unwrap().revision };
    let key = |name: &str| bytes::Bytes::from(format!("/registry/core/configmaps/ns/{name}"));
    let value = |name: &str, n: &str| {
        bytes::Bytes::from(format!(
            r#"{{"metadata":{{"name":"{name}","namespace":"ns"}},"data":{{"n":"{n}"}}}}"#
        ))
    };
    flaky.cut.send_modify(|count| *count += 1);
    flaky.forgetful.store(true, Ordering::SeqCst);
    let put = |name: &str, n: &str| Write::Put {
        key: key(name),
        value: value(name, n),
        expect: store::Expect::Any,
        ttl: None,
    };
    let delete = |name: &str| Write::Delete { key: key(name), expect: store::Expect::Any };
    for one in [put("changed", "1"), delete("gone"), delete("remade"), put("remade", "2"), put("new", "3")] {
        write(one).await;
    }
    let mut seen = Vec::new();
    while seen.last().map(String::as_str) != Some("ADDED new") || seen.len() < 5 {
        seen.push(next(&mut watch).await);
    }
    seen.sort();
    assert_eq!(seen, ["ADDED new", "ADDED remade", "DELETED gone", "DELETED remade", "MODIFIED changed"]);
    assert_eq!(names(&lab.list(&lab.maps(), "").await.unwrap()), ["changed", "new", "remade", "same"]);
}

#[tokio::test]
async fn without_progress_the_store_is_read_through() {
    let (lab, flaky) = flaky(false).await;
    lab.map("a", json!({})).await;
    // A write outside of the API moves the revision on, and no event tells the cache.
    flaky.inner.create("/elsewhere", "x", None).await.unwrap();
    assert_eq!(names(&lab.list(&lab.maps(), "").await.unwrap()), ["a"]);
    assert_eq!(lab.get("configmaps", "a").await.unwrap().name(), "a");
}

#[derive(Debug, Clone)]
enum Step {
    Put(u8, u8, u8),
    Delete(u8, u8),
    Cut(bool),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        6 => (0_u8..2, 0_u8..4, 0_u8..3).prop_map(|(ns, name, label)| Step::Put(ns, name, label)),
        3 => (0_u8..2, 0_u8..4).prop_map(|(ns, name)| Step::Delete(ns, name)),
        1 => any::<bool>().prop_map(Step::Cut),
    ];
    prop::collection::vec(step, 1..40)
}

/// Runs the steps beside a model; checks lists through every selector, and what a watcher made of the changes.
async fn compare(steps: Vec<Step>) {
    let (lab, flaky) = flaky(true).await;
    let mut model: BTreeMap<(String, String), String> = BTreeMap::new();
    let all = lab.target("configmaps", "", "");
    let mut watch = lab.watch(&all, "labelSelector=l%3D1").await.unwrap();
    for step in steps {
        match step {
            Step::Put(ns, name, label) => {
                let (ns, name, label) = (format!("ns{ns}"), format!("m{name}"), label.to_string());
                let tree = json!({"metadata": {"name": name, "labels": {"l": label}}});
                let known = model.insert((ns.clone(), name.clone()), label).is_some();
                let target = lab.target("configmaps", &ns, if known { &name } else { "" });
                if known {
                    lab.update(&target, tree).await.unwrap()
                } else {
                    lab.create(&target, tree).await.unwrap()
                };
            }
            Step::Delete(ns, name) => {
                let (ns, name) = (format!("ns{ns}"), format!("m{name}"));
                let target = lab.target("configmaps", &ns, &name);
                let deleted =
                    lab.registry.delete(&target, &caller(), &meta::options::DeleteOptions::default()).await;
                assert_eq!(deleted.is_ok(), model.remove(&(ns, name)).is_some());
            }
            Step::Cut(forget) => flaky.cut(forget),
        }
    }
    let place = |stored: &registry::Stored| (stored.head.namespace.to_string(), stored.head.name.to_string());
    let selected = |label: Option<&str>| -> Vec<(String, String)> {
        model
            .iter()
            .filter(|(_, l)| label.is_none_or(|label| label == *l))
            .map(|(place, _)| place.clone())
            .collect()
    };
    for (query, label) in [("", None), ("labelSelector=l%3D0", Some("0")), ("labelSelector=l%3D1", Some("1"))]
    {
        let page = lab.list(&all, query).await.unwrap();
        assert_eq!(page.items.iter().map(|stored| place(stored)).collect::<Vec<_>>(), selected(label));
    }
    // One last change that the watcher certainly sees.
    lab.create(
        &lab.target("configmaps", "zz", ""),
        json!({"metadata": {"name": "last", "labels": {"l": "1"}}}),
    )
    .await
    .unwrap();
    let mut seen = std::collections::BTreeSet::new();
    loop {
        match watch.next().await.expect("the watch goes on") {
            WatchItem::Initial(stored) => drop(seen.insert(place(&stored))),
            WatchItem::Change(change, registry::View::Deleted) => {
                assert!(seen.remove(&place(&change.object(registry::View::Deleted).unwrap())))
            }
            WatchItem::Change(change, view) => {
                let stored = change.object(view).unwrap();
                assert_eq!(seen.insert(place(&stored)), view == registry::View::Added);
                if &*stored.head.name == "last" {
                    break;
                }
            }
            other => panic!("{other:?}"),
        }
    }
    seen.remove(&("zz".into(), "last".into()));
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), selected(Some("1")));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_cache_is_what_the_store_is(steps in steps()) {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        runtime.block_on(compare(steps));
    }
}
