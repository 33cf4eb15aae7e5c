//! Pods of different nodes: on one Ethernet, and across a router.

use network::{Mode, Topology};
use testing::lab::{Lab, eventually};

use crate::harness::{ask, machines};

/// Pods and nodes reach each other with their own addresses, except where a router between would not know pods.
async fn reach(segments: &[u8], mode: Mode) {
    let lab = Lab::new().await.unwrap();
    let all = machines(&lab, segments, mode).await;
    let (a, b) = (&all[0], &all[1]);
    let (here, there) = (a.pod("x").await, b.pod("y").await);
    let tunnelled = mode == Mode::Vxlan || segments[0] != segments[1];
    for family in [0, 1] {
        assert_eq!(
            ask(&here.netns, &there.netns, there.ips[family]).unwrap(),
            here.ips[family],
            "pod to pod"
        );
        assert_eq!(ask(&there.netns, &here.netns, here.ips[family]).unwrap(), there.ips[family], "and back");
        let (a_node, b_node) = (a.node.netns().unwrap(), b.node.netns().unwrap());
        let (a_ip, b_ip) = ([a.node.ip(), a.node.ip6()][family], [b.node.ip(), b.node.ip6()][family]);
        let seen = ask(&here.netns, &b_node, b_ip).unwrap();
        assert_eq!(seen, if tunnelled { a_ip } else { here.ips[family] }, "pod to the other node");
        let seen = ask(&a_node, &there.netns, there.ips[family]).unwrap();
        let inner = a.network.pod_cidrs()[family].hosts().nth(if family == 0 { 0 } else { 1 }).unwrap();
        assert_eq!(seen, if tunnelled { inner } else { a_ip }, "node to the other node's pod");
    }
    for machine in &all {
        machine.cleanup().await;
    }
    lab.finish().await.unwrap();
}

#[tokio::test]
async fn directly_on_one_ethernet() {
    reach(&[0, 0], Mode::Auto).await;
    reach(&[0, 0], Mode::HostGateway).await;
}

#[tokio::test]
async fn by_vxlan_on_one_ethernet() {
    reach(&[0, 0], Mode::Vxlan).await;
}

#[tokio::test]
async fn by_vxlan_across_a_router() {
    reach(&[0, 1], Mode::Auto).await;
}

#[tokio::test]
async fn large_packets_pass_through_tunnels() {
    let lab = Lab::new().await.unwrap();
    let all = machines(&lab, &[0, 1], Mode::Auto).await;
    let (here, there) = (all[0].pod("x").await, all[1].pod("y").await);
    let inside = netlink::Handle::within(&here.netns).unwrap();
    assert_eq!(inside.link("eth0").await.unwrap().unwrap().mtu, 1430);
    for ip in &there.ips {
        let (server, client) = (
            there.netns.run(|| std::net::UdpSocket::bind((*ip, 0)).unwrap()).unwrap(),
            here.netns
                .run(|| std::net::UdpSocket::bind((if ip.is_ipv4() { "0.0.0.0" } else { "::" }, 0)).unwrap())
                .unwrap(),
        );
        server.set_read_timeout(Some(std::time::Duration::from_millis(500))).unwrap();
        // UDP may lose a packet on a busy machine; fragments that never fit would be lost every time.
        let arrived = (0..60).find_map(|_| {
            client.send_to(&[7; 9000], server.local_addr().unwrap()).unwrap();
            server.recv_from(&mut [0; 10_000]).ok()
        });
        assert_eq!(arrived.map(|(length, _)| length), Some(9000), "fragments arrive at {ip}");
    }
}

#[tokio::test]
async fn a_node_that_leaves_takes_its_ways_along() {
    let lab = Lab::new().await.unwrap();
    let all = machines(&lab, &[0, 0, 1], Mode::Auto).await;
    let (a, handle) = (&all[0], all[0].node.handle().unwrap());
    let ways = || async { handle.routes().await.unwrap().into_iter().filter(|r| r.protocol == 78).count() };
    assert_eq!(ways().await, 4);
    assert!(handle.link("nvx4").await.unwrap().is_some());
    let old = a.nodes.borrow().clone();
    a.nodes.send_replace(Topology { own: old.own.clone(), peers: vec![old.peers[0].clone()] });
    eventually("only one neighbour is left", || async {
        anyhow::ensure!(ways().await == 2 && handle.link("nvx4").await?.is_none());
        Ok(())
    })
    .await
    .unwrap();
    a.nodes.send_replace(old);
    eventually("both are back", || async {
        anyhow::ensure!(ways().await == 4 && !handle.forwards().await?.is_empty());
        Ok(())
    })
    .await
    .unwrap();
}
