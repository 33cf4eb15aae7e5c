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

/// A definition with columns, and an object of it.
const DEFINITION: &str = r#"
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, kind: Widget, shortNames: [wd]}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        description: A thing that somebody made up.
        properties:
          spec:
            type: object
            required: [size]
            properties:
              size: {type: integer, minimum: 0, description: How large it is.}
              mode: {type: string, default: plain}
          status: {type: object, properties: {size: {type: integer}}}
    subresources: {status: {}, scale: {specReplicasPath: .spec.size, statusReplicasPath: .status.size}}
    additionalPrinterColumns:
    - {name: Size, type: integer, jsonPath: .spec.size}
    - {name: Mode, type: string, jsonPath: .spec.mode, priority: 1}
"#;
const WIDGET: &str = "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\nspec: {size: 2}\n";

#[tokio::test(flavor = "multi_thread")]
async fn it_works_with_custom_resources() {
    if Command::new("kubectl").args(["version", "--client"]).output().is_err() {
        println!("skipped: there is no kubectl here");
        return;
    }
    let server = Server::start().await;
    let config = server.ready.kubeconfig.clone();
    let defined = manifest(server.dir.path(), DEFINITION);
    let made = said(&config, &["create", "-f", defined.to_str().unwrap()]).await;
    assert_eq!(made, "customresourcedefinition.apiextensions.k8s.io/widgets.example.com created\n");
    let wait = ["wait", "--for", "condition=established", "crd/widgets.example.com", "--timeout=60s"];
    assert!(said(&config, &wait).await.contains("condition met"));
    let explained = said(&config, &["explain", "widget.spec"]).await;
    assert!(explained.contains("How large it is.") && explained.contains("-required-"), "{explained}");
    assert!(said(&config, &["explain", "wd"]).await.contains("A thing that somebody made up."));
    let file = manifest(server.dir.path(), WIDGET);
    let file = file.to_str().unwrap();
    assert_eq!(said(&config, &["apply", "-f", file]).await, "widget.example.com/a created\n");
    assert_eq!(said(&config, &["apply", "-f", file]).await, "widget.example.com/a unchanged\n");
    assert_eq!(
        said(&config, &["apply", "--server-side", "--force-conflicts", "-f", file]).await,
        "widget.example.com/a serverside-applied\n"
    );
    assert_eq!(said(&config, &["get", "wd"]).await, "NAME   SIZE\na      2\n");
    assert_eq!(
        said(&config, &["get", "wd", "-o", "wide"]).await,
        "NAME   SIZE   MODE\na      2      plain\n"
    );
    assert_eq!(said(&config, &["scale", "widget/a", "--replicas=5"]).await, "widget.example.com/a scaled\n");
    assert_eq!(said(&config, &["get", "wd", "a", "-o", "jsonpath={.spec.size}"]).await, "5");
    let wrong = manifest(server.dir.path(), &WIDGET.replace("size: 2", "size: 2, syze: 3"));
    let refused = kubectl(&config, &["create", "-f", wrong.to_str().unwrap()]).await;
    let why = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success() && why.contains("unknown field \"spec.syze\""), "{why}");
    assert!(said(&config, &["delete", "crd", "widgets.example.com", "--wait"]).await.contains("deleted"));
    let gone = kubectl(&config, &["get", "wd"]).await;
    assert!(!gone.status.success());
    server.finish().await;
}
