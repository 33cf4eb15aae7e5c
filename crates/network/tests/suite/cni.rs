//! CNI both ways: the plugin program against the agent, called as a runtime would; and Debian's plugins as our network.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use network::Mode;
use network::cni;
use network::foreign::{Cni, ForeignConfig};
use node::{Attachment, Bandwidth, HostPort, PodNetwork, Protocol};
use testing::lab::{Lab, Node};

use crate::harness::{ask, machines, namespace};

fn runtime(node: &Node, programs: &Path) -> (Cni, PathBuf) {
    let config_dir = node.dir().join("net.d");
    let config = ForeignConfig {
        config_dir: config_dir.clone(),
        program_dirs: vec![programs.to_owned()],
        data_dir: node.dir().join("lib/cni"),
        netns: Some(node.netns_path()),
    };
    (Cni::new(config), config_dir)
}

#[tokio::test]
async fn the_plugin_hands_pods_to_the_agent() {
    let lab = Lab::new().await.unwrap();
    let all = machines(&lab, &[0], Mode::Auto).await;
    let machine = &all[0];
    let socket = machine.node.dir().join("cni.sock");
    cni::serve(&socket, Arc::new(machine.network.clone()), machine.shutdown.clone()).unwrap();
    let programs = machine.node.dir().join("bin");
    let (runtime, config_dir) = runtime(&machine.node, &programs);
    assert!(runtime.ready().unwrap_err().starts_with("no network is configured"));
    cni::install(&config_dir, &programs, Path::new(env!("CARGO_BIN_EXE_navarch-cni")), &socket).unwrap();
    runtime.ready().unwrap();

    let (netns, path) = namespace();
    let want = Attachment {
        sandbox_id: "c0ffee".into(),
        name: "web".into(),
        namespace: "default".into(),
        netns: path,
        interface: "eth0".into(),
        host_ports: vec![HostPort {
            protocol: Protocol::Tcp,
            container_port: 8080,
            host_port: 80,
            host_ip: String::new(),
        }],
        bandwidth: Bandwidth { ingress: Some(8_000_000), egress: Some(16_000_000) },
        ..Attachment::default()
    };
    let ips = runtime.attach(&want).await.unwrap();
    assert_eq!(ips.iter().map(ToString::to_string).collect::<Vec<_>>(), ["10.244.0.2", "fd44::2"]);
    assert_eq!(runtime.attach(&want).await.unwrap(), ips);
    assert_eq!(ask(&machine.node.netns().unwrap(), &netns, ips[0]).unwrap(), machine.node.ip());
    let rates = machine.node.run(&["tc", "qdisc", "show"]).await.unwrap();
    assert!(rates.contains("tbf") && rates.contains("rate 8Mbit"), "{rates}");
    let rules = machine.node.run(&["nft", "list", "map", "inet", "navarch-network", "ports4"]).await.unwrap();
    assert!(rules.contains("10.244.0.2 . 8080"), "{rules}");
    runtime.retain(&[]).await.unwrap();
    runtime.detach("c0ffee").await.unwrap();
    assert!(
        machine.network.attach(&Attachment::default()).await.is_err(),
        "a pod without a namespace is refused"
    );
    machine.cleanup().await;
    lab.finish().await.unwrap();
}

#[tokio::test]
async fn plugins_of_others_make_a_network() {
    let lab = Lab::new().await.unwrap();
    let node = lab.node("a").await.unwrap();
    let (network, config_dir) = runtime(&node, Path::new("/usr/lib/cni"));
    std::fs::create_dir_all(&config_dir).unwrap();
    let leases = node.dir().join("leases");
    let text = format!(
        r#"{{"cniVersion":"1.0.0","name":"others","plugins":[
            {{"type":"ptp","ipam":{{"type":"host-local","dataDir":{leases:?},"ranges":[[{{"subnet":"10.99.0.0/24"}}]]}}}},
            {{"type":"tuning"}}]}}"#
    );
    std::fs::write(config_dir.join("10-others.conflist"), text).unwrap();
    let (netns, path) = namespace();
    let want = Attachment {
        sandbox_id: "abc".into(),
        netns: path,
        interface: "eth0".into(),
        ..Attachment::default()
    };
    let ips = network.attach(&want).await.unwrap();
    assert_eq!(ips[0].to_string(), "10.99.0.2");
    ask(&node.netns().unwrap(), &netns, ips[0]).unwrap();
    network.detach("abc").await.unwrap();
    network.detach("abc").await.unwrap();
    std::fs::write(
        config_dir.join("05-wrong.conf"),
        r#"{"cniVersion":"1.0.0","name":"wrong","type":"no-such-plugin"}"#,
    )
    .unwrap();
    let error = network.attach(&want).await.unwrap_err().to_string();
    assert!(error.contains("CNI plugin no-such-plugin: it is not installed"), "{error}");
    lab.finish().await.unwrap();
}
