//! The server on a node of the lab, asked by `dig`.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail tests")]

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use api::core::v1::{Service, ServicePort, ServiceSpec};
use api::discovery::v1::{Endpoint, EndpointPort, EndpointSlice};
use dns::zone::{self, Zone};
use runtime::{Clock, Shutdown};
use testing::lab::{Lab, Node, eventually};
use tokio::sync::watch;

/// A service with an address, one without, and names of other people's.
fn services() -> Vec<Service> {
    let make = |(name, address, external): (&str, Option<&str>, Option<&str>)| {
        let mut service = Service::default();
        service.metadata.name = Some(name.into());
        service.metadata.namespace = Some("shop".into());
        service.spec = Some(ServiceSpec {
            cluster_ip: address.map(Into::into),
            external_name: external.map(Into::into),
            type_: external.map(|_| "ExternalName".to_owned()),
            ports: Some(vec![ServicePort { name: Some("http".into()), port: 80, ..ServicePort::default() }]),
            ..ServiceSpec::default()
        });
        service
    };
    [
        ("web", Some("10.96.0.77"), None),
        ("db", Some("None"), None),
        ("away", None, Some("www.example.org")),
        ("near", None, Some("web.shop.svc.cluster.local")),
    ]
    .map(make)
    .into()
}

fn zone(services: &[Service], endpoints: u8) -> Arc<Zone> {
    let domain = dns::Config::default().domain().unwrap();
    Arc::new(zone::build(&domain, 5, 1, services, [slice("db-1", "db", endpoints)]))
}

fn slice(name: &str, service: &str, endpoints: u8) -> EndpointSlice {
    let mut slice = EndpointSlice::default();
    slice.metadata.name = Some(name.into());
    slice.metadata.namespace = Some("shop".into());
    slice.metadata.labels = Some([("kubernetes.io/service-name".to_owned(), service.to_owned())].into());
    slice.address_type = "IPv4".into();
    slice.ports =
        Some(vec![EndpointPort { name: Some("http".into()), port: Some(8080), ..EndpointPort::default() }]);
    let endpoint = |number: u8| Endpoint {
        addresses: vec![format!("10.244.0.{number}")],
        hostname: Some(format!("db-{number}")),
        ..Endpoint::default()
    };
    slice.endpoints = Some((0..endpoints).map(endpoint).collect());
    slice
}

struct Cluster {
    zones: watch::Sender<Arc<Zone>>,
    lab: Lab,
    node: Node,
    shutdown: Shutdown,
    task: tokio::task::JoinHandle<Result<(), dns::Error>>,
}

const LOCAL: &str = "169.254.20.10";

impl Cluster {
    /// A cluster whose node serves names, and whose switch is the upstream server.
    async fn start() -> Self {
        let lab = Lab::new().await.unwrap();
        let node = lab.node("a").await.unwrap();
        let upstream = upstream(&lab);
        let local: IpAddr = LOCAL.parse().unwrap();
        let config = dns::Config {
            listen: vec![SocketAddr::new(node.ip(), 53), SocketAddr::new(local, 53)],
            local: vec![local],
            upstreams: vec!["192.0.2.9:53".parse().unwrap(), upstream],
            netns: Some(node.netns_path()),
            ..dns::Config::default()
        };
        let shutdown = Shutdown::new();
        let (zones, latest) = watch::channel(zone(&services(), 3));
        let task = tokio::spawn(dns::serve(config, latest, Clock::system(), shutdown.clone()));
        let cluster = Self { zones, lab, node, shutdown, task };
        eventually("it answers", || async {
            let said = cluster.dig(&["web.shop.svc.cluster.local"]).await;
            anyhow::ensure!(!said.is_empty());
            Ok(())
        })
        .await
        .unwrap();
        cluster
    }

    async fn dig(&self, arguments: &[&str]) -> String {
        self.ask(&[&["+short", "+tries=1", "+timeout=5"], arguments].concat()).await.trim().to_owned()
    }

    async fn ask(&self, arguments: &[&str]) -> String {
        let server = format!("@{LOCAL}");
        let all = [&["dig", &server], arguments].concat();
        self.node.output(&all).await.unwrap().stdout
    }
}

