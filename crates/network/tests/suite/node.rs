//! Pods of one node: each other, the node, the world outside, host ports.

use std::net::{IpAddr, SocketAddr, TcpListener};

use network::Mode;
use node::{HostPort, PodNetwork, Protocol};
use testing::lab::Lab;

use crate::harness::{Machine, Pod, ask, ask_at, machines};

#[tokio::test]
async fn pods_the_node_and_the_world() {
    let lab = Lab::new().await.unwrap();
    let all = machines(&lab, &[0], Mode::Auto).await;
    let machine = &all[0];
    let (x, y) = (machine.pod("x").await, machine.pod("y").await);
    assert_eq!(x.ips.iter().map(ToString::to_string).collect::<Vec<_>>(), ["10.244.0.2", "fd44::2"]);
    let node = machine.node.netns().unwrap();
    for family in [0, 1] {
        let ip = [machine.node.ip(), machine.node.ip6()][family];
        assert_eq!(ask(&x.netns, &y.netns, y.ips[family]).unwrap(), x.ips[family], "pod to pod");
        assert_eq!(ask(&x.netns, &node, ip).unwrap(), x.ips[family], "pod to its node");
        assert_eq!(ask(&node, &x.netns, x.ips[family]).unwrap(), ip, "node to pod");
    }
    let outside = lab.gateway(0);
    assert_eq!(ask(&x.netns, lab.switch(), outside).unwrap(), machine.node.ip(), "outside sees the node");
    assert!(ask(lab.switch(), &x.netns, x.ips[0]).is_err(), "outside knows no pods");
    machine.cleanup().await;
    lab.finish().await.unwrap();
}

fn port(host_port: u16, host_ip: &str) -> HostPort {
    HostPort { protocol: Protocol::Tcp, container_port: 8080, host_port, host_ip: host_ip.to_owned() }
}

#[tokio::test]
async fn host_ports_lead_to_their_pod_from_everywhere() {
    let lab = Lab::new().await.unwrap();
    let all = machines(&lab, &[0, 0], Mode::Auto).await;
    let machine = &all[0];
    let local = "127.0.0.1";
    let ports = [port(80, ""), port(81, &machine.node.ip().to_string()), port(82, local)];
    let (web, other) = (machine.pod_with("web", &ports).await, machine.pod("other").await);
    let node = machine.node.netns().unwrap();
    let address: IpAddr = machine.node.ip();
    let reach = |from: &netlink::Netns, to: IpAddr, port| {
        ask_at(from, &web.netns, web.ips[0], Some(SocketAddr::new(to, port)))
    };
    for (who, from) in
        [("outside", lab.switch()), ("the node", &node), ("a pod", &other.netns), ("itself", &web.netns)]
    {
        reach(from, address, 80).unwrap_or_else(|error| panic!("{who}: {error}"));
        reach(from, address, 81).unwrap_or_else(|error| panic!("{who} at the address: {error}"));
        assert!(reach(from, address, 82).is_err(), "{who}: only for the loopback");
    }
    for (port, reached) in [(80, true), (81, false), (82, true)] {
        assert_eq!(reach(&node, local.parse().unwrap(), port).is_ok(), reached, "loopback {port}");
    }
    let six = SocketAddr::new(machine.node.ip6(), 80);
    assert!(ask_at(lab.switch(), &web.netns, web.ips[1], Some(six)).is_ok(), "IPv6");
    loopback_is_closed(machine, &web).await;
    machine.network.detach(&web.attachment.sandbox_id).await.unwrap();
    assert!(reach(lab.switch(), address, 80).is_err(), "the port is gone with its pod");
    for machine in &all {
        machine.cleanup().await;
    }
    lab.finish().await.unwrap();
}

/// A pod must not reach the node's loopback, though its link lets answers from there through.
async fn loopback_is_closed(machine: &Machine, pod: &Pod) {
    let listener =
        machine.node.netns().unwrap().run(|| TcpListener::bind("127.0.0.1:9999").unwrap()).unwrap();
    // A pod that is allowed to can make its own side ready for it.
    for name in ["route_localnet", "accept_local"] {
        pod.netns.set_sysctl(&format!("net.ipv4.conf.eth0.{name}"), "1").unwrap();
    }
    let path = format!("--net={}", pod.attachment.netns.display());
    let attempt = || async {
        let to = "telnet://127.0.0.1:9999";
        let mut curl = tokio::process::Command::new("nsenter");
        curl.args([
            &path,
            "curl",
            "-sv",
            "--noproxy",
            "*",
            "--interface",
            "eth0",
            "--connect-timeout",
            "1",
            "--max-time",
            "1",
            to,
        ]);
        let said = curl.output().await.unwrap().stderr;
        String::from_utf8_lossy(&said).contains("Connected to")
    };
    assert!(!attempt().await, "the node's loopback is open to pods");
    machine.node.run(&["nft", "flush", "chain", "inet", "navarch-network", "raw"]).await.unwrap();
    assert!(attempt().await, "nothing but the rule keeps pods out");
    drop(listener);
}
