//! The kubelet's own API over TLS.

use bytes::Bytes;
use http::Request;
use http_body_util::{BodyExt as _, Empty};
use hyper_util::rt::TokioIo;
use runtime::Clock;
use serde_json::{Value, json};
use streaming::Wanted;
use streaming::client::Offer;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::harness::{Lab, is_ready};

async fn connect(lab: &Lab, who: Option<tls::Certified>) -> tls::ClientStream<TcpStream> {
    let mut options = tls::ClientOptions::new(tls::Roots::Bundle(lab.authority.certificate().to_owned()));
    options.identity = who.map(|certified| tls::ClientIdentity::build(&certified).unwrap());
    options.protocols = vec![tls::Protocol::Http1];
    let config = tls::ClientConfig::build(&options, &Clock::system()).unwrap();
    let socket = TcpStream::connect(lab.ready.address.unwrap()).await.unwrap();
    config.connector().connect("127.0.0.1", socket).await.unwrap()
}

async fn get(lab: &Lab, who: Option<tls::Certified>, path: &str) -> (u16, String) {
    let io = connect(lab, who).await;
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(io)).await.unwrap();
    tokio::spawn(connection);
    let request = Request::get(path).header("host", "n1").body(Empty::<Bytes>::new()).unwrap();
    let answer = sender.send_request(request).await.unwrap();
    let code = answer.status().as_u16();
    let body = answer.into_body().collect().await.unwrap().to_bytes();
    (code, String::from_utf8_lossy(&body).into_owned())
}

async fn lab_with_pod() -> Lab {
    let lab = Lab::start().await;
    lab.create("web", json!({"containers": [{"name": "a", "image": "img:1"}]})).await;
    lab.when("web", "is ready", is_ready).await;
    lab
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_api_server_and_administrators_may_ask() {
    let lab = Lab::start().await;
    for (who, expected) in [
        (None, 401),
        (Some(lab.certificate("somebody", &["people"])), 403),
        (Some(lab.certificate("kube-apiserver-kubelet-client", &[])), 200),
        (Some(lab.certificate("admin", &["system:masters"])), 200),
    ] {
        assert_eq!(get(&lab, who, "/pods").await.0, expected);
    }
    let address = lab.ready.health.unwrap();
    let mut socket = TcpStream::connect(address).await.unwrap();
    socket.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").await.unwrap();
    let mut text = String::new();
    socket.read_to_string(&mut text).await.unwrap();
    assert!(text.starts_with("HTTP/1.1 200") && text.ends_with("ok"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn logs_pods_stats_and_metrics() {
    let lab = lab_with_pod().await;
    let admin = || Some(lab.certificate("admin", &["system:masters"]));
    assert_eq!(get(&lab, admin(), "/containerLogs/default/web/a").await, (200, "hello from a\n".into()));
    let (code, text) = get(&lab, admin(), "/containerLogs/default/web/a?timestamps=true&tailLines=1").await;
    assert_eq!((code, text.as_str()), (200, "2026-01-01T00:00:00.000000000Z hello from a\n"));
    assert_eq!(get(&lab, admin(), "/containerLogs/default/web/none").await.0, 404);
    let (code, text) = get(&lab, admin(), "/containerLogs/default/web/a?previous=true").await;
    assert_eq!(
        (code, text.as_str()),
        (400, "previous terminated container \"a\" in pod \"web\" not found\n")
    );
    let pods: Value = serde_json::from_str(&get(&lab, admin(), "/pods").await.1).unwrap();
    assert_eq!(pods["items"][0]["metadata"]["name"], "web");
    let stats: Value = serde_json::from_str(&get(&lab, admin(), "/stats/summary").await.1).unwrap();
    assert_eq!(stats["pods"][0]["containers"][0]["cpu"]["usageCoreNanoSeconds"], 5);
    let metrics = get(&lab, admin(), "/metrics/resource").await.1;
    assert!(
        metrics
            .contains("container_cpu_usage_seconds_total{container=\"a\",namespace=\"default\",pod=\"web\"}"),
        "{metrics}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_is_followed_to_the_end_of_its_container() {
    let lab = Lab::start().await;
    lab.create("web", json!({"restartPolicy": "Never", "containers": [{"name": "a", "image": "img:1"}]}))
        .await;
    lab.when("web", "is ready", is_ready).await;
    let admin = Some(lab.certificate("admin", &["system:masters"]));
    let follow = get(&lab, admin, "/containerLogs/default/web/a?follow=true");
    let end = async {
        // The line after the first is written while somebody reads.
        let path = glob(&lab.directory.path().join("logs"));
        let mut file = std::fs::OpenOptions::new().append(true).open(path).unwrap();
        std::io::Write::write_all(&mut file, b"2026-01-01T00:00:01.0Z stdout F more\n").unwrap();
        lab.runtime.exit("a", 0);
    };
    let ((code, text), ()) = tokio::join!(follow, end);
    assert_eq!((code, text.as_str()), (200, "hello from a\nmore\n"));
}

fn glob(logs: &std::path::Path) -> std::path::PathBuf {
    let pod = std::fs::read_dir(logs).unwrap().flatten().next().unwrap().path();
    pod.join("a/0.log")
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_run_over_both_wires() {
    let lab = lab_with_pod().await;
    let clock = Clock::system();
    for offer in [Offer::exec_over_websocket(), Offer::exec_over_spdy()] {
        let io = connect(&lab, Some(lab.certificate("admin", &["system:masters"]))).await;
        let uri = "/exec/default/web/a?command=cat&input=1&output=1";
        let request = Request::get(uri).header("host", "n1").body(()).unwrap();
        let (io, accepted) = streaming::client::upgrade(io, request, &offer).await.unwrap();
        let wanted = Wanted { stdin: true, stdout: true, ..Wanted::default() };
        let mut session = streaming::client::exec(io, accepted, wanted, &clock).await.unwrap();
        let mut stdin = session.stdin.take().unwrap();
        stdin.write_all(b"to and fro").await.unwrap();
        let mut back = [0; 10];
        session.stdout.as_mut().unwrap().read_exact(&mut back).await.unwrap();
        assert_eq!(&back, b"to and fro");
    }
}
