//! Real packets through real rules: every case in every back end.

use std::collections::BTreeSet;

use netfilter::iptables::{Iptables, Variant};
use proxy::backend::{Backend, Settings};
use proxy::tracker::Tracker;

use crate::lab::{Lab, Outcome, ask};
use crate::objects;

/// A back end at work in a lab.
struct Bench {
    lab: Lab,
    settings: Settings,
    backend: Box<dyn Backend>,
    tracker: Tracker,
    what: &'static str,
}

const BACKENDS: [&str; 3] = ["nftables", "iptables-nft", "iptables-legacy"];

impl Bench {
    fn new(what: &'static str) -> Self {
        let lab = Lab::new();
        let settings = Settings {
            cluster_cidrs: vec!["10.244.0.0/16".parse().unwrap(), "fd00::/16".parse().unwrap()],
            namespace: Some(lab.path("node")),
            ..Settings::default()
        };
        let tools =
            |variant| [false, true].map(|ip6| Iptables::new(ip6, variant, settings.namespace())).to_vec();
        let mut backend = match what {
            "nftables" => proxy::nftables::apply::open(&settings).unwrap(),
            "iptables-nft" => proxy::iptables::apply::with(&settings, tools(Variant::Nft)),
            _ => proxy::iptables::apply::with(&settings, tools(Variant::Legacy)),
        };
        let mut node = objects::node();
        node.addresses = vec!["192.168.1.1".parse().unwrap()];
        let tracker = Tracker::new(node);
        backend.rebuild(tracker.view()).unwrap();
        Self { lab, settings, backend, tracker, what }
    }

    /// Applies objects as a change.
    fn apply(&mut self, yaml: &str) {
        objects::feed(&mut self.tracker, yaml);
        let changed: BTreeSet<_> = self.tracker.changes();
        self.backend.update(self.tracker.view(), &changed).unwrap();
    }

    /// Who answers, of many connections.
    fn pods(&self, from: &str, to: &str, times: usize) -> BTreeSet<String> {
        (0..times).map(|_| self.pod(from, to)).collect()
    }

    fn pod(&self, from: &str, to: &str) -> String {
        match self.lab.connect(from, to) {
            Outcome::Answer { pod, .. } => pod,
            other => panic!("{}: {from} to {to}: {other:?}\n{}", self.what, self.rules()),
        }
    }

    /// As what address the pod sees its client.
    fn seen(&self, from: &str, to: &str) -> String {
        match self.lab.connect(from, to) {
            Outcome::Answer { seen, .. } => seen.to_string(),
            other => panic!("{}: {from} to {to}: {other:?}\n{}", self.what, self.rules()),
        }
    }

    fn rules(&self) -> String {
        match self.what {
            "nftables" => self.lab.output("node", "nft", &["list", "ruleset"]),
            "iptables-nft" => self.lab.output("node", "iptables-nft-save", &[]),
            _ => self.lab.output("node", "iptables-legacy-save", &[]),
        }
    }
}

fn service(spec: &str, protocol: &str, endpoints: &[&str]) -> String {
    let endpoint = |pod: &&str| match *pod {
        "pod-1" => "  - {addresses: [10.244.1.2], nodeName: node-1}\n",
        "pod-2" => "  - {addresses: [10.244.1.3], nodeName: node-1}\n",
        _ => "  - {addresses: [10.244.2.2], nodeName: node-2}\n",
    };
    let endpoints: String = endpoints.iter().map(endpoint).collect();
    format!(
        "items:\n- kind: Service\n  metadata: {{namespace: default, name: web}}\n  spec: {{clusterIP: 10.96.0.10, {spec}}}\n  \
         status: {{loadBalancer: {{ingress: [{{ip: 192.0.2.20}}]}}}}\n- kind: EndpointSlice\n  metadata: {{namespace: default, name: \
         web-1, labels: {{kubernetes.io/service-name: web}}}}\n  addressType: IPv4\n  ports: [{{name: \"\", port: 8080, protocol: \
         {protocol}}}]\n  endpoints:\n{endpoints}"
    )
}

