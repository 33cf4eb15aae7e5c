//! kubectl's verbs, as a person types them.

use anyhow::{Context, Result, ensure};
use serde_json::json;
use testing::lab::{Lab, eventually};

use super::machine::{IMAGE, KUBECONFIG, Machine, NEXT_IMAGE, finish, pod};

/// Types into a terminal of its own, and gives what it shows.
const TERMINAL: &str = r##"
import os, pty, sys
typed, command = sys.argv[1].encode().decode("unicode_escape"), sys.argv[2:]
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(command[0], command)
import fcntl, struct, termios
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 41, 97, 0, 0))
shown, sent = b"", False
while True:
    try:
        chunk = os.read(terminal, 65536)
    except OSError:
        break
    if not chunk:
        break
    shown += chunk
    if not sent and b"# " in shown:
        os.write(terminal, typed.encode())
        sent = True
_, status = os.waitpid(pid, 0)
sys.stdout.buffer.write(shown)
sys.exit(os.waitstatus_to_exitcode(status))
"##;

#[tokio::test(flavor = "multi_thread")]
async fn pods_are_watched_described_followed_entered_and_forwarded() -> Result<()> {
    let lab = Lab::new().await?;
    let machine = Machine::up(&lab, "one").await?;
    let mut watch = machine.kubectl_spawn("watch", &["get", "pods", "-o", "wide", "-w"]).await?;
    let talk = "echo begun; while true; do cat /tmp/say 2>/dev/null && rm /tmp/say; sleep 0.1; done";
    machine.apply(&pod("talker", &json!({"command": ["sh", "-c", talk]}), &json!({}))).await?;
    machine.apply(&pod("web", &json!({}), &json!({}))).await?;
    machine.ready("talker").await?;
    machine.ready("web").await?;
    let address = machine.field("pod/talker", ".status.podIP").await?;
    let line = eventually("the table that is watched shows it", || async {
        let shown = watch.log();
        let line = shown.lines().find(|line| line.contains(&address) && line.contains("1/1"));
        line.map(str::to_owned).context(shown.clone())
    })
    .await?;
    ensure!(line.contains("talker") && line.contains("Running"), "{line}");
    ensure!(line.contains(" one "), "the wide table names the node: {line}");

    let described = machine.kubectl(&["describe", "pod", "talker"]).await?;
    for part in
        ["Scheduled", "Started", "Container image", "QoS Class", "BestEffort", "kube-api-access", &address]
    {
        ensure!(described.contains(part), "{part:?} is not described:\n{described}");
    }
    let described = machine.kubectl(&["describe", "node", "one"]).await?;
    for part in ["KubeletReady", "default                     talker", "Allocatable", "RenewTime"] {
        ensure!(described.contains(part), "{part:?} is not described:\n{described}");
    }

    let mut follow = machine.kubectl_spawn("follow", &["logs", "-f", "talker"]).await?;
    follow.line("begun").await?;
    machine.exec("talker", &["sh", "-c", "echo said later > /tmp/new; mv /tmp/new /tmp/say"]).await?;
    follow.line("said later").await?;
    let last = machine.kubectl(&["logs", "talker", "--tail=1", "--timestamps"]).await?;
    ensure!(last.contains("said later") && last.starts_with("20"), "{last}");

    let typed = r"tty; stty size; exit 7\n";
    let shell = ["kubectl", "--kubeconfig", KUBECONFIG, "exec", "-it", "talker", "--", "sh"];
    let shown = machine.node.output(&[&["python3", "-c", TERMINAL, typed], &shell[..]].concat()).await?;
    ensure!(shown.stdout.contains("/dev/pts/") && shown.stdout.contains("41 97"), "{shown:?}");
    ensure!(shown.code == 7, "the command's own code comes back: {shown:?}");
    let script = format!("echo through | kubectl --kubeconfig {KUBECONFIG} exec -i talker -- tr a-z A-Z");
    let piped = machine.node.run(&["sh", "-c", &script]).await?;
    ensure!(piped.trim() == "THROUGH", "{piped}");

    let mut forward = machine.kubectl_spawn("forward", &["port-forward", "pod/web", ":8080"]).await?;
    let line = forward.line("Forwarding from 127.0.0.1:").await?;
    let port = line.split(':').nth(1).and_then(|rest| rest.split(' ').next()).context("it names the port")?;
    for _ in 0..3 {
        let page = machine.node.curl(&format!("http://127.0.0.1:{port}/")).await?;
        ensure!(page.starts_with("web one"), "{page}");
    }

    machine.kubectl(&["label", "pod", "web", "tier=front"]).await?;
    let found = machine.kubectl(&["get", "pods", "-l", "tier=front", "-o", "name"]).await?;
    ensure!(found.trim() == "pod/web", "{found}");
    machine.kubectl(&["delete", "pod", "web", "talker"]).await?;
    ensure!(machine.kubectl(&["get", "pods", "-o", "name"]).await?.is_empty());
    for process in [&mut watch, &mut follow, &mut forward] {
        process.kill().await?;
    }
    finish(lab, vec![machine]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_image_rolls_out_and_back_while_the_service_answers() -> Result<()> {
    let lab = Lab::new().await?;
    let machine = Machine::up(&lab, "one").await?;
    let resolver = machine.node.run(&["cat", "/etc/resolv.conf"]).await?;
    machine.deploy(2).await?;
    let url = machine.url("web").await?;
    let says = |text: &'static str| {
        let (machine, url) = (&machine, &url);
        eventually("only the new pods answer", move || async move {
            for _ in 0..6 {
                let page = machine.node.curl(url).await?;
                ensure!(page.trim().ends_with(text), "{page}");
            }
            Ok(())
        })
    };
    says("one").await?;
    machine.kubectl(&["set", "image", "deployment/web", &format!("web={NEXT_IMAGE}")]).await?;
    machine.rolled_out("web").await?;
    says("two").await?;
    let history = machine.kubectl(&["rollout", "history", "deployment/web"]).await?;
    ensure!(history.lines().filter(|line| line.starts_with(['1', '2'])).count() == 2, "{history}");
    let first = machine.kubectl(&["rollout", "history", "deployment/web", "--revision=1"]).await?;
    ensure!(first.contains(IMAGE), "{first}");
    machine.kubectl(&["rollout", "undo", "deployment/web"]).await?;
    machine.rolled_out("web").await?;
    says("one").await?;
    ensure!(
        machine.node.run(&["cat", "/etc/resolv.conf"]).await? == resolver,
        "the node's resolver was touched"
    );
    finish(lab, vec![machine]).await
}
