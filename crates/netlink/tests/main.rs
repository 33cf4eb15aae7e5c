//! The edge against the real kernel, in namespaces made for each test.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail tests")]

use std::net::{TcpListener, TcpStream, UdpSocket};
use std::time::Duration;

use ipnet::IpNet;
use netlink::{Forward, Handle, Neighbour, Netns, Rate, Route, RouteKind, Rule, Scope, Veth, Vxlan};

fn net(text: &str) -> IpNet {
    text.parse().unwrap()
}

/// Two namespaces with a pair of links between them.
async fn pair() -> (Netns, Netns, Handle, Handle) {
    let (near, far) = (Netns::unnamed().unwrap(), Netns::unnamed().unwrap());
    let (a, b) = (Handle::within(&near).unwrap(), Handle::within(&far).unwrap());
    let veth = Veth {
        name: "pair0",
        peer: "eth0",
        peer_netns: &far,
        mtu: Some(1400),
        mac: Some([2, 0, 0, 0, 0, 1]),
    };
    a.add_veth(&veth).await.unwrap();
    assert!(a.add_veth(&veth).await.unwrap_err().is_exists());
    (near, far, a, b)
}

async fn up(handle: &Handle, name: &str) -> u32 {
    let link = handle.link(name).await.unwrap().unwrap();
    handle.set_up(link.index).await.unwrap();
    link.index
}

#[tokio::test]
async fn a_pair_across_namespaces_carries_packets_of_both_families() {
    let (near, far, a, b) = pair().await;
    let (one, two) = (up(&a, "pair0").await, up(&b, "eth0").await);
    let link = a.link("pair0").await.unwrap().unwrap();
    assert_eq!(
        (link.kind.as_str(), link.mtu, link.mac, link.up),
        ("veth", 1400, Some([2, 0, 0, 0, 0, 1]), true)
    );
    for (mine, theirs) in [("10.1.0.1/24", "10.1.0.2/24"), ("fd00:1::1/64", "fd00:1::2/64")] {
        a.add_address(one, net(mine)).await.unwrap();
        a.add_address(one, net(mine)).await.unwrap();
        b.add_address(two, net(theirs)).await.unwrap();
        assert!(a.addresses().await.unwrap().iter().any(|x| x.link == one && x.address == net(mine)));
        let listener = far.run(|| TcpListener::bind((net(theirs).addr(), 0)).unwrap()).unwrap();
        let to = listener.local_addr().unwrap();
        let stream = near.run(|| TcpStream::connect_timeout(&to, Duration::from_secs(5))).unwrap().unwrap();
        assert_eq!(stream.peer_addr().unwrap(), to);
        a.delete_address(one, net(mine)).await.unwrap();
        a.delete_address(one, net(mine)).await.unwrap();
    }
    a.set_mtu(one, 1280).await.unwrap();
    assert_eq!(a.link("pair0").await.unwrap().unwrap().mtu, 1280);
    a.delete_link("pair0").await.unwrap();
    a.delete_link("pair0").await.unwrap();
    assert_eq!(b.link("eth0").await.unwrap(), None, "the peer goes with its pair");
}

#[tokio::test]
async fn routes_and_neighbours_as_a_pod_has_them() {
    let (near, far, a, b) = pair().await;
    let (one, two) = (up(&a, "pair0").await, up(&b, "eth0").await);
    b.add_address(two, net("10.2.0.7/32")).await.unwrap();
    let gateway = "169.254.1.1".parse().unwrap();
    let through = Route { link: Some(two), scope: Scope::Link, ..Route::to(net("169.254.1.1/32")) };
    b.replace_route(&through).await.unwrap();
    let default =
        Route { gateway: Some(gateway), link: Some(two), onlink: true, ..Route::to(net("0.0.0.0/0")) };
    b.replace_route(&default).await.unwrap();
    let neighbour = Neighbour { link: two, address: gateway, mac: [2, 0, 0, 0, 0, 1] };
    b.replace_neighbour(&neighbour).await.unwrap();
    assert_eq!(b.neighbours().await.unwrap(), [neighbour]);
    let routes = b.routes().await.unwrap();
    assert!(routes.contains(&through) && routes.contains(&default), "{routes:?}");

    let lo = up(&a, "lo").await;
    a.add_address(lo, net("192.0.2.1/32")).await.unwrap();
    let pod = Route { link: Some(one), scope: Scope::Link, protocol: 78, ..Route::to(net("10.2.0.7/32")) };
    a.replace_route(&pod).await.unwrap();
    a.replace_route(&pod).await.unwrap();
    let server = near.run(|| UdpSocket::bind("192.0.2.1:0").unwrap()).unwrap();
    let client = far.run(|| UdpSocket::bind("10.2.0.7:0").unwrap()).unwrap();
    client.send_to(b"hello", server.local_addr().unwrap()).unwrap();
    server.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    let (length, from) = server.recv_from(&mut [0; 16]).unwrap();
    assert_eq!((length, from), (5, client.local_addr().unwrap()));
    a.delete_route(&pod).await.unwrap();
    a.delete_route(&pod).await.unwrap();
    assert!(!a.routes().await.unwrap().iter().any(|route| route.protocol == 78));
    b.delete_neighbour(&neighbour).await.unwrap();
    b.delete_neighbour(&neighbour).await.unwrap();
}

