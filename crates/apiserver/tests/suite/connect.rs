//! Connections to nodes, pods and services: upstream's words where they can't be made, and the stock client through a real kubelet's
//! protocols where they can.

use std::io;
use std::process::Stdio;
use std::sync::Arc;

use apiserver::{Dialer, Direct, Place, Socket};
use async_trait::async_trait;
use serde_json::{Value, json};
use tls::{ClientConfig, ClientIdentity, ClientOptions, Protocol, Roots};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::Command;

use crate::harness::{Client, Server};
use crate::kubelet::Kubelet;

const PODS: &str = "/api/v1/namespaces/default/pods";

async fn must(reply: impl Future<Output = crate::harness::Reply>) -> Value {
    let reply = reply.await;
    assert!(reply.code < 300, "{}", reply.text());
    reply.json()
}

async fn pod(admin: &Client, name: &str, containers: &[&str], node: Option<&str>) {
    let list: Vec<Value> =
        containers.iter().map(|name| json!({"name": name, "image": "i", "stdin": true})).collect();
    let mut spec = json!({"containers": list});
    if let Some(node) = node {
        spec["nodeName"] = node.into();
    }
    let pod = json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name}, "spec": spec});
    let mut made = must(admin.post(PODS, &pod)).await;
    made["status"]["phase"] = "Running".into();
    made["status"]["podIP"] = "192.0.2.7".into();
    made["status"]["podIPs"] = json!([{"ip": "192.0.2.7"}]);
    must(admin.put(&format!("{PODS}/{name}/status"), &made)).await;
}