/// Another server outside the cluster: knows one name, and counts what it is asked.
fn upstream(lab: &Lab) -> SocketAddr {
    let address = SocketAddr::new(lab.gateway(0), 53);
    let socket = lab.switch().run(|| std::net::UdpSocket::bind(address).unwrap()).unwrap();
    std::thread::spawn(move || {
        let mut buffer = [0; 1500];
        let mut asked = 0_u8;
        while let Ok((length, from)) = socket.recv_from(&mut buffer) {
            let question = &buffer[12..length];
            let end = question.iter().position(|byte| *byte == 0).unwrap() + 5;
            let is_a = question[end - 4..end] == [0, 1, 0, 1];
            asked += 1;
            // Header: an answer, recursion available, one question, one answer or none.
            let mut answer = vec![buffer[0], buffer[1], 0x81, 0x80, 0, 1, 0, u8::from(is_a), 0, 0, 0, 0];
            answer.extend_from_slice(&question[..end]);
            if is_a {
                answer.extend_from_slice(&[0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 203, 0, 113, asked]);
            }
            socket.send_to(&answer, from).unwrap();
        }
    });
    address
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_of_the_cluster_and_of_the_world() {
    let cluster = Cluster::start().await;
    for (question, expected) in [
        (&["web.shop.svc.cluster.local"][..], "10.96.0.77"),
        (&["+tcp", "web.shop.svc.cluster.local"], "10.96.0.77"),
        (&["WEB.shop.SVC.cluster.local", "A"], "10.96.0.77"),
        (&["_http._tcp.web.shop.svc.cluster.local", "SRV"], "0 100 80 web.shop.svc.cluster.local."),
        (&["db-1.db.shop.svc.cluster.local"], "10.244.0.1"),
        (&["near.shop.svc.cluster.local"], "web.shop.svc.cluster.local.\n10.96.0.77"),
        (&["-x", "10.96.0.77"], "web.shop.svc.cluster.local."),
        (&["-x", "10.244.0.2"], "db-2.db.shop.svc.cluster.local."),
        (&["10-244-0-9.shop.pod.cluster.local"], "10.244.0.9"),
        (&["dns-version.cluster.local", "TXT"], "\"1.1.0\""),
        // The first upstream server is silent; the second answers, and is remembered.
        (&["www.example.org"], "203.0.113.1"),
        (&["www.example.org"], "203.0.113.1"),
        (&["away.shop.svc.cluster.local"], "www.example.org.\n203.0.113.1"),
        (&["other.example.org"], "203.0.113.2"),
    ] {
        assert_eq!(cluster.dig(question).await, expected, "{question:?}");
    }
    let mut all: Vec<String> =
        cluster.dig(&["db.shop.svc.cluster.local"]).await.lines().map(str::to_owned).collect();
    all.sort();
    assert_eq!(all, ["10.244.0.0", "10.244.0.1", "10.244.0.2"]);
    let negative = cluster.ask(&["nobody.shop.svc.cluster.local"]).await;
    assert!(negative.contains("NXDOMAIN") && negative.contains("SOA\tns.dns.cluster.local."), "{negative}");
    assert!(negative.contains("flags: qr aa rd ra"), "{negative}");
    let nothing = cluster.ask(&["web.shop.svc.cluster.local", "MX"]).await;
    assert!(nothing.contains("NOERROR") && nothing.contains("SOA\t"), "{nothing}");
    assert!(cluster.ask(&["+edns=1", "+noednsnegotiation", "cluster.local"]).await.contains("BADVERS"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changes_are_seen_and_large_answers_are_cut() {
    let cluster = Cluster::start().await;
    cluster.zones.send_replace(zone(&services(), 100));
    let name = "db.shop.svc.cluster.local";
    eventually("all endpoints are there", || async {
        anyhow::ensure!(cluster.dig(&[name]).await.lines().count() == 100);
        Ok(())
    })
    .await
    .unwrap();
    let cut = cluster.ask(&["+ignore", "+noedns", name]).await;
    assert!(cut.contains("flags: qr aa tc rd ra"), "{cut}");
    let bytes = cluster.ask(&["+ignore", "+bufsize=4096", name]).await;
    assert!(bytes.contains("tc") && bytes.contains("udp: 1232"), "{bytes}");
    cluster.zones.send_replace(zone(&services()[1..], 3));
    eventually("the name is gone", || async {
        anyhow::ensure!(cluster.ask(&["web.shop.svc.cluster.local"]).await.contains("NXDOMAIN"));
        Ok(())
    })
    .await
    .unwrap();
    cluster.shutdown.trigger();
    cluster.task.await.unwrap().unwrap();
    let addresses = cluster.node.handle().unwrap().addresses().await.unwrap();
    assert!(
        !addresses.iter().any(|address| address.address.addr().to_string() == LOCAL),
        "the address is given back"
    );
    cluster.lab.finish().await.unwrap();
}
