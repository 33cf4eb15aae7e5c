//! Start, stop and start again.

use crate::harness::{MAPS, Server, config_map};

#[tokio::test(flavor = "multi_thread")]
async fn what_was_written_is_there_after_a_restart() {
    let server = Server::start().await;
    for name in ["default", "kube-system", "kube-public", "kube-node-lease"] {
        assert_eq!(server.admin().get(&format!("/api/v1/namespaces/{name}")).await.code, 200);
    }
    let made = server.admin().post(MAPS, &config_map("one", &[("a", "b")])).await.json();
    let server = Server::start_in(server.finish().await).await;
    assert_eq!(server.admin().get(&format!("{MAPS}/one")).await.json(), made);
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_ends_watches_and_lets_requests_finish() {
    let server = Server::start().await;
    let mut watch = server.admin().watch(&format!("{MAPS}?watch=1"), &[]).await;
    server.admin().post(MAPS, &config_map("one", &[])).await;
    assert!(watch.next().await.is_some());
    server.stop();
    assert!(watch.next().await.is_none());
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_kubeconfig_is_the_owners_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let server = Server::start().await;
    let mode = std::fs::metadata(&server.ready.kubeconfig).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let text = std::fs::read(&server.ready.kubeconfig).unwrap();
    let config = codec::yaml::decode(&text).unwrap().value;
    assert_eq!(config["clusters"][0]["cluster"]["server"], server.ready.url.as_str());
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn health_and_metrics() {
    let server = Server::start().await;
    let client = server.admin();
    let ready = client.get("/readyz?verbose").await;
    assert!(ready.text().ends_with("readyz check passed\n"), "{}", ready.text());
    assert_eq!(client.get("/livez/ping").await.text(), "ok");
    assert_eq!(client.get("/livez/bogus").await.code, 404);
    for name in ["ping", "etcd", "informer-sync", "shutdown"] {
        assert!(ready.text().contains(&format!("[+]{name} ok\n")), "{}", ready.text());
        assert_eq!(client.get(&format!("/readyz/{name}")).await.text(), "ok", "{name}");
    }
    let without = client.get("/readyz?verbose&exclude=etcd").await;
    assert!(without.text().contains("[+]etcd excluded: ok\n"), "{}", without.text());
    let strange = client.get("/readyz?verbose&exclude=bogus").await;
    assert!(strange.code == 200 && strange.text().contains("bogus"), "{}", strange.text());
    for path in ["/debug/pprof", "/debug/pprof/", "/debug/pprof/profile", "/debug/flags/v", "/logs"] {
        assert_eq!(client.get(path).await.code, 404, "{path} is off");
    }
    client.get(MAPS).await;
    let metrics = client.get("/metrics").await;
    let line = r#"apiserver_request_total{code="200",component="apiserver",dry_run="",group="",resource="configmaps",scope="namespace",subresource="",verb="LIST",version="v1"} 1"#;
    assert!(metrics.text().contains(line), "{}", metrics.text());
    for name in [
        "apiserver_request_total",
        "apiserver_request_duration_seconds",
        "apiserver_response_sizes",
        "apiserver_current_inflight_requests",
        "apiserver_current_inqueue_requests",
        "apiserver_tls_handshake_errors_total",
        "process_cpu_seconds_total",
        "process_resident_memory_bytes",
        "process_open_fds",
        "process_start_time_seconds",
    ] {
        assert!(metrics.text().contains(&format!("# TYPE {name} ")), "no {name}: {}", metrics.text());
    }
    assert_eq!(client.get("/version").await.json()["minor"], "36");
    server.finish().await;
}
