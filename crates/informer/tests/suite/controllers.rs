//! The runner: every key is looked at, failures are tried again, and a panic is only a failure.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use api::Resource as _;
use api::core::v1::ConfigMap;
use async_trait::async_trait;
use client::Client;
use informer::{Controller, Error, Informer, Informers, Inputs, Key, Next, Select};
use runtime::{Clock, Shutdown};
use testing::{ApiServer, eventually};

/// Makes a copy of every map that asks for one; stumbles at first.
struct Copier {
    client: Client,
    maps: Informer<ConfigMap>,
    attempts: AtomicUsize,
}

#[async_trait]
impl Controller for Copier {
    fn name(&self) -> &'static str {
        "copier"
    }

    fn inputs(&self, inputs: &mut Inputs) {
        inputs.on(&self.maps, |event| vec![Key::of(&**event.object())]);
    }

    async fn reconcile(&self, key: &Key) -> Result<Next, Error> {
        match self.attempts.fetch_add(1, Ordering::SeqCst) {
            0 => return Err(Error::other("not yet")),
            1 => panic!("a bug"),
            _ => {}
        }
        let Some(map) = self.maps.get(&key.namespace, &key.name) else { return Ok(Next::Done) };
        if map.label("copy") != "wanted" {
            return Ok(Next::Done);
        }
        let mut copy = ConfigMap::default();
        copy.meta_mut().name = Some(format!("{}-copy", key.name));
        match self.client.within(&key.namespace).create(&copy).await {
            Err(error) if !error.is_already_exists() => Err(error.into()),
            _ => Ok(Next::Done),
        }
    }
}

#[tokio::test]
async fn keys_are_reconciled_until_it_works() {
    let (server, shutdown) = (ApiServer::start().await, Shutdown::new());
    let client = server.admin();
    let mut map = ConfigMap::default();
    map.meta_mut().name = Some("one".to_owned());
    map.meta_mut().labels = Some([("copy".to_owned(), "wanted".to_owned())].into());
    client.within("default").create(&map).await.unwrap();

    let informers = Informers::new(client.clone(), Clock::system(), shutdown.clone());
    let maps = informers.selected("default", Select::default());
    let copier = Arc::new(Copier { client: client.clone(), maps, attempts: AtomicUsize::new(0) });
    let running = tokio::spawn(informer::run(vec![copier.clone()], Clock::system(), shutdown.clone()));
    let copies = client.within::<ConfigMap>("default");
    eventually("the copy is made", || async { copies.find("one-copy").await.unwrap() }).await;
    assert!(copier.attempts.load(Ordering::SeqCst) >= 3);
    shutdown.trigger();
    testing::until("it stops", running).await.unwrap();
}
