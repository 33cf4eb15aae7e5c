//! The life of containers: probes that really run, restarts, hooks, init containers, limits. All on one cluster, at once.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use testing::lab::{Lab, eventually};

use super::machine::{Machine, finish, pod, service};

const COUNT: &str = ".status.containerStatuses[0].restartCount";
const LAST: &str = ".status.containerStatuses[0].lastState.terminated";

#[tokio::test(flavor = "multi_thread")]
async fn containers_are_probed_restarted_and_ended_as_their_pod_says() -> Result<()> {
    let lab = Lab::new().await?;
    let machine = Machine::up(&lab, "one").await?;
    let web = |extra: &str| {
        json!([
            "sh",
            "-c",
            format!(
                "touch /www/ok; echo \"$(hostname)\" >/www/index.html; {extra} exec httpd -f -p 8080 -h /www"
            )
        ])
    };
    let outcome = tokio::try_join!(
        readiness(
            &machine,
            "by-exec",
            web(""),
            json!({"exec": {"command": ["test", "-e", "/www/ok"]}}),
            "rm /www/ok"
        ),
        readiness(
            &machine,
            "by-http",
            web(""),
            json!({"httpGet": {"path": "/ok", "port": 8080}}),
            "rm /www/ok"
        ),
        readiness(
            &machine,
            "by-tcp",
            web("httpd -p 9090 -h /www;"),
            json!({"tcpSocket": {"port": 9090}}),
            "kill $(pidof httpd | tr ' ' '\\n' | grep -vx 1)"
        ),
        liveness(&machine),
        killed(&machine),
        policies(&machine),
        hooks(&machine),
        beginnings(&machine),
        memory(&machine),
    );
    outcome.with_context(|| machine.process.log())?;
    finish(lab, vec![machine]).await
}

/// A pod whose readiness fails leaves its service.
async fn readiness(machine: &Machine, name: &str, command: Value, handler: Value, spoil: &str) -> Result<()> {
    let mut probe = handler;
    probe["periodSeconds"] = json!(1);
    probe["failureThreshold"] = json!(1);
    machine.apply(&service(name, name)).await?;
    machine.apply(&pod(name, &json!({"command": command, "readinessProbe": probe}), &json!({}))).await?;
    machine.ready(name).await?;
    let url = machine.url(name).await?;
    machine.answers(&url, 1).await?;
    machine.exec(name, &["sh", "-c", spoil]).await?;
    let ready = ".status.conditions[?(@.type==\"Ready\")].status";
    machine.becomes(&format!("pod/{name}"), ready, "False").await?;
    eventually(&format!("{name} leaves its service"), || async {
        ensure!(machine.node.curl(&url).await.is_err(), "it still answers");
        Ok(())
    })
    .await?;
    ensure!(machine.field(&format!("pod/{name}"), COUNT).await? == "0", "readiness restarts nothing");
    if spoil.starts_with("rm") {
        machine.exec(name, &["touch", "/www/ok"]).await?;
        machine.ready(name).await?;
        machine.answers(&url, 1).await?;
    }
    machine.kubectl(&["delete", "pod", name]).await.map(drop)
}

/// A container whose liveness fails is restarted, and says why.
async fn liveness(machine: &Machine) -> Result<()> {
    let probe =
        json!({"exec": {"command": ["test", "-e", "/tmp/alive"]}, "periodSeconds": 1, "failureThreshold": 1});
    let command = json!(["sh", "-c", "touch /tmp/alive; exec sleep 86400"]);
    machine.apply(&pod("lively", &json!({"command": command, "livenessProbe": probe}), &json!({}))).await?;
    machine.ready("lively").await?;
    machine.exec("lively", &["rm", "/tmp/alive"]).await?;
    machine.becomes("pod/lively", COUNT, "1").await?;
    machine.ready("lively").await?;
    let events = machine.kubectl(&["events", "--for", "pod/lively"]).await?;
    ensure!(events.contains("Liveness probe failed") && events.contains("Killing"), "{events}");
    ensure!(machine.field("pod/lively", COUNT).await? == "1", "once is enough");
    Ok(())
}

/// A container that is killed comes back at once, then later and later.
async fn killed(machine: &Machine) -> Result<()> {
    let command = json!(["sleep", "86401"]);
    machine.apply(&pod("killed", &json!({"command": command}), &json!({}))).await?;
    machine.ready("killed").await?;
    machine.kill_command("sleep 86401").await?;
    machine.becomes("pod/killed", COUNT, "1").await?;
    machine.ready("killed").await?;
    ensure!(machine.field("pod/killed", &format!("{LAST}.exitCode")).await? == "137");
    machine.kill_command("sleep 86401").await?;
    let waiting = ".status.containerStatuses[0].state.waiting.reason";
    machine.becomes("pod/killed", waiting, "CrashLoopBackOff").await?;
    machine.becomes("pod/killed", COUNT, "2").await?;
    machine.ready("killed").await
}

