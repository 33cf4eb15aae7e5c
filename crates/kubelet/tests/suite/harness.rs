//! An API server, and kubelets on it with directories of their own.

use std::sync::Arc;

use api::Typed as _;
use api::core::v1::{ConfigMap, Event, Pod, PodStatus};
use client::{Client, DeleteOptions, Select};
use kubelet::{Config, Parts, Ready, ServerTls};
use node::ContainerRuntime;
use runtime::{Clock, Shutdown};
use serde_json::{Value, json};
use testing::{ApiServer, eventually, until};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::pretend::Pretend;

pub struct Lab {
    _server: ApiServer,
    pub client: Client,
    pub runtime: Arc<Pretend>,
    pub directory: tempfile::TempDir,
    kubelet: Option<(Shutdown, JoinHandle<Result<(), kubelet::RunError>>)>,
    pub ready: Ready,
    pub authority: tls::Authority,
}

impl Drop for Lab {
    /// Pods that are left have volumes in memory mounted: they must not outlive the test.
    fn drop(&mut self) {
        if let Some((_, task)) = &self.kubelet {
            task.abort();
        }
        let mounts = std::fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
        let places: Vec<_> = mounts.lines().filter_map(|line| line.split(' ').nth(4)).collect();
        let own = |place: &&str| std::path::Path::new(place).starts_with(self.directory.path());
        for place in places.into_iter().rev().filter(own) {
            let _ = rustix::mount::unmount(place, rustix::mount::UnmountFlags::DETACH);
        }
    }
}

impl Lab {
    pub async fn start() -> Self {
        Self::start_with(|_| {}).await
    }

    pub async fn start_with(change: impl FnOnce(&mut Config)) -> Self {
        let server = ApiServer::start().await;
        publish_authority(&server.admin()).await;
        let clock = Clock::system();
        let authority =
            tls::Authority::create("test", clock.now(), std::time::Duration::from_secs(3600)).unwrap();
        let mut lab = Self {
            client: server.admin(),
            _server: server,
            runtime: Pretend::new(),
            directory: tempfile::tempdir().unwrap(),
            kubelet: None,
            ready: Ready::default(),
            authority,
        };
        lab.start_kubelet(change).await;
        lab
    }

    pub async fn start_kubelet(&mut self, change: impl FnOnce(&mut Config)) {
        let root = self.directory.path();
        let mut config = Config::new("n1", "127.0.0.1".parse().unwrap());
        config.root_dir = root.join("kubelet");
        config.log_dir = root.join("logs");
        config.listen = Some("127.0.0.1:0".parse().unwrap());
        config.health_listen = Some("127.0.0.1:0".parse().unwrap());
        change(&mut config);
        let (shutdown, clock) = (Shutdown::new(), Clock::system());
        let parts = Parts {
            client: Some(self.client.clone()),
            runtime: self.runtime.clone() as Arc<dyn ContainerRuntime>,
            cgroups: None,
            server_tls: Some(self.server_tls(&clock)),
            metrics: telemetry::metrics::Registry::new(),
            clock,
            shutdown: shutdown.clone(),
        };
        let (tell, told) = oneshot::channel();
        let task = tokio::spawn(kubelet::run(config, parts, move |ready| {
            let _ = tell.send(*ready);
        }));
        self.ready = until("the kubelet starts", told).await.unwrap();
        self.kubelet = Some((shutdown, task));
    }

    fn server_tls(&self, clock: &Clock) -> ServerTls {
        let leaf = |subject: tls::Subject, usage, hosts: &[&str]| tls::Leaf {
            subject,
            names: tls::AlternativeNames::hosts(hosts),
            usages: vec![usage],
            lifetime: std::time::Duration::from_secs(3600),
        };
        let serving = self
            .authority
            .issue(&leaf(tls::Subject::user("n1", &[]), tls::Usage::ServerAuth, &["127.0.0.1"]), clock.now())
            .unwrap();
        let options = tls::ServerOptions::new(serving, "");
        ServerTls {
            acceptor: Arc::new(tls::Acceptor::build(&options, clock).unwrap()),
            clients: tls::ClientVerifier::build(self.authority.certificate()).unwrap(),
        }
    }