fn set(pods: &[&str]) -> BTreeSet<String> {
    pods.iter().map(|pod| (*pod).to_owned()).collect()
}

#[test]
fn a_cluster_ip_answers_from_pods_the_node_and_outside_and_spreads() {
    for what in BACKENDS {
        let mut bench = Bench::new(what);
        bench.apply(&service("ports: [{port: 80}]", "TCP", &["pod-1", "pod-2", "pod-3"]));
        for from in ["pod-1", "node", "client"] {
            assert_eq!(
                bench.pods(from, "10.96.0.10:80", 40),
                set(&["pod-1", "pod-2", "pod-3"]),
                "{what} {from}"
            );
        }
        // Endpoints come and go.
        bench.apply(&service("ports: [{port: 80}]", "TCP", &["pod-3"]));
        assert_eq!(bench.pods("client", "10.96.0.10:80", 10), set(&["pod-3"]), "{what}");
        // A pod keeps its address; whoever is outside of the cluster does not.
        assert_eq!(bench.seen("pod-1", "10.96.0.10:80"), "10.244.1.2", "{what}");
        assert_ne!(bench.seen("client", "10.96.0.10:80"), "192.168.1.2", "{what}");
        bench.apply(&service("ports: [{port: 81}]", "TCP", &["pod-1", "pod-3"]));
        assert_eq!(bench.pods("client", "10.96.0.10:81", 20), set(&["pod-1", "pod-3"]), "{what}");
    }
}

#[test]
fn a_pod_reaches_itself_through_its_service() {
    for what in BACKENDS {
        let mut bench = Bench::new(what);
        bench.apply(&service("ports: [{port: 80}]", "TCP", &["pod-1"]));
        assert_eq!(bench.pod("pod-1", "10.96.0.10:80"), "pod-1", "{what}");
    }
}

#[test]
fn nobody_there_is_refused_and_a_port_that_no_service_has_too() {
    for what in BACKENDS {
        let mut bench = Bench::new(what);
        bench.apply(&service("type: NodePort, ports: [{port: 80, nodePort: 30080}]", "TCP", &[]));
        for (from, to) in [
            ("client", "10.96.0.10:80"),
            ("pod-1", "10.96.0.10:80"),
            ("node", "10.96.0.10:80"),
            ("client", "192.168.1.1:30080"),
        ] {
            assert_eq!(
                bench.lab.connect(from, to),
                Outcome::Refused,
                "{what} {from} {to}\n{}",
                bench.rules()
            );
        }
        if what == "nftables" {
            assert_eq!(bench.lab.connect("pod-1", "10.96.0.10:443"), Outcome::Refused);
        }
        bench.apply(&service("ports: [{port: 80}]", "TCP", &["pod-2"]));
        assert_eq!(bench.pod("client", "10.96.0.10:80"), "pod-2", "{what}");
    }
}

#[test]
fn node_ports_answer_on_the_nodes_addresses() {
    for what in BACKENDS {
        let mut bench = Bench::new(what);
        let spec = "type: NodePort, externalIPs: [192.0.2.9], ports: [{port: 80, nodePort: 30080}]";
        bench.apply(&service(spec, "TCP", &["pod-1", "pod-3"]));
        for (from, to) in [
            ("client", "192.168.1.1:30080"),
            ("pod-2", "192.168.1.1:30080"),
            ("node", "192.168.1.1:30080"),
            ("client", "192.0.2.9:80"),
        ] {
            assert_eq!(bench.pods(from, to, 30), set(&["pod-1", "pod-3"]), "{what} {from} {to}");
        }
        assert_ne!(
            bench.seen("client", "192.168.1.1:30080"),
            "192.168.1.2",
            "{what}: answers must come back this way"
        );
        assert_eq!(bench.lab.connect("client", "192.168.1.1:30081"), Outcome::Refused, "{what}");
    }
}

