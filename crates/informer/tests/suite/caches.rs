//! A cache is what the server holds, whatever happens on the way; and nobody hears of anything twice.

use std::time::Duration;

use api::Resource as _;
use api::core::v1::ConfigMap;
use client::{Api, Client, DeleteOptions, Patch};
use informer::{Event, Informers, Select, Subscription};
use runtime::{Clock, ManualTime, Shutdown};
use serde_json::json;
use testing::{ApiServer, until};

use crate::network::Network;

struct Setting {
    server: ApiServer,
    network: Network,
    time: ManualTime,
    informers: Informers,
    shutdown: Shutdown,
}

impl Setting {
    async fn new() -> Self {
        let (server, network, shutdown) = (ApiServer::start().await, Network::new(), Shutdown::new());
        let (clock, time) = Clock::manual(std::time::UNIX_EPOCH);
        let client = network.client(server.admin());
        let informers = Informers::new(client, clock, shutdown.clone());
        Self { server, network, time, informers, shutdown }
    }

    fn maps(&self) -> Api<ConfigMap> {
        self.server.admin().within("default")
    }

    async fn make(&self, name: &str) {
        self.maps().create(&map(name)).await.unwrap();
    }

    async fn change(&self, name: &str, value: &str) {
        self.maps().patch(name, &Patch::Merge(json!({"data": {"key": value}}))).await.unwrap();
    }

    async fn delete(&self, name: &str) {
        self.maps().delete(name, &DeleteOptions::default()).await.unwrap();
    }
}

fn map(name: &str) -> ConfigMap {
    let mut map = ConfigMap::default();
    map.meta_mut().name = Some(name.to_owned());
    map.meta_mut().namespace = Some("default".to_owned());
    map
}

async fn told(events: &mut Subscription<ConfigMap>, count: usize) -> Vec<String> {
    let mut told = Vec::new();
    for _ in 0..count {
        told.push(match until("an event", events.next()).await.expect("informers run") {
            Event::Added(map) => format!("+{}", map.name()),
            Event::Updated { new, .. } => {
                format!("~{}={}", new.name(), new.data.as_ref().map_or("", |d| &d["key"]))
            }
            Event::Deleted(map) => format!("-{}", map.name()),
        });
    }
    told
}

#[tokio::test]
async fn what_is_there_and_what_happens_is_told_once_in_order_and_costs_one_request() {
    let setting = Setting::new().await;
    setting.make("a").await;
    let maps = setting.informers.selected::<ConfigMap>("default", Select::default());
    let mut events = maps.subscribe();
    until("the cache is filled", maps.synced()).await;
    setting.make("b").await;
    setting.change("a", "1").await;
    setting.delete("b").await;
    assert_eq!(told(&mut events, 4).await, ["+a", "+b", "~a=1", "-b"]);
    assert_eq!(maps.list().len(), 1);
    assert!(maps.get("default", "a").unwrap().meta().managed_fields.is_none());

    let again = setting.informers.selected::<ConfigMap>("default", Select::default());
    assert!(again.is_synced());
    assert_eq!(told(&mut again.subscribe(), 1).await, ["+a"], "whoever comes late hears of what is there");
    assert_eq!(setting.network.requests(), 1, "one watch-list serves all");
    setting.shutdown.trigger();
    assert!(until("the end", events.next()).await.is_none());
}

#[tokio::test]
async fn a_watch_that_breaks_goes_on_where_it_was() {
    let setting = Setting::new().await;
    let maps = setting.informers.selected::<ConfigMap>("default", Select::default());
    let mut events = maps.subscribe();
    setting.make("a").await;
    assert_eq!(told(&mut events, 1).await, ["+a"]);
    setting.network.cut();
    setting.change("a", "1").await;
    setting.make("b").await;
    assert_eq!(told(&mut events, 2).await, ["~a=1", "+b"]);
    setting.network.cut();
    setting.delete("b").await;
    assert_eq!(told(&mut events, 1).await, ["-b"]);
    assert!(events.try_next().is_none());
}

#[tokio::test]
async fn what_vanished_while_the_server_forgot_is_told_as_deleted() {
    let setting = Setting::new().await;
    for name in ["a", "b", "c"] {
        setting.make(name).await;
    }
    let maps = setting.informers.selected::<ConfigMap>("default", Select::default());
    let mut events = maps.subscribe();
    assert_eq!(told(&mut events, 3).await, ["+a", "+b", "+c"]);
    setting.network.refuse(|query| (!query.contains("sendInitialEvents")).then_some((410, "Expired")));
    setting.network.cut();
    setting.delete("a").await;
    setting.change("b", "1").await;
    setting.delete("c").await;
    setting.make("c").await;
    setting.make("d").await;
    // The list may fall anywhere between these changes; what is told adds up to them in any case.
    let mut names =
        std::collections::BTreeMap::from(["a", "b", "c"].map(|name| (name.to_owned(), "".to_owned())));
    let wanted = [("b", "1"), ("c", ""), ("d", "")].map(|(name, value)| (name.to_owned(), value.to_owned()));
    while names != wanted.clone().into() || maps.get("default", "c").is_none() {
        match until("an event", events.next()).await.unwrap() {
            Event::Added(map) => assert_eq!(names.insert(map.name().to_owned(), String::new()), None),
            Event::Deleted(map) => assert!(names.remove(map.name()).is_some()),
            Event::Updated { new, .. } => {
                let value = new.data.as_ref().map_or("", |data| &data["key"]).to_owned();
                assert!(names.insert(new.name().to_owned(), value).is_some());
            }
        }
    }
}

#[tokio::test]
async fn a_server_that_cannot_list_and_watch_in_one_is_listed_first() {
    let setting = Setting::new().await;
    setting.network.refuse(|query| query.contains("sendInitialEvents").then_some((422, "Invalid")));
    setting.make("a").await;
    let maps = setting.informers.selected::<ConfigMap>("default", Select::default());
    let mut events = maps.subscribe();
    assert_eq!(told(&mut events, 1).await, ["+a"]);
    setting.make("b").await;
    assert_eq!(told(&mut events, 1).await, ["+b"]);
    assert_eq!(setting.network.requests(), 3);
}

#[tokio::test]
async fn a_server_that_fails_is_tried_again_later() {
    let setting = Setting::new().await;
    setting.network.refuse(|_| Some((500, "InternalError")));
    let maps = setting.informers.of::<ConfigMap>();
    while setting.network.requests() < 3 {
        setting.time.advance(Duration::from_millis(200));
        tokio::task::yield_now().await;
    }
    assert!(!maps.is_synced());
    setting.network.refuse(|_| None);
    let sync = async {
        while !maps.is_synced() {
            setting.time.advance(Duration::from_secs(1));
            tokio::task::yield_now().await;
        }
    };
    until("the cache is filled", sync).await;
}

#[tokio::test]
async fn a_hundred_writers_are_all_heard() {
    let setting = Setting::new().await;
    let maps = setting.informers.selected::<ConfigMap>("default", Select::labels("app=web"));
    let mut events = maps.subscribe();
    let client: Client = setting.server.admin();
    let writers = (0..100).map(|number| {
        let client = client.clone();
        async move {
            let mut map = map(&format!("m{number}"));
            map.meta_mut().labels = Some([("app".to_owned(), "web".to_owned())].into());
            client.within::<ConfigMap>("default").create(&map).await.unwrap();
        }
    });
    futures_util::future::join_all(writers).await;
    let mut told = told(&mut events, 100).await;
    told.sort();
    told.dedup();
    assert_eq!((told.len(), maps.list().len()), (100, 100));
}
