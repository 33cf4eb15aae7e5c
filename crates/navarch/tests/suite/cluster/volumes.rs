//! What pods mount: every kind of volume, and that changes of objects reach pods that run.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use testing::lab::{Lab, eventually};

use super::machine::{Machine, finish, pod};

#[tokio::test(flavor = "multi_thread")]
async fn pods_mount_every_kind_of_volume_and_see_changes() -> Result<()> {
    let lab = Lab::new().await?;
    let machine = Machine::up(&lab, "one").await?;
    let place = machine.node.dir().join("place");
    std::fs::create_dir(&place)?;
    std::fs::write(place.join("from-host"), "host\n")?;
    machine
        .kubectl(&["create", "configmap", "settings", "--from-literal=color=red", "--from-literal=size=1"])
        .await?;
    machine.kubectl(&["create", "secret", "generic", "hidden", "--from-literal=word=sesame"]).await?;
    let path = place.to_str().context("paths of labs are text")?;
    machine.apply(&everything(path)).await?;
    machine.ready("mounts").await?;
    let shell = async |script: &str| machine.exec("mounts", &["sh", "-c", script]).await;

    let found =
        shell("cat /config/color /one-file /secret/word; echo; echo $COLOR $WORD $NAME; cat /down/labels")
            .await?;
    ensure!(found.starts_with("redredsesame\nred sesame mounts\n"), "{found}");
    ensure!(found.contains("app=\"mounts\""), "{found}");
    let modes =
        shell("stat -L -c '%a' /secret/word /config/color; mount | grep -c 'on /memory type tmpfs'").await?;
    ensure!(modes == "400\n644\n1\n", "{modes}");
    shell("echo kept >/empty/file; echo kept >/memory/file; echo back >/host/from-pod; cat /host/from-host")
        .await?;
    ensure!(std::fs::read_to_string(place.join("from-pod"))? == "back\n");
    ensure!(
        shell("echo no >/config/color || echo refused").await?.contains("refused"),
        "config maps are read-only"
    );

    let token = shell("cat /projected/token").await?;
    let whoami = format!("https://{}:6443/api/v1/namespaces/default/secrets", machine.node.ip());
    let header = format!("Authorization: Bearer {}", token.trim());
    let answer = machine.node.run(&["curl", "-sk", "--noproxy", "*", "-H", &header, &whoami]).await?;
    ensure!(answer.contains("system:serviceaccount:default:default"), "the token is believed: {answer}");
    shell("grep -q CERTIFICATE /projected/ca.crt && grep -qx default /projected/namespace").await?;

    machine.kubectl(&["patch", "configmap", "settings", "-p", r#"{"data":{"color":"blue"}}"#]).await?;
    machine.kubectl(&["label", "pod", "mounts", "tier=back"]).await?;
    eventually("changes reach the pod", || async {
        let now = machine.exec("mounts", &["cat", "/config/color", "/down/labels", "/one-file"]).await?;
        ensure!(now.starts_with("blue") && now.contains("tier=\"back\""), "{now}");
        ensure!(now.ends_with("red"), "a single file stays as it was: {now}");
        Ok(())
    })
    .await?;
    machine.kubectl(&["delete", "pod", "mounts"]).await?;
    ensure!(place.join("from-host").exists(), "the host's files stay");
    let mounts = machine.node.run(&["cat", "/proc/self/mountinfo"]).await?;
    let left: Vec<&str> =
        mounts.lines().filter(|line| line.contains("/navarch/agent/kubelet/pods/")).collect();
    ensure!(left.is_empty(), "volumes are still mounted: {left:#?}");
    finish(lab, vec![machine]).await
}

fn everything(host: &str) -> Value {
    let mount = |name: &str, path: &str| json!({"name": name, "mountPath": path});
    let container = json!({
        "command": ["sleep", "86400"],
        "env": [
            {"name": "COLOR", "valueFrom": {"configMapKeyRef": {"name": "settings", "key": "color"}}},
            {"name": "WORD", "valueFrom": {"secretKeyRef": {"name": "hidden", "key": "word"}}},
            {"name": "NAME", "valueFrom": {"fieldRef": {"fieldPath": "metadata.name"}}},
        ],
        "volumeMounts": [
            mount("empty", "/empty"), mount("memory", "/memory"), mount("host", "/host"), mount("config", "/config"),
            mount("secret", "/secret"), mount("projected", "/projected"), mount("down", "/down"),
            {"name": "config", "mountPath": "/one-file", "subPath": "color"},
        ],
    });
    let labels = json!({"items": [{"path": "labels", "fieldRef": {"fieldPath": "metadata.labels"}}]});
    let volumes = json!([
        {"name": "empty", "emptyDir": {}},
        {"name": "memory", "emptyDir": {"medium": "Memory", "sizeLimit": "8Mi"}},
        {"name": "host", "hostPath": {"path": host, "type": "Directory"}},
        {"name": "config", "configMap": {"name": "settings"}},
        {"name": "secret", "secret": {"secretName": "hidden", "defaultMode": 0o400}},
        {"name": "down", "downwardAPI": labels},
        {"name": "projected", "projected": {"sources": [
            {"serviceAccountToken": {"path": "token", "expirationSeconds": 3600}},
            {"configMap": {"name": "kube-root-ca.crt", "items": [{"key": "ca.crt", "path": "ca.crt"}]}},
            {"downwardAPI": {"items": [{"path": "namespace", "fieldRef": {"fieldPath": "metadata.namespace"}}]}},
        ]}},
    ]);
    pod("mounts", &container, &json!({"volumes": volumes}))
}
