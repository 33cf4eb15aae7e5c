//! The lab itself: nodes reach each other and nothing else, and nothing of it stays.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail tests")]

use std::collections::BTreeSet;
use std::path::Path;

use testing::lab::image::Image;
use testing::lab::{Lab, eventually};

const SERVER: [&str; 7] = ["busybox", "httpd", "-f", "-p", "8080", "-h", "/etc"];

#[tokio::test]
async fn nodes_reach_each_other_on_one_segment_and_across() {
    let lab = Lab::new().await.unwrap();
    let (a, b, c) =
        (lab.node("a").await.unwrap(), lab.node("b").await.unwrap(), lab.node_on("c", 1).await.unwrap());
    let mut server = a.spawn("server", &SERVER).await.unwrap();
    a.run(&["sh", "-c", "hostname > /etc/page"]).await.unwrap();
    for ip in [a.ip().to_string(), format!("[{}]", a.ip6())] {
        for node in [&a, &b, &c] {
            let url = format!("http://{ip}:8080/page");
            assert_eq!(eventually("it answers", || node.curl(&url)).await.unwrap(), "a\n");
        }
    }
    // There is no way out: the switch refuses at once.
    let out = b.output(&["curl", "-sS", "--max-time", "5", "http://192.0.2.1/"]).await.unwrap();
    assert_ne!(out.code, 0);
    assert!(!Path::new("/etc/page").exists(), "the node's /etc is its own");
    let leaks = a.leaks().await.unwrap();
    assert!(leaks.len() == 1 && leaks[0].contains("httpd"), "{leaks:?}");
    server.stop().await.unwrap();
    lab.finish().await.unwrap();
}

#[tokio::test]
async fn a_killed_program_leaves_its_children_and_the_lab_ends_them() {
    let lab = Lab::new().await.unwrap();
    let node = lab.node("a").await.unwrap();
    let mut parent = node.spawn("parent", &["sh", "-c", "sleep 1000 & echo started; wait"]).await.unwrap();
    parent.line("started").await.unwrap();
    parent.kill().await.unwrap();
    let sleeping = || async { node.run(&["busybox", "pidof", "sleep"]).await };
    let inside = sleeping().await.unwrap();
    assert!(parent.line("never said").await.is_err());
    assert_eq!(sleeping().await.unwrap(), inside, "it goes on, under the same id");
    let left = node.leaks().await.unwrap();
    let outside: Vec<&str> = left.iter().filter_map(|leak| leak.split_whitespace().nth(1)).collect();
    assert_eq!(outside.len(), 1, "{left:?}");
    let path = format!("/proc/{}", outside[0]);
    assert!(Path::new(&path).exists());
    drop(lab);
    assert!(!Path::new(&path).exists());
}

#[tokio::test]
async fn leaks_are_found_and_named() {
    let lab = Lab::new().await.unwrap();
    let node = lab.node("a").await.unwrap();
    let dir = lab.dir().to_owned();
    let mess = "mount -t tmpfs tmpfs /mnt; mkdir -p /run/netns; touch /run/netns/x; ip link add br9 type bridge; \
                nft add table ip mine; ip route add 10.0.0.0/8 via $0 proto 78";
    node.run(&["sh", "-c", mess, &lab.gateway(0).to_string()]).await.unwrap();
    let cgroup = "d=/sys/fs/cgroup; if [ -d $d/pids ]; then d=$d/pids; fi; mkdir $d/left";
    node.run(&["sh", "-c", cgroup]).await.unwrap();
    let left = lab.finish().await.unwrap_err().to_string();
    for leak in ["link br9", "mount /mnt", "namespace", "nft table ip mine", "route to 10.0.0.0/8", "cgroup "]
    {
        assert!(left.contains(leak), "{leak} in {left}");
    }
    assert!(!dir.exists());
}

#[tokio::test]
async fn nothing_of_a_lab_stays() {
    let lab = Lab::new().await.unwrap();
    let name = lab.dir().file_name().unwrap().to_str().unwrap().to_owned();
    let node = lab.node("a").await.unwrap();
    let holder = node.netns_path();
    let inside = node.run(&["cat", "/proc/self/cgroup"]).await.unwrap();
    let paths: BTreeSet<&str> = inside.lines().filter_map(|line| line.rsplit(':').next()).collect();
    assert_eq!(paths, BTreeSet::from(["/"]), "the node sees its own cgroup as the root");
    drop(node);
    drop(lab);
    assert!(!holder.exists());
    let mut find = std::process::Command::new("find");
    find.args(["/sys/fs/cgroup", "/tmp", "-maxdepth", "4", "-name"]).arg(format!("{name}*"));
    let found = find.output().unwrap();
    assert_eq!(String::from_utf8_lossy(&found.stdout), "");
}

#[tokio::test]
async fn the_image_is_whole() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("web.tar");
    Image { reference: "navarch.test/web:1", text: "one" }.write(&path).unwrap();
    let mut archive = tar::Archive::new(std::fs::File::open(&path).unwrap());
    let names: BTreeSet<String> = archive
        .entries()
        .unwrap()
        .map(|entry| entry.unwrap().path().unwrap().display().to_string())
        .collect();
    assert!(
        ["oci-layout", "index.json", "manifest.json"].iter().all(|name| names.contains(*name)),
        "{names:?}"
    );
    assert_eq!(names.iter().filter(|name| name.starts_with("blobs/sha256/")).count(), 3);
}