/// Never, on failure, and what they leave the pod with.
async fn policies(machine: &Machine) -> Result<()> {
    let shell = |script: &str| json!({"command": ["sh", "-c", script], "volumeMounts": [{"name": "state", "mountPath": "/state"}]});
    let spec =
        |policy: &str| json!({"restartPolicy": policy, "volumes": [{"name": "state", "emptyDir": {}}]});
    machine.apply(&pod("never", &shell("exit 3"), &spec("Never"))).await?;
    machine.apply(&pod("once", &shell("exit 0"), &spec("OnFailure"))).await?;
    let second = "test -e /state/seen && exit 0; touch /state/seen; exit 1";
    machine.apply(&pod("twice", &shell(second), &spec("OnFailure"))).await?;
    for (pod, phase, count) in
        [("never", "Failed", "0"), ("once", "Succeeded", "0"), ("twice", "Succeeded", "1")]
    {
        machine.becomes(&format!("pod/{pod}"), ".status.phase", phase).await?;
        machine.becomes(&format!("pod/{pod}"), COUNT, count).await?;
    }
    let code = machine.field("pod/never", ".status.containerStatuses[0].state.terminated.exitCode").await?;
    ensure!(code == "3", "{code}");
    Ok(())
}

/// What is called after the start and before the end.
async fn hooks(machine: &Machine) -> Result<()> {
    let place = machine.node.dir().join("hooks");
    let path = place.to_str().context("paths of labs are text")?;
    let container = json!({
        "command": ["sh", "-c", "trap 'echo ended >>/place/log; exit 0' TERM; while true; do sleep 0.1; done"],
        "volumeMounts": [{"name": "place", "mountPath": "/place"}],
        "lifecycle": {
            "postStart": {"exec": {"command": ["sh", "-c", "echo started >>/place/log"]}},
            "preStop": {"exec": {"command": ["sh", "-c", "echo stopping >>/place/log"]}},
        },
    });
    let volume = json!({"name": "place", "hostPath": {"path": path, "type": "DirectoryOrCreate"}});
    let spec = json!({"terminationGracePeriodSeconds": 30, "volumes": [volume]});
    machine.apply(&pod("hooked", &container, &spec)).await?;
    machine.ready("hooked").await?;
    machine.kubectl(&["delete", "pod", "hooked"]).await?;
    let log = std::fs::read_to_string(place.join("log"))?;
    ensure!(log == "started\nstopping\nended\n", "{log}");
    Ok(())
}

/// Init containers run one after the other; one that goes on runs beside.
async fn beginnings(machine: &Machine) -> Result<()> {
    let mounts = json!([{"name": "shared", "mountPath": "/shared"}]);
    let init = |name: &str, script: &str| json!({"name": name, "image": super::machine::IMAGE, "command": ["sh", "-c", script], "volumeMounts": mounts});
    let mut beside = init("beside", "touch /shared/beside; exec sleep 86400");
    beside["restartPolicy"] = json!("Always");
    let spec = json!({
        "initContainers": [init("first", "echo first >>/shared/log"), beside, init("second", "echo second >>/shared/log")],
        "volumes": [{"name": "shared", "emptyDir": {}}],
    });
    let main =
        json!({"command": ["sh", "-c", "echo main >>/shared/log; exec sleep 86400"], "volumeMounts": mounts});
    machine.apply(&pod("begun", &main, &spec)).await?;
    machine.ready("begun").await?;
    let log = machine.exec("begun", &["cat", "/shared/log"]).await?;
    ensure!(log == "first\nsecond\nmain\n", "{log}");
    machine.exec("begun", &["test", "-e", "/shared/beside"]).await?;
    let reasons =
        machine.field("pod/begun", ".status.initContainerStatuses[*].state.terminated.reason").await?;
    ensure!(reasons == "Completed Completed", "{reasons}");
    let broken = json!({"initContainers": [init("broken", "exit 4")], "restartPolicy": "Never", "volumes": [{"name": "shared", "emptyDir": {}}]});
    machine.apply(&pod("unbegun", &json!({}), &broken)).await?;
    machine.becomes("pod/unbegun", ".status.phase", "Failed").await
}

/// A container that takes more than its limit is killed, and says why.
async fn memory(machine: &Machine) -> Result<()> {
    let container = json!({"command": ["tail", "/dev/zero"], "resources": {"limits": {"memory": "32Mi"}}});
    machine.apply(&pod("hungry", &container, &json!({"restartPolicy": "Never"}))).await?;
    let ended = ".status.containerStatuses[0].state.terminated";
    machine.becomes("pod/hungry", &format!("{ended}.reason"), "OOMKilled").await?;
    ensure!(machine.field("pod/hungry", &format!("{ended}.exitCode")).await? == "137");
    ensure!(machine.field("pod/hungry", ".status.qosClass").await? == "Burstable");
    Ok(())
}