#[test]
fn external_policy_local_keeps_clients_addresses_and_stays_here() {
    for what in BACKENDS {
        let mut bench = Bench::new(what);
        let spec = "type: LoadBalancer, externalTrafficPolicy: Local, ports: [{port: 80, nodePort: 30080}]";
        bench.apply(&service(spec, "TCP", &["pod-1", "pod-3"]));
        for to in ["192.168.1.1:30080", "192.0.2.20:80"] {
            assert_eq!(bench.pods("client", to, 15), set(&["pod-1"]), "{what} {to}");
            assert_eq!(bench.seen("client", to), "192.168.1.2", "{what} {to}");
            for from in ["pod-2", "node"] {
                assert_eq!(bench.pods(from, to, 30), set(&["pod-1", "pod-3"]), "{what} {from} {to}");
            }
        }
        bench.apply(&service(spec, "TCP", &["pod-3"]));
        for to in ["192.168.1.1:30080", "192.0.2.20:80"] {
            assert_eq!(
                bench.lab.connect_briefly("client", to),
                Outcome::Silence,
                "{what} {to}\n{}",
                bench.rules()
            );
            assert_eq!(bench.pod("pod-1", to), "pod-3", "{what} {to}");
        }
        assert_eq!(bench.pod("client", "10.96.0.10:80"), "pod-3", "{what}");
    }
}

#[test]
fn source_ranges_admit_only_who_is_listed() {
    for what in BACKENDS {
        let mut bench = Bench::new(what);
        let spec = |range: &str| {
            format!(
                "type: LoadBalancer, loadBalancerSourceRanges: [{range}], ports: [{{port: 80, nodePort: 30080}}]"
            )
        };
        bench.apply(&service(&spec("198.51.100.0/24"), "TCP", &["pod-1"]));
        let refused = bench.lab.connect_briefly("client", "192.0.2.20:80");
        assert_eq!(refused, Outcome::Silence, "{what}\n{}", bench.rules());
        assert_eq!(bench.pod("client", "192.168.1.1:30080"), "pod-1", "{what}: node ports have no list");
        bench.apply(&service(&spec("198.51.100.0/24, 192.168.1.2/31"), "TCP", &["pod-1"]));
        assert_eq!(bench.pod("client", "192.0.2.20:80"), "pod-1", "{what}");
    }
}

#[test]
fn a_client_keeps_its_endpoint_and_gets_another_when_that_one_goes() {
    for what in BACKENDS {
        let mut bench = Bench::new(what);
        let spec = "type: NodePort, sessionAffinity: ClientIP, ports: [{port: 80, nodePort: 30080}]";
        let all = ["pod-1", "pod-2", "pod-3"];
        bench.apply(&service(spec, "TCP", &all));
        for to in ["10.96.0.10:80", "192.168.1.1:30080"] {
            let first = bench.pod("client", to);
            assert_eq!(bench.pods("client", to, 25), set(&[&first]), "{what} {to}\n{}", bench.rules());
        }
        let first = bench.pod("client", "10.96.0.10:80");
        let rest: Vec<_> = all.into_iter().filter(|pod| *pod != first).collect();
        bench.apply(&service(spec, "TCP", &rest));
        let second = bench.pod("client", "10.96.0.10:80");
        assert_ne!(second, first, "{what}");
        assert_eq!(bench.pods("client", "10.96.0.10:80", 25), set(&[&second]), "{what}");
        // The first is back, and the client stays where it is.
        bench.apply(&service(spec, "TCP", &all));
        assert_eq!(bench.pods("client", "10.96.0.10:80", 25), set(&[&second]), "{what}");
    }
}

