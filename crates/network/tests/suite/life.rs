//! Leases over time: repeated calls, restarts, sandboxes that vanished, a node without a network.

use network::{Mode, Topology};
use node::{NetworkError, PodNetwork};
use testing::lab::{Lab, eventually};

use crate::harness::{Machine, ask, machines, peer};

#[tokio::test]
async fn addresses_survive_a_restart_and_are_not_reused_at_once() {
    let lab = Lab::new().await.unwrap();
    let mut all = machines(&lab, &[0], Mode::Auto).await;
    let mut machine = all.remove(0);
    let (x, y) = (machine.pod("x").await, machine.pod("y").await);
    machine.restart().await;
    assert_eq!(machine.network.attach(&x.attachment).await.unwrap(), x.ips, "asked again, the same");
    assert_eq!(ask(&x.netns, &y.netns, y.ips[0]).unwrap(), x.ips[0], "links were never touched");
    machine.network.detach(&y.attachment.sandbox_id).await.unwrap();
    machine.network.detach(&y.attachment.sandbox_id).await.unwrap();
    machine.restart().await;
    let z = machine.pod("z").await;
    assert!(z.ips[0] != x.ips[0] && z.ips[0] != y.ips[0], "{:?}", z.ips);

    // The runtime lost z while nobody looked, and a link of a sandbox that nobody remembers is there.
    let handle = machine.node.handle().unwrap();
    let ours = || async {
        handle.links().await.unwrap().into_iter().filter(|link| link.name.starts_with("nvp")).count()
    };
    assert_eq!(ours().await, 2);
    machine.network.retain(std::slice::from_ref(&x.attachment.sandbox_id)).await.unwrap();
    assert_eq!(ours().await, 1);
    assert_eq!(machine.network.attach(&x.attachment).await.unwrap(), x.ips);
    machine.network.retain(&[]).await.unwrap();
    assert_eq!(ours().await, 0);
    machine.cleanup().await;
    machine.cleanup().await;
    lab.finish().await.unwrap();
}

#[tokio::test]
async fn a_new_namespace_of_the_same_sandbox_gets_a_new_link() {
    let lab = Lab::new().await.unwrap();
    let all = machines(&lab, &[0], Mode::Auto).await;
    let first = all[0].pod("x").await;
    let second = all[0].pod("x").await;
    assert_eq!(first.ips, second.ips);
    let node = all[0].node.netns().unwrap();
    assert_eq!(ask(&node, &second.netns, second.ips[0]).unwrap(), all[0].node.ip());
}

#[tokio::test]
async fn without_a_network_pods_wait() {
    let lab = Lab::new().await.unwrap();
    let node = lab.node("n0").await.unwrap();
    let full = Topology { own: peer(&node, 0), peers: vec![] };
    let mut bare = full.clone();
    bare.own.pod_cidrs.clear();
    let machine = Machine::start(node, bare, Mode::Auto).await;
    assert_eq!(machine.network.ready(), Err("the node has no podCIDR yet".to_owned()));
    let refused = machine.network.attach(&node::Attachment::default()).await;
    assert!(matches!(refused, Err(NetworkError::NotReady(_))), "{refused:?}");
    machine.nodes.send_replace(full);
    eventually("it is ready", || async { machine.network.ready().map_err(anyhow::Error::msg) })
        .await
        .unwrap();
    machine.pod("x").await;
}