async fn node(admin: &Client, name: &str, address: &str, port: u16) {
    let node = json!({"apiVersion": "v1", "kind": "Node", "metadata": {"name": name}});
    let mut made = must(admin.post("/api/v1/nodes", &node)).await;
    made["status"]["addresses"] = json!([{"type": "InternalIP", "address": address}]);
    made["status"]["daemonEndpoints"] = json!({"kubeletEndpoint": {"Port": port}});
    must(admin.put(&format!("/api/v1/nodes/{name}/status"), &made)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_can_not_be_connected_is_told_in_upstreams_words() {
    let server = Server::start().await;
    let admin = server.admin();
    pod(&admin, "waiting", &["a"], None).await;
    pod(&admin, "two", &["a", "b"], Some("gone")).await;
    pod(&admin, "lost", &["a"], Some("gone")).await;
    pod(&admin, "far", &["a"], Some("dead")).await;
    // A port that nobody listens on.
    let free = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
    node(&admin, "dead", "127.0.0.1", free).await;
    let refused = format!("dial tcp 127.0.0.1:{free}: connect: connection refused");
    for (path, expected) in [
        ("none/log", "404 NotFound: pods \"none\" not found".to_owned()),
        ("two/log", "400 BadRequest: a container name must be specified for pod two, choose one of: [a b]".into()),
        ("two/log?container=c", "400 BadRequest: container c is not valid for pod two".into()),
        ("two/log?container=a&tailLines=-1", "422 Invalid: PodLogOptions \"two\" is invalid: tailLines: Invalid value: -1: must be greater than or equal to 0".into()),
        ("lost/log", "404 NotFound: nodes \"gone\" not found".into()),
        ("waiting/exec?command=x", "400 BadRequest: pod waiting does not have a host assigned".into()),
        ("far/exec?command=x&stdout=true", "400 BadRequest: Upgrade request required".into()),
        ("far/log", format!("500 InternalError: Internal error occurred: Get \"https://127.0.0.1:{free}/containerLogs/default/far/a\": {refused}")),
        ("a:b:c:d/proxy/", "400 BadRequest: invalid pod request \"a:b:c:d\"".into()),
    ] {
        assert_eq!(admin.get(&format!("{PODS}/{path}")).await.status(), expected, "{path}");
    }
    let upgrade = [("connection", "Upgrade"), ("upgrade", "SPDY/3.1")];
    let reply = admin.send("POST", &format!("{PODS}/far/attach?stdout=true"), &upgrade, "").await;
    let expected = format!("500 InternalError: Internal error occurred: error dialing backend: {refused}");
    assert_eq!(reply.status(), expected);
    // It runs nowhere: it has printed nothing.
    let nothing = admin.get(&format!("{PODS}/waiting/log")).await;
    assert_eq!((nothing.code, nothing.text()), (204, ""));
    // Addresses of the machine itself are nobody's business.
    let reply = admin.get("/api/v1/nodes/dead/proxy/x").await;
    assert_eq!(reply.status(), "400 BadRequest: address not allowed");
    let reply = admin.get("/api/v1/namespaces/default/services/none:80/proxy/").await;
    assert_eq!(reply.status(), "404 NotFound: services \"none\" not found");
    server.finish().await;
}

/// Goes to this machine, wherever it is sent.
struct Home(Direct);

#[async_trait]
impl Dialer for Home {
    async fn dial(&self, place: &Place) -> io::Result<Box<dyn Socket>> {
        assert!(place.host.starts_with("192.0.2."), "{place:?}");
        self.0.dial(&Place { host: "127.0.0.1".to_owned(), ..place.clone() }).await
    }
}

fn home(server: &Server) -> Arc<dyn Dialer> {
    let clock = runtime::Clock::system();
    let pki = tls::Pki::open_or_create(&server.dir.path().join("pki"), &clock).unwrap();
    let name = "kube-apiserver-kubelet-client";
    let certificate = pki.client_certificate("apiserver-kubelet-client", name, &["system:masters"]).unwrap();
    let mut options = ClientOptions::new(Roots::Insecure);
    options.protocols = vec![Protocol::Http1];
    options.identity = Some(ClientIdentity::build(&certificate).unwrap());
    let connector = ClientConfig::build(&options, &clock).unwrap().connector();
    Arc::new(Home(Direct { kubelets: connector.clone(), anybody: connector }))
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_are_proxied_under_the_rest_of_their_path() {
    let server = Server::start().await;
    let kubelet = Kubelet::start(&server.dir.path().join("pki")).await;
    server.api().set_dialer(home(&server));
    let admin = server.admin();
    node(&admin, "n", "192.0.2.1", kubelet.port).await;
    pod(&admin, "p", &["a"], Some("n")).await;
    let port = kubelet.port;
    let root = "/api/v1/nodes/n/proxy";
    for (method, path, expected) in [
        ("GET", "/stats/summary?a=b".to_owned(), "GET /stats/summary a=b"),
        ("PUT", "/x/%2Fy/".into(), "PUT /x/%2Fy/ "),
        ("DELETE", "/".into(), "DELETE / "),
        ("OPTIONS", "/o".into(), "OPTIONS /o "),
    ] {
        let reply = admin.send(method, &format!("{root}{path}"), &[("authorization", "Bearer x")], "").await;
        assert_eq!(reply.code, 200, "{}", reply.text());
        let forwarded = format!("{root}{}", path.split('?').next().unwrap());
        assert_eq!(reply.text(), format!("{expected} - {forwarded}\n"));
    }
    let moved = admin.get(&format!("{root}?a=b")).await;
    assert_eq!((moved.code, moved.header("location")), (301, "/api/v1/nodes/n/proxy/?a=b"));
    let moved = admin.get(&format!("{root}/redirect")).await;
    assert_eq!((moved.code, moved.header("location")), (302, "/api/v1/nodes/n/proxy/elsewhere?x=y"));
    let reply = admin.get(&format!("{PODS}/https:p:{port}/proxy/of/pod")).await;
    assert!(reply.text().starts_with("GET /of/pod "), "{}", reply.text());
    let head = admin.send("HEAD", &format!("{root}/h"), &[], "").await;
    assert_eq!(head.code, 200);

    // A service by its port's number and name.
    let service = json!({"apiVersion": "v1", "kind": "Service", "metadata": {"name": "s"},
        "spec": {"ports": [{"name": "web", "port": 80}]}});
    must(admin.post("/api/v1/namespaces/default/services", &service)).await;
    let services = "/api/v1/namespaces/default/services";
    let reply = admin.get(&format!("{services}/s:81/proxy/")).await;
    assert_eq!(reply.status(), "503 ServiceUnavailable: no service port 81 found for service \"s\"");
    let endpoints = json!({"apiVersion": "v1", "kind": "Endpoints", "metadata": {"name": "s"}, "subsets": [{
        "addresses": [{"ip": "192.0.2.7", "targetRef": {"kind": "Pod", "name": "p", "namespace": "default"}}],
        "ports": [{"name": "web", "port": port}]}]});
    must(admin.post("/api/v1/namespaces/default/endpoints", &endpoints)).await;
    for name in ["https:s:80", "https:s:web"] {
        let reply = admin.get(&format!("{services}/{name}/proxy/of/service")).await;
        assert!(reply.text().starts_with("GET /of/service "), "{}", reply.text());
    }
    let reply = admin.get(&format!("{services}/s:other/proxy/")).await;
    assert_eq!(reply.status(), "503 ServiceUnavailable: no endpoints available for service \"s:other\"");
    server.finish().await;
}

fn kubectl(server: &Server, websockets: &str, args: &[&str]) -> Command {
    let mut command = Command::new("kubectl");
    command
        .arg("--kubeconfig")
        .arg(&server.ready.kubeconfig)
        .args(args)
        .env("HOME", server.dir.path())
        .env("KUBECTL_REMOTE_COMMAND_WEBSOCKETS", websockets)
        .env("KUBECTL_PORT_FORWARD_WEBSOCKETS", websockets)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    command
}

async fn said(mut command: Command, input: &[u8]) -> (Option<i32>, String, String) {
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).await.unwrap();
    let output = child.wait_with_output().await.unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[tokio::test(flavor = "multi_thread")]
async fn the_stock_client_reaches_containers() {
    if std::process::Command::new("kubectl").args(["version", "--client"]).output().is_err() {
        println!("skipped: there is no kubectl here");
        return;
    }
    let server = Server::start().await;
    let kubelet = Kubelet::start(&server.dir.path().join("pki")).await;
    let admin = server.admin();
    node(&admin, "n", "127.0.0.1", kubelet.port).await;
    pod(&admin, "p", &["c"], Some("n")).await;
    pod(&admin, "broken", &["c"], Some("n")).await;
    let logs = said(kubectl(&server, "true", &["logs", "p", "--tail=5", "--timestamps"]), b"").await;
    assert_eq!(logs.1, "/containerLogs/default/p/c timestamps=true&tailLines=5\n", "{}", logs.2);
    let broken = said(kubectl(&server, "true", &["logs", "broken"]), b"").await;
    assert!(broken.2.contains("container \"c\" in pod \"broken\" is waiting to start"), "{}", broken.2);
    followed(&server, &kubelet).await;
    for websockets in ["true", "false"] {
        let script = "cat; echo complaint >&2; exit 3";
        let args = ["exec", "-i", "p", "--", "sh", "-c", script];
        let (code, out, err) = said(kubectl(&server, websockets, &args), b"typed\n").await;
        assert_eq!((code, out.as_str()), (Some(3), "typed\n"), "websockets {websockets}: {err}");
        assert!(err.contains("complaint\n") && err.contains("exit code 3"), "websockets {websockets}: {err}");
        let (code, out, err) = said(kubectl(&server, websockets, &["attach", "-i", "p"]), b"echoed\n").await;
        assert_eq!((code, out.as_str()), (Some(0), "echoed\n"), "websockets {websockets}: {err}");
        forwarded(&server, websockets).await;
    }
    server.finish().await;
}

async fn followed(server: &Server, kubelet: &Kubelet) {
    let mut child = kubectl(server, "true", &["logs", "-f", "p"]).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let first = lines.next_line().await.unwrap().unwrap();
    assert_eq!(first, "/containerLogs/default/p/c follow=true");
    kubelet.more.notify_one();
    assert_eq!(lines.next_line().await.unwrap().as_deref(), Some("and more"));
    assert!(child.wait().await.unwrap().success());
}

async fn forwarded(server: &Server, websockets: &str) {
    let target = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = format!(":{}", target.local_addr().unwrap().port());
    tokio::spawn(async move {
        let (mut socket, _) = target.accept().await.unwrap();
        let mut line = String::new();
        BufReader::new(&mut socket).read_line(&mut line).await.unwrap();
        socket.write_all(line.to_uppercase().as_bytes()).await.unwrap();
    });
    let mut child =
        kubectl(server, websockets, &["port-forward", "--address", "127.0.0.1", "p", &port]).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let line = lines.next_line().await.unwrap().unwrap();
    let local = line.split_once("127.0.0.1:").unwrap().1.split_once(' ').unwrap().0.parse::<u16>().unwrap();
    let mut socket = TcpStream::connect(("127.0.0.1", local)).await.unwrap();
    socket.write_all(b"hello\n").await.unwrap();
    let mut answer = String::new();
    socket.read_to_string(&mut answer).await.unwrap();
    assert_eq!(answer, "HELLO\n", "websockets {websockets}");
    child.kill().await.unwrap();
}