#[test]
fn udp_flows_move_on_when_their_endpoint_goes() {
    for what in BACKENDS {
        let mut bench = Bench::new(what);
        let spec = "type: NodePort, ports: [{port: 53, protocol: UDP, nodePort: 30053}]";
        bench.apply(&service(spec, "UDP", &["pod-1"]));
        let sockets = [("pod-2", "10.96.0.10:53"), ("client", "192.168.1.1:30053")]
            .map(|(from, to)| bench.lab.udp(from, to));
        let pod = |socket| match ask(socket) {
            Outcome::Answer { pod, .. } => pod,
            other => panic!("{what}: {other:?}"),
        };
        for socket in &sockets {
            assert_eq!(pod(socket), "pod-1", "{what}");
        }
        objects::feed(&mut bench.tracker, &service(spec, "UDP", &["pod-3"]));
        let (settings, tracker) = (bench.settings.clone(), bench.tracker);
        let mut sync = proxy::sync::Sync::new(tracker, bench.backend, settings);
        sync.apply(false).unwrap();
        for socket in &sockets {
            assert_eq!(pod(socket), "pod-3", "{what}: the same socket, elsewhere");
        }
    }
}

#[test]
fn both_families_are_served() {
    for what in BACKENDS {
        let mut bench = Bench::new(what);
        bench.apply(
            "items:\n- kind: Service\n  metadata: {namespace: default, name: web}\n  spec: {type: NodePort, clusterIPs: [10.96.0.10, \
             \"fd96::10\"], ports: [{port: 80, nodePort: 30080}]}\n- kind: EndpointSlice\n  metadata: {namespace: default, name: web-6, \
             labels: {kubernetes.io/service-name: web}}\n  addressType: IPv6\n  ports: [{name: \"\", port: 8080, protocol: TCP}]\n  \
             endpoints:\n  - {addresses: [\"fd00:1::2\"], nodeName: node-1}\n  - {addresses: [\"fd00:2::2\"], nodeName: node-2}\n",
        );
        for (from, to) in
            [("client", "[fd96::10]:80"), ("pod-2", "[fd96::10]:80"), ("client", "[2001:db8:5::1]:30080")]
        {
            assert_eq!(bench.pods(from, to, 25), set(&["pod-1", "pod-3"]), "{what} {from} {to}");
        }
        assert!(!bench.pod("pod-1", "[fd96::10]:80").is_empty(), "{what}");
        assert_eq!(
            bench.lab.connect("client", "10.96.0.10:80"),
            Outcome::Refused,
            "{what}: no endpoint in IPv4"
        );
    }
}

#[test]
fn cleaning_up_takes_what_is_ours_and_nothing_else_and_what_is_gone_is_noticed() {
    for what in BACKENDS {
        let mut bench = Bench::new(what);
        let (program, foreign) = match what {
            "nftables" => ("nft", "add table ip foreign"),
            "iptables-nft" => ("iptables-nft", "-t nat -A POSTROUTING -s 10.9.9.0/24 -j MASQUERADE"),
            _ => ("iptables-legacy", "-t nat -A POSTROUTING -s 10.9.9.0/24 -j MASQUERADE"),
        };
        bench.lab.output("node", program, &foreign.split(' ').collect::<Vec<_>>());
        let spec = "type: LoadBalancer, loadBalancerSourceRanges: [192.168.1.0/24], ports: [{port: 80, nodePort: 30080}]";
        bench.apply(&service(spec, "TCP", &["pod-1", "pod-3"]));
        assert!(bench.backend.is_intact(), "{what}");
        proxy::cleanup(&bench.settings).unwrap();
        let left = bench.rules();
        assert!(left.contains("10.9.9.0/24") || left.contains("table ip foreign"), "{what}: {left}");
        assert!(!left.contains("KUBE-") && !left.contains("kube-proxy"), "{what}: {left}");
        assert!(!bench.backend.is_intact(), "{what}");
        proxy::cleanup(&bench.settings).unwrap();
        // Put in again: everything is back, also over rules that are half there.
        for _ in 0..2 {
            bench.backend.rebuild(bench.tracker.view()).unwrap();
            assert!(bench.backend.is_intact(), "{what}");
            assert_eq!(bench.pods("client", "192.0.2.20:80", 20), set(&["pod-1", "pod-3"]), "{what}");
        }
        proxy::cleanup(&bench.settings).unwrap();
    }
}
