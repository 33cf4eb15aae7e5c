//! The whole program against a real API server: services come and go, rules that others delete come back, health is told.

use std::sync::Arc;

use api::Typed;
use api::core::v1::Service;
use api::discovery::v1::EndpointSlice;
use proxy::Config;
use runtime::{Clock, Shutdown};
use testing::{ApiServer, eventually, until};

use crate::lab::{Lab, Outcome};

fn object(text: &str) -> serde_json::Value {
    codec::yaml::decode(text.as_bytes()).unwrap().value
}

fn service() -> Service {
    let yaml = "metadata: {namespace: default, name: web}\nspec: {type: NodePort, clusterIP: 10.96.0.77, ports: [{port: 80, \
                nodePort: 30080, protocol: TCP}]}";
    Service::decode(&object(yaml)).unwrap()
}

fn slice(address: &str) -> EndpointSlice {
    let yaml = format!(
        "metadata: {{namespace: default, name: web-1, labels: {{kubernetes.io/service-name: web}}}}\naddressType: IPv4\nports: [{{name: \
         \"\", port: 8080, protocol: TCP}}]\nendpoints: [{{addresses: [{address}], nodeName: node-1, conditions: {{ready: true}}}}]"
    );
    EndpointSlice::decode(&object(&yaml)).unwrap()
}

async fn answered_by(lab: &Arc<Lab>, to: &'static str, pod: &'static str) {
    eventually(&format!("{pod} answers at {to}"), || {
        let lab = lab.clone();
        async move {
            let outcome =
                tokio::task::spawn_blocking(move || lab.connect_briefly("client", to)).await.unwrap();
            matches!(outcome, Outcome::Answer { pod: found, .. } if found == pod).then_some(())
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn services_come_and_go_and_what_others_delete_comes_back() {
    for mode in ["nftables", "iptables"] {
        let (server, lab, shutdown) = (ApiServer::start().await, Arc::new(Lab::new()), Shutdown::new());
        let config = Config {
            mode: mode.to_owned(),
            cluster_cidrs: vec!["10.244.0.0/16".parse().unwrap()],
            sync_period: std::time::Duration::from_millis(200),
            namespace: Some(lab.path("node")),
            ..Config::new("node-1")
        };
        let settings = config.settings();
        let client = server.admin();
        let task = tokio::spawn(proxy::run(config, client.clone(), Clock::system(), shutdown.clone()));
        client.within::<Service>("default").create(&service()).await.unwrap();
        let slices = client.within::<EndpointSlice>("default");
        let made = slices.create(&slice("10.244.1.2")).await.unwrap();
        answered_by(&lab, "10.96.0.77:80", "pod-1").await;
        answered_by(&lab, "192.168.1.1:30080", "pod-1").await;

        let mut changed = slice("10.244.2.2");
        changed.metadata = made.metadata;
        slices.update(&changed).await.unwrap();
        answered_by(&lab, "10.96.0.77:80", "pod-3").await;

        let told = lab.output("node", "curl", &["-s", "http://127.0.0.1:10249/proxyMode"]);
        assert_eq!(told, mode);
        let health =
            lab.output("client", "curl", &["-s", "-w", "%{http_code}", "http://192.168.1.1:10256/healthz"]);
        assert!(health.ends_with("200"), "{health}");
        let metrics = lab.output("node", "curl", &["-s", "http://127.0.0.1:10249/metrics"]);
        assert!(metrics.contains("kubeproxy_sync_proxy_rules_duration_seconds_count"), "{metrics}");

        let cleaned = tokio::task::spawn_blocking(move || proxy::cleanup(&settings)).await.unwrap();
        cleaned.unwrap();
        answered_by(&lab, "10.96.0.77:80", "pod-3").await;

        shutdown.trigger();
        until("the proxy stops", task).await.unwrap().unwrap();
        answered_by(&lab, "10.96.0.77:80", "pod-3").await;
        server.stop().await;
    }
}