#[tokio::test]
async fn rules_vxlan_rates_and_dead_routes() {
    let (_near, _far, a, _b) = pair().await;
    let one = up(&a, "pair0").await;
    let rule =
        Rule { six: false, priority: 100, source: Some(net("10.3.0.0/16")), mark: Some((1, 1)), table: 7878 };
    a.add_rule(&rule).await.unwrap();
    a.add_rule(&rule).await.unwrap();
    assert_eq!(a.rules().await.unwrap().iter().filter(|found| **found == rule).count(), 1);
    a.delete_rule(&rule).await.unwrap();
    a.delete_rule(&rule).await.unwrap();

    a.add_address(one, net("10.4.0.1/24")).await.unwrap();
    let local = net("10.4.0.1/24").addr();
    let vxlan = Vxlan { name: "vx", id: 1, port: 8472, local, mtu: 1350, mac: [2, 0, 0, 0, 0, 9] };
    a.add_vxlan(&vxlan).await.unwrap();
    let link = a.link("vx").await.unwrap().unwrap();
    assert_eq!((link.kind.as_str(), link.mtu, link.mac), ("vxlan", 1350, Some(vxlan.mac)));
    let forward = Forward { link: link.index, mac: [2, 0, 0, 0, 0, 10], remote: "10.4.0.2".parse().unwrap() };
    a.replace_forward(&forward).await.unwrap();
    a.replace_forward(&forward).await.unwrap();
    assert_eq!(a.forwards().await.unwrap().iter().filter(|found| **found == forward).count(), 1);
    a.delete_forward(&forward).await.unwrap();
    a.delete_forward(&forward).await.unwrap();

    for bits in [8_000, 10_000_000, 80_000_000_000] {
        a.set_rate(one, Rate::of(bits)).await.unwrap();
    }
    a.clear_rate(one).await.unwrap();
    a.clear_rate(one).await.unwrap();

    let dead = Route { kind: RouteKind::Unreachable, metric: 4096, ..Route::to(net("0.0.0.0/0")) };
    a.replace_route(&dead).await.unwrap();
    assert!(a.routes().await.unwrap().iter().any(|r| r.kind == RouteKind::Unreachable && r.metric == 4096));
}

#[tokio::test]
async fn a_named_namespace_lives_until_it_is_removed() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("netns/one");
    let made = Netns::create(&path).unwrap();
    assert!(Netns::create(&path).is_err(), "the name is taken");
    assert_eq!(Netns::open(&path).unwrap().inode().unwrap(), made.inode().unwrap());
    assert_ne!(made.inode().unwrap(), Netns::current().unwrap().inode().unwrap());
    made.set_sysctl("net.ipv4.ip_forward", "1").unwrap();
    assert_eq!(made.sysctl("net/ipv4/ip_forward").unwrap(), "1");
    assert!(made.set_sysctl("net.ipv4.no_such_thing", "1").is_err());
    Netns::remove(&path).unwrap();
    Netns::remove(&path).unwrap();
    assert!(!path.exists());
}

#[tokio::test]
async fn a_refusal_says_what_was_asked_and_why() {
    let netns = Netns::unnamed().unwrap();
    let handle = Handle::within(&netns).unwrap();
    let error = handle.set_up(77).await.unwrap_err();
    assert!(error.is_missing() && error.to_string().starts_with("set link 77 up: No such device"), "{error}");
    let error =
        handle.replace_route(&Route { link: Some(1), ..Route::to(net("10.0.0.0/8")) }).await.unwrap_err();
    assert!(error.to_string().contains("Device for nexthop is not up"), "{error}");
}
