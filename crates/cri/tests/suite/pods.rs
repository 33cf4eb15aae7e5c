//! A pod's life: every call of the contract, in the order in which a kubelet makes them.

use std::collections::BTreeMap;
use std::time::Duration;

use cri::Runtime;
use node::{
    ContainerConfig, ContainerFilter, ContainerRuntime as _, ContainerState, ExecOptions, LinuxResources,
    PullAuth, RuntimeError, SandboxConfig, SandboxFilter, SandboxState, TerminalSize,
};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use crate::containerd::{BUSYBOX, Containerd};

pub async fn run(runtime: &Runtime, containerd: &Containerd) {
    about(runtime).await;
    images(runtime).await;
    let sandbox = sandbox_config(containerd);
    let id = runtime.run_sandbox(&sandbox, "").await.unwrap_or_else(|e| panic!("{e}: {}", containerd.log()));
    sandboxes(runtime, &id).await;
    let config = container_config("main", &["sh", "-c", "echo started; exec nc -ll -p 8080 -e cat"]);
    let main = runtime.create_container(&id, &config, &sandbox).await.unwrap();
    life(runtime, &main, &id, containerd).await;
    commands(runtime, &main).await;
    attached(runtime, &id, &sandbox).await;
    ports(runtime, &id).await;
    ends(runtime, &main, &id, &sandbox).await;
    cleanup(runtime, &id).await;
}

async fn about(runtime: &Runtime) {
    let version = runtime.version().await.unwrap();
    assert_eq!((version.name.as_str(), version.api.as_str()), ("containerd", "v1"));
    let status = runtime.status().await.unwrap();
    let ready: Vec<_> = status.conditions.iter().map(|it| (it.kind.as_str(), it.ok)).collect();
    assert_eq!(ready, [("RuntimeReady", true), ("NetworkReady", true)], "{status:?}");
    // containerd 1.6 can't tell.
    let events = runtime.events().await.unwrap();
    assert_eq!(events.is_none(), version.version.starts_with("1.6"));
}

async fn images(runtime: &Runtime) {
    let all = runtime.list_images().await.unwrap();
    let ours = all.iter().find(|image| image.tags.iter().any(|tag| tag == BUSYBOX)).unwrap();
    assert!(ours.id.starts_with("sha256:") && ours.size > 100_000, "{ours:?}");
    assert_eq!(runtime.image(BUSYBOX).await.unwrap().unwrap().id, ours.id);
    assert_eq!(runtime.image("localhost/none:1").await.unwrap(), None);
    // No way out: the registry can't be reached.
    let refused = runtime.pull_image("127.0.0.1:1/none:1", &PullAuth::default()).await.unwrap_err();
    assert!(matches!(&refused, RuntimeError::Image(words) if words.contains("none:1")), "{refused:?}");
    runtime.remove_image("localhost/none:1").await.unwrap();
    assert!(!runtime.image_filesystem().await.unwrap()[0].mountpoint.is_empty());
}

fn sandbox_config(containerd: &Containerd) -> SandboxConfig {
    SandboxConfig {
        name: "p".into(),
        namespace: "ns".into(),
        uid: "uid-1".into(),
        hostname: "p".into(),
        log_directory: containerd.path("logs").display().to_string(),
        labels: BTreeMap::from([("app".into(), "test".into())]),
        cgroup_parent: format!("/{}", std::env::var(crate::INSIDE).unwrap()),
        ..SandboxConfig::default()
    }
}

fn container_config(name: &str, command: &[&str]) -> ContainerConfig {
    ContainerConfig {
        name: name.into(),
        image: BUSYBOX.into(),
        command: command.iter().map(|word| (*word).to_owned()).collect(),
        env: vec![("GREETING".into(), "hello".into())],
        labels: BTreeMap::from([("name".into(), name.into())]),
        log_path: format!("{name}.log"),
        resources: LinuxResources { memory_limit: 64 << 20, cpu_shares: 100, ..LinuxResources::default() },
        ..ContainerConfig::default()
    }
}

