//! The stock command line client, unmodified, where there is one on this machine.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::harness::Server;

/// Runs it with the server's kubeconfig; what it caches goes into the server's own directory.
async fn kubectl(config: &Path, args: &[&str]) -> Output {
    let home = config.parent().unwrap();
    let mut command = Command::new("kubectl");
    command
        .args(args)
        .arg("--kubeconfig")
        .arg(config)
        .arg("--cache-dir")
        .arg(home.join("cache"))
        .env("HOME", home);
    tokio::task::spawn_blocking(move || command.output()).await.unwrap().unwrap()
}

async fn said(config: &Path, args: &[&str]) -> String {
    let output = kubectl(config, args).await;
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "kubectl {args:?}: {out}{err}");
    out.into_owned()
}

fn manifest(dir: &Path, text: &str) -> PathBuf {
    let path = dir.join("manifest.yaml");
    std::fs::write(&path, text).unwrap();
    path
}

#[tokio::test(flavor = "multi_thread")]
async fn it_works_unmodified() {
    if Command::new("kubectl").args(["version", "--client"]).output().is_err() {
        println!("skipped: there is no kubectl here");
        return;
    }
    let server = Server::start().await;
    let config = server.ready.kubeconfig.clone();
    assert!(said(&config, &["get", "namespaces", "-o", "name"]).await.contains("namespace/kube-system\n"));
    assert!(said(&config, &["api-resources"]).await.contains("configmaps"));
    let text = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {k: v}\n";
    let file = manifest(server.dir.path(), text);
    let file = file.to_str().unwrap();
    assert_eq!(said(&config, &["apply", "-f", file]).await, "configmap/a created\n");
    assert_eq!(said(&config, &["apply", "-f", file]).await, "configmap/a unchanged\n");
    assert_eq!(
        said(&config, &["apply", "--server-side", "-f", file]).await,
        "configmap/a serverside-applied\n"
    );
    assert_eq!(said(&config, &["diff", "-f", file]).await, "");
    said(&config, &["label", "configmap", "a", "x=y"]).await;
    let table = said(&config, &["get", "cm", "-l", "x=y", "--all-namespaces"]).await;
    assert!(table.starts_with("NAMESPACE   NAME   DATA   AGE\ndefault     a      1"), "{table}");
    assert_eq!(said(&config, &["get", "cm", "a", "-o", "jsonpath={.data.k}"]).await, "v");
    assert!(
        said(&config, &["explain", "configmap.data"]).await.contains("Data contains the configuration data")
    );
    let wrong = manifest(server.dir.path(), &text.replace("data:", "daat:"));
    let refused = kubectl(&config, &["create", "-f", wrong.to_str().unwrap()]).await;
    let why = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success() && why.contains("unknown field \"daat\""), "{why}");
    assert!(said(&config, &["delete", "cm", "a", "--wait"]).await.contains("\"a\" deleted"));
    server.finish().await;
}
