//! What containers of a pod share: network, shared memory, processes, host name, kernel parameters.

use node::{ContainerRuntime as _, DnsConfig, NamespaceMode, Namespaces};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::lab::{Lab, pod, shell};

#[tokio::test(flavor = "multi_thread")]
async fn network_memory_names_and_parameters_are_shared() {
    let lab = Lab::new().await;
    let mut config = pod(lab.dir(), "shared");
    let list = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    config.dns =
        Some(DnsConfig { servers: list(&["10.96.0.10"]), searches: list(&["x.y"]), options: vec![] });
    config.sysctls.insert("net.ipv4.ip_local_port_range".into(), "20000 20100".into());
    config.sysctls.insert("kernel.shm_rmid_forced".into(), "1".into());
    let sandbox = lab.run_pod(&config).await;
    let server = "mkdir -p /tmp/w; echo served >/tmp/w/index.html; echo token >/dev/shm/t; httpd -p 127.0.0.1:8080 -h /tmp/w; echo up; sleep 1000";
    lab.start(&sandbox, &shell("server", server)).await;
    lab.logged("shared", "server", "up").await;
    let client = "cat /dev/shm/t; printf 'GET / HTTP/1.0\\r\\n\\r\\n' | nc 127.0.0.1 8080 | tail -n 1; cat /etc/resolv.conf /etc/hostname; \
                  hostname; cat /proc/sys/net/ipv4/ip_local_port_range; cat /proc/sys/kernel/shm_rmid_forced";
    let id = lab.start(&sandbox, &shell("client", client)).await;
    assert_eq!(lab.ended(&id).await.exit_code, 0);
    let log = lab.log("shared", "client");
    for line in ["token", "served", "search x.y", "nameserver 10.96.0.10", "shared", "20000\t20100", "1"] {
        assert!(log.lines().any(|there| there.trim() == line), "{line} in {log}");
    }
    let mut stream = lab.runtime.port_forward(&sandbox, 8080).await.unwrap();
    stream.write_all(b"GET / HTTP/1.0\r\n\r\n").await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.ends_with("served\n"), "{answer}");
    assert!(lab.runtime.port_forward(&sandbox, 9).await.is_err());
    lab.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn processes_are_shared_when_asked_for() {
    let lab = Lab::new().await;
    let mut config = pod(lab.dir(), "pids");
    config.security.namespaces.pid = NamespaceMode::Pod;
    let sandbox = lab.run_pod(&config).await;
    let neighbour = lab.start(&sandbox, &shell("neighbour", "sleep 4321 & echo up; wait")).await;
    lab.logged("pids", "neighbour", "up").await;
    let see = |seconds: u32| format!("ps | grep -q '[s]leep {seconds}$' && echo seen || echo none");
    let look = async |pod: &str, sandbox: &str, config: &node::ContainerConfig| {
        let id = lab.start(sandbox, config).await;
        lab.ended(&id).await;
        lab.log(pod, &config.name)
    };
    assert_eq!(look("pids", &sandbox, &shell("looker", &see(4321))).await, "seen");
    // The first process must not be a way to the node, not even for one that may trace it.
    let mut tracer = shell("tracer", "ls -a /proc/1/root | grep -v '^[.]' | wc -l; head -n 1 /proc/1/status");
    tracer.security.add_capabilities = vec!["SYS_PTRACE".into()];
    let log = look("pids", &sandbox, &tracer).await;
    assert!(log.contains("0") && log.contains("pause"), "{log}");
    lab.runtime.stop_container(&neighbour, 0).await.unwrap();
    let again = look("pids", &sandbox, &shell("again", &see(4321))).await;
    assert_eq!(again, "none", "what a container started ends with it");

    // One container sees another one's processes only if it asks for that one.
    let alone = lab.run_pod(&pod(lab.dir(), "target")).await;
    let target = lab.start(&alone, &shell("target", "sleep 5432 & echo up; wait")).await;
    lab.logged("target", "target", "up").await;
    assert_eq!(look("target", &alone, &shell("alone", &see(5432))).await, "none");
    let mut debug = shell("debug", &see(5432));
    debug.security.pid_target = Some(target);
    assert_eq!(look("target", &alone, &debug).await, "seen");
    lab.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_node_s_namespaces_are_used_when_asked_for() {
    let lab = Lab::new().await;
    let mut config = pod(lab.dir(), "host");
    let node = NamespaceMode::Node;
    config.security.namespaces = Namespaces { network: node, pid: node, ipc: node, user_namespace: false };
    let sandbox = lab.run_pod(&config).await;
    let mut look = shell("look", "for n in net ipc uts pid; do readlink /proc/self/ns/$n; done");
    look.security.pid = node;
    let id = lab.start(&sandbox, &look).await;
    assert_eq!(lab.ended(&id).await.exit_code, 0);
    let expected: Vec<_> = ["net", "ipc", "uts", "pid"]
        .iter()
        .map(|name| std::fs::read_link(format!("/proc/self/ns/{name}")).unwrap().display().to_string())
        .collect();
    assert_eq!(lab.log("host", "look"), expected.join("\n"));
    assert!(lab.runtime.sandbox_status(&sandbox).await.unwrap().ips.is_empty());
    lab.finish().await;
}
