//! `up`, `down` and `reset` as a person types them: twice, in the background, isolated.

use anyhow::{Result, ensure};
use testing::lab::{Lab, Node, eventually};

use super::machine::{DATA, KUBECONFIG, Machine, NAVARCH, finish, import};

#[tokio::test(flavor = "multi_thread")]
async fn up_twice_says_what_runs_already_and_keeps_secrets() -> Result<()> {
    let lab = Lab::new().await?;
    let mut machine = Machine::up(&lab, "one").await?;
    let said = machine.process.log();
    for step in
        ["export KUBECONFIG=/var/lib/navarch/admin.kubeconfig", "kubectl get nodes", "navarch token create"]
    {
        ensure!(said.contains(step), "the next step {step:?} is not named:\n{said}");
    }
    for flags in [&[][..], &["-d"]] {
        let again = machine.navarch(&[&["up"], flags].concat()).await?;
        ensure!(again.contains("runs already in /var/lib/navarch (process "), "{again}");
        ensure!(again.contains("export KUBECONFIG="), "{again}");
    }
    let open = machine
        .node
        .run(&[
            "find",
            DATA,
            "(",
            "-name",
            "*.key",
            "-o",
            "-name",
            "*.kubeconfig",
            ")",
            "-printf",
            "%m %h/%f\n",
        ])
        .await?;
    ensure!(open.lines().count() > 4, "no secrets found: {open}");
    ensure!(open.lines().all(|line| line.starts_with("600 ")), "others can read these: {open}");
    for directory in ["pki", "store"] {
        let mode = machine.node.run(&["stat", "-c", "%a", &format!("{DATA}/{directory}")]).await?;
        ensure!(mode.trim() == "700", "{directory} is {mode}");
    }
    machine.process.stop().await?;
    machine.process = Machine::start(&machine.node, &[]).await?;
    finish(lab, vec![machine]).await
}

async fn navarch(node: &Node, arguments: &[&str]) -> Result<String> {
    node.run(&[&[NAVARCH, "--data-dir", DATA], arguments].concat()).await
}

async fn kubectl(node: &Node, arguments: &[&str]) -> Result<String> {
    node.run(&[&["kubectl", "--kubeconfig", KUBECONFIG], arguments].concat()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cluster_in_the_background_goes_down_and_comes_back_with_its_state() -> Result<()> {
    let lab = Lab::new().await?;
    let node = lab.node("one").await?;
    let ip = node.ip().to_string();
    let up = ["up", "-d", "--node-name", "one", "--node-ip", &ip];
    let resolver = node.run(&["cat", "/etc/resolv.conf"]).await?;
    let said = navarch(&node, &up).await?;
    ensure!(said.contains("ready https://") && said.contains("export KUBECONFIG="), "{said}");
    import(&lab, &node).await?;
    let image = "--image=navarch.test/web:1";
    kubectl(&node, &["create", "deployment", "web", image]).await?;
    kubectl(&node, &["expose", "deployment", "web", "--port=80", "--target-port=8080"]).await?;
    kubectl(&node, &["rollout", "status", "deployment/web", "--timeout=90s"]).await?;
    let names = "-o=jsonpath={.items[*].metadata.uid} {.items[*].spec.clusterIP}";
    let before = kubectl(&node, &["get", "pods,services", names]).await?;

    let said = navarch(&node, &["down"]).await?;
    ensure!(said.contains("stopped navarch") && said.contains("stopped 1 pod"), "{said}");
    let said = navarch(&node, &["down"]).await?;
    ensure!(said.contains("does not run"), "{said}");
    let left = node.run(&["ps", "-eo", "args"]).await?;
    ensure!(!left.contains("httpd"), "pods still run:\n{left}");

    navarch(&node, &up).await?;
    let after = kubectl(&node, &["get", "pods,services", names]).await?;
    ensure!(before == after, "before: {before}\nafter:  {after}");
    let address = kubectl(&node, &["get", "service/web", "-o=jsonpath={.spec.clusterIP}"]).await?;
    eventually("the service answers again", || async { node.curl(&format!("http://{address}/")).await })
        .await?;
    ensure!(node.run(&["cat", "/etc/resolv.conf"]).await? == resolver, "the node's resolver was touched");
    navarch(&node, &["reset", "--yes"]).await?;
    ensure!(navarch(&node, &["reset", "--yes"]).await.is_ok(), "a second reset has nothing to do");
    lab.finish().await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_isolated_cluster_touches_nothing_of_the_machine() -> Result<()> {
    let lab = Lab::new().await?;
    let node = lab.node("one").await?;
    let routes = node.run(&["ip", "route", "show", "table", "all"]).await?;
    let settings = node.run(&["sysctl", "-a", "--pattern", "ip_forward$|route_localnet|conntrack"]).await?;
    navarch(&node, &["up", "--isolated", "-d", "--node-name", "one"]).await?;
    import(&lab, &node).await?;
    kubectl(&node, &["run", "web", "--image=navarch.test/web:1", "--restart=Never"]).await?;
    kubectl(&node, &["wait", "--for=condition=Ready", "pod/web", "--timeout=90s"]).await?;
    ensure!(kubectl(&node, &["exec", "web", "--", "hostname"]).await?.trim() == "web");
    // Processes and control groups are its own; all else must not be there.
    let own = |leak: &String| !leak.starts_with("process ") && !leak.starts_with("cgroup ");
    let touched: Vec<String> = node.leaks().await?.into_iter().filter(own).collect();
    ensure!(touched.is_empty(), "it touched the machine: {touched:#?}");
    ensure!(node.run(&["ip", "route", "show", "table", "all"]).await? == routes, "routes changed");
    let now = node.run(&["sysctl", "-a", "--pattern", "ip_forward$|route_localnet|conntrack"]).await?;
    ensure!(strip(&now) == strip(&settings), "settings changed:\n{settings}\n{now}");
    navarch(&node, &["down"]).await?;
    navarch(&node, &["up", "--isolated", "-d", "--node-name", "one"]).await?;
    kubectl(&node, &["get", "pod", "web"]).await?;
    navarch(&node, &["reset", "--yes"]).await?;
    lab.finish().await
}

/// Settings without those that count by themselves.
fn strip(settings: &str) -> Vec<&str> {
    settings.lines().filter(|line| !line.contains("_count")).collect()
}