    /// A certificate for somebody who talks to the kubelet.
    pub fn certificate(&self, name: &str, groups: &[&str]) -> tls::Certified {
        let leaf = tls::Leaf {
            subject: tls::Subject::user(name, groups),
            names: tls::AlternativeNames::default(),
            usages: vec![tls::Usage::ClientAuth],
            lifetime: std::time::Duration::from_secs(3600),
        };
        self.authority.issue(&leaf, Clock::system().now()).unwrap()
    }

    pub async fn stop_kubelet(&mut self) {
        let (shutdown, task) = self.kubelet.take().unwrap();
        shutdown.trigger();
        until("the kubelet stops", task).await.unwrap().unwrap();
    }

    /// Creates a pod that is bound to the node.
    pub async fn create(&self, name: &str, spec: Value) -> Pod {
        self.create_with(name, spec, json!({})).await
    }

    pub async fn create_with(&self, name: &str, mut spec: Value, meta: Value) -> Pod {
        spec["nodeName"] = json!("n1");
        let mut metadata = json!({"name": name, "namespace": "default"});
        metadata.as_object_mut().unwrap().extend(meta.as_object().unwrap().clone());
        let pod =
            Pod::decode(&json!({"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": spec}))
                .unwrap();
        self.client.within::<Pod>("default").create(&pod).await.unwrap()
    }

    pub async fn config_map(&self, name: &str, data: Value) {
        let tree = json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}, "data": data});
        let map = ConfigMap::decode(&tree).unwrap();
        let maps = self.client.within::<ConfigMap>("default");
        match maps.find(name).await.unwrap() {
            Some(old) => {
                let metadata = old.metadata.clone();
                maps.update(&ConfigMap { metadata, ..map }).await.unwrap()
            }
            None => maps.create(&map).await.unwrap(),
        };
    }

    pub async fn delete(&self, name: &str) {
        self.client.within::<Pod>("default").delete(name, &DeleteOptions::default()).await.unwrap();
    }

    pub async fn status(&self, name: &str) -> Option<PodStatus> {
        self.client.within::<Pod>("default").find(name).await.unwrap().and_then(|pod| pod.status)
    }

    /// The status of a pod, once it is as wanted.
    pub async fn when(&self, name: &str, what: &str, is_so: impl Fn(&PodStatus) -> bool) -> PodStatus {
        let last = std::sync::Mutex::new(None);
        let asking = eventually(what, || async {
            let status = self.status(name).await?;
            let fine = is_so(&status);
            *last.lock().unwrap() = Some(status.clone());
            fine.then_some(status)
        });
        match tokio::time::timeout(std::time::Duration::from_secs(30), asking).await {
            Ok(status) => status,
            Err(_) => panic!("{name} never {what}: {:#?}\n{:?}", last.lock().unwrap(), self.runtime.record()),
        }
    }

    pub async fn gone(&self, name: &str) {
        eventually("the pod is gone", || async { self.status(name).await.is_none().then_some(()) }).await;
    }

    /// `reason: message` of all events so far.
    pub async fn events(&self) -> Vec<String> {
        let all = self.client.within::<Event>("default").list(&Select::default()).await.unwrap();
        all.items
            .iter()
            .map(|event| {
                format!(
                    "{}: {}",
                    event.reason.clone().unwrap_or_default(),
                    event.message.clone().unwrap_or_default()
                )
            })
            .collect()
    }

    pub async fn event(&self, text: &str) {
        eventually(text, || async { self.events().await.iter().any(|event| event == text).then_some(()) })
            .await;
    }
}

pub fn is_ready(status: &PodStatus) -> bool {
    status
        .conditions
        .iter()
        .flatten()
        .any(|condition| condition.type_ == "Ready" && condition.status == "True")
}

pub fn waiting(status: &PodStatus) -> String {
    let first = status.container_statuses.iter().flatten().next();
    first.and_then(|status| status.state.clone()?.waiting?.reason).unwrap_or_default()
}

/// What every pod mounts, and a controller makes where one runs.
async fn publish_authority(client: &Client) {
    let tree =
        json!({"metadata": {"name": "kube-root-ca.crt", "namespace": "default"}, "data": {"ca.crt": "none"}});
    let map = ConfigMap::decode(&tree).unwrap();
    client.within("default").create(&map).await.unwrap();
}
