//! A deployment answers: by address, port and name, to the node and to pods.

use anyhow::{Context, Result, ensure};
use testing::lab::{Lab, eventually};

use super::machine::{Machine, finish};

#[tokio::test(flavor = "multi_thread")]
async fn a_deployment_answers_by_address_port_and_name() -> Result<()> {
    let lab = Lab::new().await?;
    let machine = Machine::up(&lab, "one").await?;
    machine.deploy(3).await?;
    let address = machine.field("service/web", ".spec.clusterIP").await?;
    let port = machine.field("service/web", ".spec.ports[0].nodePort").await?;
    machine.answers(&machine.url("web").await?, 3).await?;
    machine.names(&format!("http://{}:{port}/", machine.node.ip()), 3).await?;

    let name = "web.default.svc.cluster.local";
    let found = machine.node.run(&["dig", "+short", "@10.96.0.10", name]).await?;
    ensure!(found.trim() == address, "dig says {found:?}");
    for place in [name.to_owned(), address, format!("{}:{port}", machine.node.ip())] {
        let url = format!("http://{place}/");
        let page = machine.kubectl(&["exec", "deploy/web", "--", "wget", "-q", "-O-", &url]).await?;
        ensure!(page.contains("one"), "from a pod, {url} says {page:?}");
    }

    let pods = machine.kubectl(&["get", "pods", "-o", "name"]).await?;
    let first = pods.lines().next().context("there are pods")?;
    machine.kubectl(&["delete", first, "--now"]).await?;
    machine.rolled_out("web").await?;
    machine.kubectl(&["scale", "deployment/web", "--replicas=1"]).await?;
    eventually("one pod is left", || async {
        let pods = machine.kubectl(&["get", "pods", "-o", "name"]).await?;
        ensure!(pods.lines().count() == 1, "{pods}");
        Ok(())
    })
    .await?;
    machine.kubectl(&["delete", "deployment/web", "service/web"]).await?;
    finish(lab, vec![machine]).await
}
