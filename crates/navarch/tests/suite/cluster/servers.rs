//! Two servers on one etcd: both serve, one leads, and when the leader dies the other goes on.

use std::collections::HashSet;

use anyhow::{Context as _, Result, ensure};
use serde_json::json;
use testing::lab::{Lab, Node, Process, eventually};

use super::machine::{DATA, Machine, NAVARCH, import, service};

/// A leader that dies is replaced sooner than upstream's defaults have it.
const TIMES: [&str; 3] = [
    "--leader-elect-lease-duration=6s",
    "--leader-elect-renew-deadline=4s",
    "--leader-elect-retry-period=1s",
];

async fn etcd(node: &Node) -> Result<Process> {
    let (own, peer) = (format!("http://{}:2379", node.ip()), format!("http://{}:2380", node.ip()));
    let data = node.dir().join("etcd");
    let data = data.to_str().context("paths of labs are text")?;
    let process = node
        .spawn(
            "etcd",
            &[
                "etcd",
                "--name",
                "e",
                "--data-dir",
                data,
                "--listen-client-urls",
                &own,
                "--advertise-client-urls",
                &own,
                "--listen-peer-urls",
                &peer,
                "--initial-advertise-peer-urls",
                &peer,
                "--initial-cluster",
                &format!("e={peer}"),
            ],
        )
        .await?;
    eventually("etcd answers", || async { node.curl(&format!("{own}/health")).await }).await?;
    Ok(process)
}

async fn holder(machine: &Machine, lease: &str) -> Result<String> {
    machine.kubectl(&["get", "lease", "-n", "kube-system", lease, "-o=jsonpath={.spec.holderIdentity}"]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_share_an_etcd_and_one_leads() -> Result<()> {
    let lab = Lab::new().await?;
    let shelf = lab.node("shelf").await?;
    let mut etcd = etcd(&shelf).await?;
    let datastore = format!("--datastore=etcd://{}:2379", shelf.ip());
    let flags = [&[datastore.as_str(), "--token=open sesame"][..], &TIMES].concat();
    let mut first = Machine::up_with(&lab, "one", &flags).await?;
    let node = lab.node("two").await?;
    let stranger = node.output(&[NAVARCH, "--data-dir", DATA, "server", &datastore, "--token=guess"]).await?;
    ensure!(stranger.code != 0 && stranger.stderr.contains("another --token"), "{stranger:?}");
    let process = Machine::start(&node, &flags).await?;
    import(&lab, &node).await?;
    let second = Machine { node, process };
    for machine in [&first, &second] {
        machine.has_nodes(2).await?;
    }
    for lease in ["kube-controller-manager", "kube-scheduler"] {
        let leader = holder(&second, lease).await?;
        ensure!(leader.starts_with("one_"), "{lease} is held by {leader}");
    }

    let mut watch = second.kubectl_spawn("watch", &["get", "configmaps", "-w", "-o", "name"]).await?;
    first.kubectl(&["create", "configmap", "told"]).await?;
    watch.line("configmap/told").await?;
    watch.kill().await?;
    many_services(&first, &second).await?;

    first.deploy(3).await?;
    let url = second.url("web").await?;
    second.answers(&url, 3).await?;
    let endpoints = second.field("endpoints/kubernetes", ".subsets[0].addresses[*].ip").await?;
    for machine in [&first, &second] {
        ensure!(endpoints.contains(&machine.node.ip().to_string()), "{endpoints}");
    }

    first.process.kill().await?;
    eventually("the second server leads", || async {
        for lease in ["kube-controller-manager", "kube-scheduler"] {
            let leader = holder(&second, lease).await?;
            ensure!(leader.starts_with("two_"), "{lease} is held by {leader}");
        }
        Ok(())
    })
    .await?;
    second.names(&url, 5).await?;
    second.kubectl(&["create", "deployment", "later", "--image=navarch.test/web:1"]).await?;
    second
        .kubectl(&[
            "patch",
            "deployment",
            "later",
            "-p",
            r#"{"spec":{"template":{"spec":{"nodeName":"two"}}}}"#,
        ])
        .await?;
    second.rolled_out("later").await?;
    first.process = Machine::start(&first.node, &flags).await?;
    first.has_nodes(2).await?;
    first.rolled_out("web").await?;
    ensure!(holder(&first, "kube-scheduler").await?.starts_with("two_"), "who leads goes on leading");

    finish_both(lab, vec![first, second], &mut etcd).await
}

/// Services made through both servers at once share no address and no port.
async fn many_services(first: &Machine, second: &Machine) -> Result<()> {
    let list = |from: usize| {
        let items: Vec<_> = (from..from + 20)
            .map(|number| {
                let mut one = service(&format!("s{number}"), "none");
                one["spec"]["type"] = json!("NodePort");
                one
            })
            .collect();
        json!({"apiVersion": "v1", "kind": "List", "metadata": {"name": format!("from-{from}")}, "items": items})
    };
    let (one, two) = (list(0), list(20));
    tokio::try_join!(first.apply(&one), second.apply(&two))?;
    let fields = "-o=jsonpath={range .items[*]}{.spec.clusterIP} {.spec.ports[0].nodePort}{\"\\n\"}{end}";
    let found = second.kubectl(&["get", "services", fields]).await?;
    let (addresses, ports): (HashSet<&str>, HashSet<&str>) =
        found.lines().filter(|line| line.contains(" 3")).filter_map(|line| line.split_once(' ')).unzip();
    ensure!(addresses.len() == 40 && ports.len() == 40, "{found}");
    // The same port for two services, asked for at both servers.
    for number in 0..5 {
        let asking = |name: &str| {
            let mut one = service(&format!("{name}{number}"), "none");
            one["spec"]["type"] = json!("NodePort");
            one["spec"]["ports"][0]["nodePort"] = json!(30000 + number);
            one
        };
        let (left, right) = (asking("left"), asking("right"));
        let outcome = tokio::join!(first.apply(&left), second.apply(&right));
        ensure!(
            outcome.0.is_ok() != outcome.1.is_ok(),
            "just one gets the port {}: {:?} {:?}",
            30000 + number,
            outcome.0,
            outcome.1
        );
    }
    Ok(())
}

async fn finish_both(lab: Lab, machines: Vec<Machine>, etcd: &mut Process) -> Result<()> {
    for mut machine in machines {
        machine.process.stop().await?;
        machine.navarch(&["reset", "--yes"]).await?;
        let leaks = machine.node.leaks().await?;
        ensure!(leaks.is_empty(), "left on {}: {leaks:#?} {DATA}", machine.node.name());
    }
    etcd.stop().await?;
    lab.finish().await
}
