//! `kill -9` of navarch: while all is quiet, and in the middle of creation, of a rollout, of deletion. What runs goes on, and the next
//! start finds everything and makes it whole.

use anyhow::{Context, Result, ensure};
use testing::lab::{Lab, eventually};

use super::machine::{IMAGE, Machine, NEXT_IMAGE, finish};

#[tokio::test(flavor = "multi_thread")]
async fn containers_outlive_navarch_and_are_taken_over() -> Result<()> {
    let lab = Lab::new().await?;
    let mut machine = Machine::up(&lab, "one").await?;
    machine.deploy(3).await?;
    let url = machine.url("web").await?;
    let pods = "-o=jsonpath={range .items[*]}{.metadata.name} {.status.containerStatuses[0].containerID} {.status.podIP}{\"\\n\"}{end}";
    let before = machine.kubectl(&["get", "pods", pods]).await?;
    machine.process.kill().await?;
    machine.names(&url, 5).await.context("services answer while navarch is away")?;
    machine.process = Machine::start(&machine.node, &[]).await?;
    machine.rolled_out("web").await?;
    let after = machine.kubectl(&["get", "pods", pods]).await?;
    ensure!(before == after, "the same containers, before:\n{before}after:\n{after}");
    machine.names(&url, 5).await?;
    finish(lab, vec![machine]).await
}

/// Waits until as many pods are in a state, as the table shows it, and ends navarch at that very moment; then starts it again.
async fn crash_when(machine: &mut Machine, state: &str, count: usize) -> Result<()> {
    let mut watch = machine.kubectl_spawn("watch", &["get", "pods", "--no-headers", "-w"]).await?;
    eventually(&format!("{count} pods are {state}"), || async {
        let log = watch.log();
        let seen = log.lines().filter(|line| line.split_whitespace().nth(2) == Some(state));
        ensure!(seen.count() >= count, "{log}");
        Ok(())
    })
    .await?;
    machine.process.kill().await?;
    watch.kill().await?;
    std::fs::remove_file(watch.log_path())?;
    machine.process = Machine::start(&machine.node, &[]).await?;
    Ok(())
}

/// Waits until just as many containers run as pods should, and all of one image.
async fn whole(machine: &Machine, pods: usize, text: &str) -> Result<()> {
    eventually(&format!("{pods} pods, and as many containers"), || async {
        let listed = machine.kubectl(&["get", "pods", "--no-headers"]).await?;
        let running = listed.lines().filter(|line| line.contains("Running")).count();
        ensure!(listed.lines().count() == pods && running == pods, "{listed}");
        let processes = machine.node.output(&["pgrep", "-x", "httpd"]).await?.stdout;
        ensure!(processes.lines().count() == pods, "{} containers", processes.lines().count());
        Ok(())
    })
    .await
    .with_context(|| machine.process.log())?;
    if pods > 0 {
        let url = machine.url("web").await?;
        machine.answers(&url, pods).await?;
        let page = machine.node.curl(&url).await?;
        ensure!(page.trim().ends_with(text), "{page}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn kill_at_several_moments_leaves_a_whole_cluster() -> Result<()> {
    let lab = Lab::new().await?;
    let mut machine = Machine::up(&lab, "one").await?;
    let image = format!("--image={IMAGE}");
    machine.kubectl(&["create", "deployment", "web", &image, "--replicas=4"]).await?;
    crash_when(&mut machine, "ContainerCreating", 1).await?;
    machine.kubectl(&["expose", "deployment", "web", "--port=80", "--target-port=8080"]).await?;
    machine.rolled_out("web").await?;
    whole(&machine, 4, "one").await?;

    // Old pods must go quickly: their program does not listen to being asked.
    let quick = r#"{"spec":{"template":{"spec":{"terminationGracePeriodSeconds":1}}}}"#;
    machine.kubectl(&["patch", "deployment", "web", "-p", quick]).await?;
    crash_when(&mut machine, "Terminating", 1).await?;
    machine.kubectl(&["set", "image", "deployment/web", &format!("web={NEXT_IMAGE}")]).await?;
    crash_when(&mut machine, "Running", 3).await?;
    machine.rolled_out("web").await?;
    whole(&machine, 4, "two").await?;

    machine.kubectl(&["delete", "deployment", "web", "--wait=false"]).await?;
    crash_when(&mut machine, "Terminating", 1).await?;
    whole(&machine, 0, "").await?;
    finish(lab, vec![machine]).await
}
