//! Against Debian's containerd, in namespaces of its own.
//!
//! The outer test runs this very binary again with processes, mounts and network of its own, and no way out; whatever is left there ends
//! with it.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

#[path = "suite/containerd.rs"]
mod containerd;
#[path = "suite/image.rs"]
mod image;
#[path = "suite/pods.rs"]
mod pods;

use std::process::Command;

/// Tells the inner run that it is one, and the name of its cgroups.
const INSIDE: &str = "NAVARCH_CRI_INSIDE";

#[test]
fn containerd_runs_pods() {
    if std::env::var_os(INSIDE).is_some() {
        return;
    }
    let group = format!("navarch-cri-test-{}", std::process::id());
    let output = Command::new("unshare")
        .args(["--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "--"])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "inside", "--ignored", "--nocapture"])
        .env(INSIDE, &group)
        .output()
        .unwrap();
    remove_groups(&group);
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert!(output.status.success(), "{}\n{}", text[0], text[1]);
    assert!(text[0].contains("1 passed"), "{}\n{}", text[0], text[1]);
}

/// Removes the cgroups of that name; nobody is in them any more.
fn remove_groups(name: &str) {
    let script =
        format!("for g in /sys/fs/cgroup/*/{name}; do find $g -depth -type d -exec rmdir {{}} \\; ; done");
    Command::new("sh").args(["-c", &script]).output().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "containerd_runs_pods runs it where it can do no harm"]
async fn inside() {
    assert!(std::env::var_os(INSIDE).is_some(), "only with namespaces of its own");
    let containerd = containerd::Containerd::start().await;
    let runtime = cri::Runtime::connect(&containerd.endpoint(), runtime::Clock::system()).await.unwrap();
    pods::run(&runtime, &containerd).await;
}