async fn sandboxes(runtime: &Runtime, id: &str) {
    let status = runtime.sandbox_status(id).await.unwrap();
    assert_eq!((status.sandbox.name.as_str(), status.sandbox.uid.as_str()), ("p", "uid-1"));
    assert_eq!(status.sandbox.state, SandboxState::Ready);
    assert!(status.ips[0].starts_with("10.99.0."), "{status:?}");
    let labelled = |value: &str| SandboxFilter {
        labels: BTreeMap::from([("app".into(), value.into())]),
        ..SandboxFilter::default()
    };
    assert_eq!(runtime.list_sandboxes(&labelled("test")).await.unwrap().len(), 1);
    assert_eq!(runtime.list_sandboxes(&labelled("other")).await.unwrap().len(), 0);
    assert!(runtime.sandbox_status("none").await.unwrap_err().is_not_found());
}

async fn life(runtime: &Runtime, id: &str, sandbox: &str, containerd: &Containerd) {
    assert_eq!(runtime.container_status(id).await.unwrap().container.state, ContainerState::Created);
    runtime.start_container(id).await.unwrap_or_else(|e| panic!("{e}: {}", containerd.log()));
    let status = runtime.container_status(id).await.unwrap();
    assert_eq!(status.container.state, ContainerState::Running);
    assert_eq!((status.container.sandbox_id.as_str(), status.container.name.as_str()), (sandbox, "main"));
    assert!(status.started_at > 0 && status.log_path.ends_with("/main.log"), "{status:?}");
    let log = containerd.path("logs/main.log");
    until(async || std::fs::read_to_string(&log).unwrap_or_default().contains(" stdout F started")).await;
    std::fs::remove_file(&log).unwrap();
    runtime.reopen_log(id).await.unwrap();
    assert!(log.exists());
    let running = ContainerFilter { state: Some(ContainerState::Running), ..ContainerFilter::default() };
    let listed = runtime.list_containers(&running).await.unwrap();
    assert_eq!(listed.iter().map(|found| found.id.as_str()).collect::<Vec<_>>(), [id]);
    let limits = LinuxResources { memory_limit: 96 << 20, cpu_shares: 200, ..LinuxResources::default() };
    runtime.update_resources(id, &limits).await.unwrap();
    let stats = runtime.container_stats(id).await.unwrap();
    assert_eq!((stats.id.as_str(), stats.name.as_str()), (id, "main"));
    assert!(stats.memory.timestamp > 0 && stats.cpu.usage_nanos > 0, "{stats:?}");
    assert_eq!(runtime.list_stats(&running).await.unwrap().len(), 1);
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

async fn commands(runtime: &Runtime, id: &str) {
    let script = words(&["sh", "-c", "echo $GREETING; echo no >&2; exit 4"]);
    let output = runtime.exec_sync(id, &script, 10).await.unwrap();
    assert_eq!(
        (output.exit_code, &output.stdout[..], &output.stderr[..]),
        (4, &b"hello\n"[..], &b"no\n"[..])
    );
    let late = runtime.exec_sync(id, &words(&["sleep", "100"]), 1).await.unwrap_err();
    assert!(matches!(late, RuntimeError::Timeout(_)), "{late:?}");

    let all = ExecOptions {
        command: words(&["sh", "-c", "cat; echo done >&2; exit 5"]),
        stdin: true,
        stdout: true,
        stderr: true,
        tty: false,
    };
    let mut session = runtime.exec(id, &all).await.unwrap();
    let text = "some words\n".repeat(50_000);
    let mut stdin = session.stdin.take().unwrap();
    let input = text.clone();
    let feeding = tokio::spawn(async move {
        stdin.write_all(input.as_bytes()).await.unwrap();
        stdin.shutdown().await.unwrap();
    });
    let (mut out, mut err) = (String::new(), String::new());
    session.stdout.unwrap().read_to_string(&mut out).await.unwrap();
    session.stderr.unwrap().read_to_string(&mut err).await.unwrap();
    feeding.await.unwrap();
    assert!(out == text, "{} of {} bytes", out.len(), text.len());
    assert_eq!(err, "done\n");
    assert_eq!(session.exit.await.unwrap().unwrap(), 5);

    let tty = ExecOptions {
        command: words(&[
            "sh",
            "-c",
            "while [ \"$(stty size 2>/tmp/x)\" != '33 77' ]; do :; done; stty size",
        ]),
        stdin: false,
        stdout: true,
        stderr: false,
        tty: true,
    };
    let session = runtime.exec(id, &tty).await.unwrap();
    session.resize.unwrap().send(TerminalSize { width: 77, height: 33 }).await.unwrap();
    let mut shown = String::new();
    session.stdout.unwrap().read_to_string(&mut shown).await.unwrap();
    assert_eq!((shown.as_str(), session.exit.await.unwrap().unwrap()), ("33 77\r\n", 0));

    let missing = ExecOptions { command: words(&["nothing-there"]), ..all };
    let session = runtime.exec(id, &missing).await.unwrap();
    let failed = session.exit.await.unwrap().unwrap_err().to_string();
    assert!(failed.contains("nothing-there"), "{failed}");
}

async fn attached(runtime: &Runtime, sandbox_id: &str, sandbox: &SandboxConfig) {
    let config = ContainerConfig { stdin: true, ..container_config("attached", &["cat"]) };
    let id = runtime.create_container(sandbox_id, &config, sandbox).await.unwrap();
    runtime.start_container(&id).await.unwrap();
    let options = ExecOptions { stdin: true, stdout: true, stderr: true, ..ExecOptions::default() };
    let mut session = runtime.attach(&id, &options).await.unwrap();
    session.stdin.as_mut().unwrap().write_all(b"over there\n").await.unwrap();
    let mut shown = [0; 11];
    session.stdout.as_mut().unwrap().read_exact(&mut shown).await.unwrap();
    assert_eq!(&shown, b"over there\n");
    // Leaving does not end it.
    drop(session);
    assert_eq!(runtime.container_status(&id).await.unwrap().container.state, ContainerState::Running);
    runtime.remove_container(&id).await.unwrap();
    assert!(runtime.container_status(&id).await.unwrap_err().is_not_found());
}

async fn ports(runtime: &Runtime, sandbox: &str) {
    for _ in 0..3 {
        let mut port = runtime.port_forward(sandbox, 8080).await.unwrap();
        port.write_all(b"ping").await.unwrap();
        let mut answer = [0; 4];
        port.read_exact(&mut answer).await.unwrap();
        assert_eq!(&answer, b"ping");
    }
    let mut closed = runtime.port_forward(sandbox, 9).await.unwrap();
    let refused = closed.read(&mut [0]).await.unwrap_err().to_string();
    assert!(refused.contains("refused"), "{refused}");
}

async fn ends(runtime: &Runtime, main: &str, sandbox_id: &str, sandbox: &SandboxConfig) {
    let config = container_config("short", &["sh", "-c", "exit 7"]);
    let short = runtime.create_container(sandbox_id, &config, sandbox).await.unwrap();
    let again = runtime.create_container(sandbox_id, &config, sandbox).await.unwrap_err();
    assert!(matches!(again, RuntimeError::Exists(_)), "{again:?}");
    runtime.start_container(&short).await.unwrap();
    until(async || runtime.container_status(&short).await.unwrap().container.state == ContainerState::Exited)
        .await;
    let status = runtime.container_status(&short).await.unwrap();
    assert_eq!((status.exit_code, status.reason.as_str()), (7, "Error"));
    // Which of the two containerd writes first is a race for one that ends at once.
    assert!(status.finished_at > 0 && status.started_at > 0, "{status:?}");
    // `nc` ends when it is asked to.
    runtime.stop_container(main, 30).await.unwrap();
    let status = runtime.container_status(main).await.unwrap();
    assert_eq!((status.container.state, status.exit_code), (ContainerState::Exited, 143));
    runtime.stop_container("none", 1).await.unwrap();
    runtime.remove_container("none").await.unwrap();
}

async fn cleanup(runtime: &Runtime, sandbox: &str) {
    runtime.stop_sandbox(sandbox).await.unwrap();
    assert_eq!(runtime.sandbox_status(sandbox).await.unwrap().sandbox.state, SandboxState::NotReady);
    runtime.remove_sandbox(sandbox).await.unwrap();
    runtime.remove_sandbox(sandbox).await.unwrap();
    assert!(runtime.list_sandboxes(&SandboxFilter::default()).await.unwrap().is_empty());
    assert!(runtime.list_containers(&ContainerFilter::default()).await.unwrap().is_empty());
    runtime.remove_image(BUSYBOX).await.unwrap();
    assert_eq!(runtime.image(BUSYBOX).await.unwrap(), None);
}

/// Waits for a condition that somebody else brings about.
async fn until(mut holds: impl AsyncFnMut() -> bool) {
    for _ in 0..1000 {
        if holds().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("it never came to that");
}
