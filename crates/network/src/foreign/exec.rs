//! Running a plugin: environment, input, output, exit code, as the specification has them.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use netlink::Netns;
use node::Attachment;
use serde_json::Value;

use crate::cni::CniError;
use crate::foreign::ForeignConfig;

/// Runs a plugin in the node's network namespace; gives what it answered, or nothing.
pub(super) async fn run(
    config: &ForeignConfig,
    kind: &str,
    command: &str,
    pod: &Attachment,
    input: Value,
) -> io::Result<Value> {
    let program = find(config, kind)?;
    let paths = config.program_dirs.iter().map(|dir| dir.display().to_string()).collect::<Vec<_>>().join(":");
    let mut process = Command::new(program);
    process
        .env("CNI_COMMAND", command)
        .env("CNI_CONTAINERID", &pod.sandbox_id)
        .env("CNI_NETNS", &pod.netns)
        .env("CNI_IFNAME", &pod.interface)
        .env("CNI_ARGS", arguments(pod))
        .env("CNI_PATH", paths)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let netns = config.netns.clone();
    let done = tokio::task::spawn_blocking(move || {
        let netns = netns.map_or_else(Netns::current, Netns::open).map_err(io::Error::other)?;
        netns.run(|| feed(process, &input)).map_err(io::Error::other)?
    });
    read(done.await.map_err(io::Error::other)??)
}

fn find(config: &ForeignConfig, kind: &str) -> io::Result<PathBuf> {
    if kind.is_empty() || kind.contains('/') {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, format!("{kind:?} is no plugin's name")));
    }
    let mut candidates = config.program_dirs.iter().map(|dir| dir.join(kind));
    candidates
        .find(|path| path.is_file())
        .ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "it is not installed"))
}

fn arguments(pod: &Attachment) -> String {
    format!(
        "IgnoreUnknown=1;K8S_POD_NAMESPACE={};K8S_POD_NAME={};K8S_POD_INFRA_CONTAINER_ID={};K8S_POD_UID={}",
        pod.namespace, pod.name, pod.sandbox_id, pod.uid
    )
}

fn feed(mut process: Command, input: &Value) -> io::Result<Output> {
    let mut child = process.spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(input.to_string().as_bytes())?;
    }
    child.wait_with_output()
}

fn read(output: Output) -> io::Result<Value> {
    if output.status.success() {
        return Ok(serde_json::from_slice(&output.stdout).unwrap_or(Value::Null));
    }
    let said = serde_json::from_slice::<CniError>(&output.stdout).map(|error| error.to_string());
    Err(io::Error::other(said.unwrap_or_else(|_| String::from_utf8_lossy(&output.stderr).into_owned())))
}
