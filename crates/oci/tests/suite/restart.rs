//! The agent is killed and comes back; a shim is killed.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use node::{ContainerRuntime as _, ContainerState, SandboxConfig, SandboxState};
use oci::Runtime;

use super::lab::{Lab, pod, shell, until};

#[tokio::test(flavor = "multi_thread")]
async fn containers_outlive_the_agent_and_no_exit_code_is_lost() {
    let mut lab = Lab::new().await;
    std::fs::create_dir(lab.dir().join("flag")).unwrap();
    let program = env!("CARGO_BIN_EXE_oci-test-shim");
    let mut host = Command::new(program).arg("host").arg(lab.dir()).stdout(Stdio::piped()).spawn().unwrap();
    let mut ids = BufReader::new(host.stdout.take().unwrap()).lines().map(Result::unwrap);
    let (sandbox, stays, ends) = (ids.next().unwrap(), ids.next().unwrap(), ids.next().unwrap());
    host.kill().unwrap();
    host.wait().unwrap();

    // While nobody is there one container ends.
    std::fs::write(lab.dir().join("flag/go"), "").unwrap();
    let exit = lab.dir().join("state/containers").join(&ends).join("exit.json");
    until(|| exit.exists()).await;

    lab.runtime = Runtime::open(lab.config.clone()).await.unwrap();
    let status = lab.runtime.container_status(&ends).await.unwrap();
    assert_eq!((status.exit_code, status.reason.as_str()), (3, "Error"));
    assert_eq!(lab.log("survivor", "ends"), "gone");
    let status = lab.runtime.container_status(&stays).await.unwrap();
    assert_eq!(status.container.state, ContainerState::Running);
    assert!(status.started_at > 0);
    let before = lab.log("survivor", "stays").lines().count();
    until(|| lab.log("survivor", "stays").lines().count() > before + 3).await;
    let sandbox_status = lab.runtime.sandbox_status(&sandbox).await.unwrap();
    assert_eq!((sandbox_status.sandbox.state, sandbox_status.ips.len()), (SandboxState::Ready, 1));
    let output = lab.runtime.exec_sync(&stays, &["hostname".to_owned()], 10).await.unwrap();
    assert_eq!(output.stdout, b"survivor\n");
    lab.runtime.stop_container(&stays, 0).await.unwrap();
    assert_eq!(lab.ended(&stays).await.exit_code, 137);
    lab.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_container_that_starts_while_the_agent_is_killed_is_found_running() {
    let lab = Lab::new().await;
    let sandbox = lab.run_pod(&pod(lab.dir(), "begun")).await;
    let config = shell("c", "sleep 6542");
    let id = lab.runtime.create_container(&sandbox, &config, &SandboxConfig::default()).await.unwrap();
    // The shim opens the log when it is asked, and starts the container then.
    let log = lab.dir().join("logs/begun/c.log");
    let (starting, next) = tokio::join!(lab.runtime.start_container(&id), async {
        until(|| log.exists()).await;
        Runtime::open(lab.config.clone()).await.unwrap()
    });
    starting.unwrap();
    assert_eq!(next.container_status(&id).await.unwrap().container.state, ContainerState::Running);
    drop(next);
    lab.runtime.stop_container(&id, 0).await.unwrap();
    lab.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shim_that_dies_takes_its_pod_along_and_is_told() {
    let lab = Lab::new().await;
    let sandbox = lab.run_pod(&pod(lab.dir(), "doomed")).await;
    let id = lab.start(&sandbox, &shell("c", "sleep 6543")).await;
    let shim = std::fs::read_dir("/proc").unwrap().flatten().find(|process| {
        let line = std::fs::read(process.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(&format!("sandboxes/{sandbox}"))
    });
    let pid = shim.unwrap().file_name().to_str().unwrap().parse().unwrap();
    rustix::process::kill_process(
        rustix::process::Pid::from_raw(pid).unwrap(),
        rustix::process::Signal::KILL,
    )
    .unwrap();
    let status = lab.ended(&id).await;
    assert_eq!((status.exit_code, status.reason.as_str()), (255, "Unknown"));
    let state = lab.runtime.sandbox_status(&sandbox).await.unwrap().sandbox.state;
    assert_eq!(state, SandboxState::NotReady);
    until(|| {
        !std::fs::read_dir("/proc").unwrap().flatten().any(|process| {
            std::fs::read(process.path().join("cmdline")).is_ok_and(|line| line.starts_with(b"sleep\x006543"))
        })
    })
    .await;
    lab.finish().await;
}
