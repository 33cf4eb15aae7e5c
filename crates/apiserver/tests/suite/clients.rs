//! Clients of other makers, unmodified, against a real server: the Python and Node libraries, and the kubectl that Debian ships, which
//! is many versions old. `scripts/install-deps.sh test` fetches them into a cache outside of the repository.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::harness::Server;

/// Where a client was put. `None`, with the reason, if it could not be fetched.
fn cached(name: &str) -> Option<PathBuf> {
    let home = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache"));
    let cache = std::env::var_os("NAVARCH_TEST_CACHE").map(PathBuf::from).or_else(|| {
        let own = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from).or(home);
        own.map(|own| own.join("navarch-tests"))
    });
    let cache = cache.expect("there is a home directory");
    if cache.join(name).join(".done").exists() {
        return Some(cache.join(name));
    }
    let note = std::fs::read_to_string(cache.join(format!("{name}.unavailable")));
    let note = note.unwrap_or_else(|_| panic!("no {name}: run scripts/install-deps.sh test first"));
    println!("skipped: {note}");
    None
}

/// Runs a program to its end and gives what it said.
async fn run(mut command: Command) -> String {
    command.stdin(Stdio::null());
    let shown = format!("{command:?}");
    let output = tokio::task::spawn_blocking(move || command.output()).await.unwrap();
    let output = output.unwrap_or_else(|error| panic!("{shown}: {error}"));
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{shown}:\n{out}{err}");
    out.into_owned()
}

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients").join(name)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_python_client() {
    let Some(dir) = cached("python-client-36.0.3") else { return };
    let server = Server::start().await;
    let mut command = Command::new(dir.join("bin/python"));
    command.arg(script("client.py")).arg(&server.ready.kubeconfig);
    assert_eq!(run(command).await.lines().count(), 6);
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_node_client() {
    let Some(dir) = cached("node-client-1.4.0") else { return };
    let server = Server::start().await;
    let mut command = Command::new("node");
    command.arg(script("client.mjs")).arg(dir).arg(&server.ready.kubeconfig);
    assert_eq!(run(command).await.lines().count(), 6);
    server.finish().await;
}

const MANIFEST: &str = r#"
apiVersion: v1
kind: ConfigMap
metadata: {name: a}
data: {k: v}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: c, image: i}]}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80}]}
"#;

/// An old client reads schemas in the Protobuf form of version 2, and checks manifests by itself with them.
#[tokio::test(flavor = "multi_thread")]
async fn an_old_kubectl() {
    let Some(dir) = cached("kubectl-debian") else { return };
    let server = Server::start().await;
    let home = server.dir.path().to_owned();
    let kubectl = |args: &[&str]| {
        let mut command = Command::new(dir.join("usr/bin/kubectl"));
        command.args(args).arg("--kubeconfig").arg(&server.ready.kubeconfig);
        command.arg("--cache-dir").arg(home.join("cache")).env("HOME", &home);
        command
    };
    let said = |args: &[&str]| run(kubectl(args));
    let file = home.join("manifest.yaml");
    std::fs::write(&file, MANIFEST).unwrap();
    let file = file.to_str().unwrap();
    let made = said(&["apply", "--validate=true", "-f", file]).await;
    assert_eq!(made, "configmap/a created\ndeployment.apps/web created\nservice/web created\n");
    let same = said(&["apply", "-f", file]).await;
    assert_eq!(same, "configmap/a unchanged\ndeployment.apps/web unchanged\nservice/web unchanged\n");
    let explained = said(&["explain", "deployment.spec.template.spec.containers.ports.hostPort"]).await;
    assert!(explained.contains("KIND:     Deployment\nVERSION:  apps/v1\n"), "{explained}");
    assert!(explained.contains("FIELD:    hostPort <integer>"), "{explained}");
    assert!(explained.contains("Number of port to expose on the host"), "{explained}");
    let all = said(&["explain", "service", "--recursive"]).await;
    assert!(all.contains("clusterIPs\t<[]string>") && all.contains("targetPort\t<string>"), "{all}");
    std::fs::write(file, MANIFEST.replace("replicas:", "replica:")).unwrap();
    let wrong = tokio::task::spawn_blocking({
        let mut command = kubectl(&["apply", "--validate=true", "-f", file]);
        move || command.output().unwrap()
    });
    let wrong = String::from_utf8_lossy(&wrong.await.unwrap().stderr).into_owned();
    let unknown = r#"ValidationError(Deployment.spec): unknown field "replica""#;
    assert!(wrong.contains(unknown), "{wrong}");

    assert_eq!(said(&["scale", "deployment", "web", "--replicas=3"]).await, "deployment.apps/web scaled\n");
    let table = said(&["get", "deployment,service,cm", "-o", "wide"]).await;
    assert!(
        table.contains("deployment.apps/web") && table.contains("service/web") && table.contains("0/3"),
        "{table}"
    );
    said(&["patch", "cm", "a", "-p", r#"{"data":{"k":"w"}}"#]).await;
    said(&["annotate", "cm", "a", "note=x"]).await;
    assert_eq!(said(&["get", "cm", "a", "-o", "go-template={{.data.k}}"]).await, "w");
    let ready = said(&["get", "--raw", "/readyz?verbose"]).await;
    assert!(ready.contains("readyz check passed"), "{ready}");
    assert!(said(&["api-resources", "--verbs=list", "-o", "name"]).await.contains("deployments.apps\n"));
    assert!(said(&["api-versions"]).await.contains("rbac.authorization.k8s.io/v1\n"));
    assert!(said(&["describe", "cm", "a"]).await.contains("note: x"));
    assert!(said(&["auth", "can-i", "create", "pods"]).await.contains("yes"));
    assert!(said(&["delete", "-f", file, "--wait=true"]).await.contains("deployment.apps \"web\" deleted"));
    server.finish().await;
}
