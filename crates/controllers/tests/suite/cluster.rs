//! A server with loops running on it; the test plays scheduler and kubelet.

use std::time::SystemTime;

use api::core::v1::{Event, Pod};
use api::{Resource, time};
use client::{Client, DeleteOptions, Patch, Select};
use controllers::{Config, Settings};
use runtime::{Clock, ManualTime, Shutdown};
use serde_json::{Value, json};
use testing::{ApiServer, eventually};

/// The namespace of all tests; each has a server of its own.
pub const NAMESPACE: &str = "default";

pub struct Cluster {
    pub client: Client,
    shutdown: Shutdown,
    _server: ApiServer,
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.shutdown.trigger();
    }
}

impl Cluster {
    /// With these loops.
    pub async fn start(loops: &[&str]) -> Self {
        Self::launch(loops, Settings::default(), |_, _| false).await
    }

    /// With these loops and settings.
    pub async fn start_with(loops: &[&str], settings: Settings) -> Self {
        Self::launch(loops, settings, |_, _| false).await
    }

    /// With these loops, which believe in a time that the test moves.
    pub async fn at(loops: &[&str], start: SystemTime) -> (Self, ManualTime) {
        let (clock, time) = Clock::manual(start);
        (Self::launch_at(loops, Settings::default(), |_, _| false, clock).await, time)
    }

    /// With these loops, to whom some requests are forbidden by method and path.
    pub async fn refusing(loops: &[&str], refuse: fn(&str, &str) -> bool) -> Self {
        Self::launch(loops, Settings::default(), refuse).await
    }

    async fn launch(loops: &[&str], settings: Settings, refuse: fn(&str, &str) -> bool) -> Self {
        Self::launch_at(loops, settings, refuse, Clock::system()).await
    }

    async fn launch_at(
        loops: &[&str],
        settings: Settings,
        refuse: fn(&str, &str) -> bool,
        clock: Clock,
    ) -> Self {
        let (server, shutdown) = (ApiServer::start().await, Shutdown::new());
        let controllers = loops.iter().map(|one| (*one).to_owned()).collect();
        let config = Config { controllers, settings: std::sync::Arc::new(settings) };
        tokio::spawn(controllers::run(config, server.refusing(refuse), clock, shutdown.clone()));
        Self { client: server.admin(), shutdown, _server: server }
    }

    /// Makes an object from its tree.
    pub async fn make<K: Resource>(&self, tree: Value) -> K {
        let object = K::decode(&tree).expect("the tree is of the kind");
        self.client.within::<K>(NAMESPACE).create(&object).await.expect("the object is valid")
    }

    pub async fn patch<K: Resource>(&self, name: &str, patch: Value) -> K {
        self.client.within::<K>(NAMESPACE).patch(name, &Patch::Merge(patch)).await.unwrap()
    }

    pub async fn get<K: Resource>(&self, name: &str) -> K {
        self.client.within::<K>(NAMESPACE).get(name).await.unwrap()
    }

    pub async fn list<K: Resource>(&self, labels: &str) -> Vec<K> {
        self.client.within::<K>(NAMESPACE).list(&Select::labels(labels)).await.unwrap().items
    }

    /// Waits until an object is as it should be.
    pub async fn until<K: Resource>(&self, name: &str, what: &str, test: impl Fn(&K) -> bool) -> K {
        let objects = self.client.within::<K>(NAMESPACE);
        let mut last = None;
        let found = tokio::time::timeout(testing::PATIENCE, async {
            loop {
                last = objects.find(name).await.unwrap();
                if let Some(object) = last.as_ref().filter(|object| test(object)) {
                    return object.clone();
                }
                tokio::time::sleep(std::time::Duration::from_millis(5)).await;
            }
        })
        .await;
        found.unwrap_or_else(|_| panic!("waited too long until {what}: {last:#?}"))
    }

    /// Waits until there are so many pods with these labels that are not on their way out.
    pub async fn pods(&self, labels: &str, count: usize) -> Vec<Pod> {
        let mut last = Vec::new();
        let found = tokio::time::timeout(testing::PATIENCE, async {
            loop {
                last = self.list::<Pod>(labels).await;
                last.retain(|pod| !pod.is_being_deleted() && !ended(pod));
                if last.len() == count {
                    return last.clone();
                }
                tokio::time::sleep(std::time::Duration::from_millis(5)).await;
            }
        });
        if let Ok(found) = found.await {
            return found;
        }
        let names: Vec<_> = self.list::<Pod>(labels).await.iter().map(|pod| pod.name().to_owned()).collect();
        panic!("waited too long for {count} pods: {names:?}")
    }

    /// Waits until nothing exists any more.
    pub async fn gone<K: Resource>(&self, name: &str) {
        let objects = self.client.within::<K>(NAMESPACE);
        eventually(&format!("{name} is gone"), || async {
            objects.find(name).await.unwrap().is_none().then_some(())
        })
        .await;
    }

    /// As the kubelet: the pod runs and is ready (or not).
    pub async fn run_pod(&self, name: &str, ready: bool) {
        let now = time::render(&time::time(Clock::system().now()));
        let status = json!({"status": {
            "phase": "Running", "podIP": "10.0.0.1", "podIPs": [{"ip": "10.0.0.1"}],
            "conditions": [{"type": "Ready", "status": if ready { "True" } else { "False" }, "lastTransitionTime": now}],
        }});
        there(self.client.within::<Pod>(NAMESPACE).patch_status(name, &Patch::Strategic(status)).await);
    }

    /// As the kubelet: the pod has ended.
    pub async fn end_pod(&self, name: &str, phase: &str, code: i32) {
        let now = time::render(&time::time(Clock::system().now()));
        let state = json!({"terminated": {"exitCode": code, "finishedAt": now}});
        let status = json!({"status": {
            "phase": phase,
            "containerStatuses": [{
                "name": "c", "image": "i", "imageID": "i", "ready": false, "restartCount": 0, "state": state,
            }],
        }});
        self.client.within::<Pod>(NAMESPACE).patch_status(name, &Patch::Strategic(status)).await.unwrap();
    }

    /// Removes a pod at once.
    pub async fn kill_pod(&self, name: &str) {
        let now = DeleteOptions { grace_seconds: Some(0), ..DeleteOptions::default() };
        there(self.client.within::<Pod>(NAMESPACE).delete(name, &now).await);
    }

    /// Waits for an event of this reason.
    pub async fn event(&self, reason: &str) -> Event {
        eventually(&format!("an event {reason}"), || async {
            let events = self.list::<Event>("").await;
            events.into_iter().find(|event| event.reason.as_deref() == Some(reason))
        })
        .await
    }
}

/// A pod may be gone before the kubelet gets to it.
fn there<T>(outcome: Result<T, client::Error>) {
    match outcome {
        Err(error) if !error.is_not_found() => panic!("{error}"),
        _ => {}
    }
}

/// Whether a pod's containers have ended.
pub fn ended(pod: &Pod) -> bool {
    let phase = pod.status.as_ref().and_then(|status| status.phase.as_deref());
    matches!(phase, Some("Succeeded" | "Failed"))
}

/// A template with one container and the label `app=web`.
pub fn template(image: &str) -> Value {
    json!({"metadata": {"labels": {"app": "web"}}, "spec": {"containers": [{"name": "c", "image": image}]}})
}
