//! Volumes against the real kernel: file systems in memory, links that try to lead out, tokens that end. Needs root, as a kubelet does.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use api::Typed as _;
use api::core::v1::{ConfigMap, Pod, Secret};
use async_trait::async_trait;
use runtime::Clock;
use serde_json::{Value, json};
use volume::{Facts, Objects, PodVolumes, Token, TokenWish, subpath};

struct Fixed(BTreeMap<&'static str, Value>);

#[async_trait]
impl Objects for Fixed {
    async fn config_map(&self, _: &str, name: &str) -> Result<Option<Arc<ConfigMap>>, String> {
        Ok(self.0.get(name).map(|tree| Arc::new(ConfigMap::decode(tree).unwrap())))
    }

    async fn secret(&self, _: &str, name: &str) -> Result<Option<Arc<Secret>>, String> {
        Ok(self.0.get(name).map(|tree| Arc::new(Secret::decode(tree).unwrap())))
    }

    async fn token(&self, wish: &TokenWish) -> Result<Token, String> {
        let expires_at = SystemTime::UNIX_EPOCH + Duration::from_secs(10_000 + 3600);
        Ok(Token { token: format!("{}/{}", wish.service_account, wish.audience), expires_at })
    }
}

fn objects() -> Fixed {
    Fixed(BTreeMap::from([
        ("cm", json!({"data": {"a": "1", "b": "2"}})),
        ("sec", json!({"data": {"key": "c2VjcmV0"}})),
    ]))
}

fn pod(volumes: Value) -> Pod {
    Pod::decode(&json!({
        "metadata": {"name": "p", "namespace": "n", "uid": "u", "labels": {"app": "x"}},
        "spec": {"serviceAccountName": "sa", "containers": [{"name": "c"}], "volumes": volumes},
    }))
    .unwrap()
}

async fn set_up(root: &Path, volumes: Value) -> Result<PodVolumes, String> {
    let (clock, _) = Clock::manual(SystemTime::UNIX_EPOCH + Duration::from_secs(10_000));
    let made = volume::set_up(&pod(volumes), root, &Facts::default(), &objects(), &clock).await;
    made.map_err(|(name, error)| format!("{name}: {error}"))
}

#[tokio::test]
async fn every_source_becomes_files_and_goes_again() {
    let root = tempfile::tempdir().unwrap();
    let made = set_up(
        root.path(),
        json!([
            {"name": "disk", "emptyDir": {}},
            {"name": "ram", "emptyDir": {"medium": "Memory", "sizeLimit": "1Mi"}},
            {"name": "cm", "configMap": {"name": "cm", "items": [{"key": "a", "path": "x/a", "mode": 256}]}},
            {"name": "sec", "secret": {"secretName": "sec", "defaultMode": 256}},
            {"name": "all", "projected": {"sources": [
                {"serviceAccountToken": {"path": "token", "expirationSeconds": 3600, "audience": "aud"}},
                {"configMap": {"name": "cm"}},
                {"downwardAPI": {"items": [{"path": "labels", "fieldRef": {"fieldPath": "metadata.labels"}}]}},
            ]}},
        ]),
    )
    .await
    .unwrap();
    let read = |volume: &str, path: &str| {
        let file = made.mounted[volume].path.as_ref().unwrap().join(path);
        (fs::read_to_string(&file).unwrap(), fs::metadata(&file).unwrap().permissions().mode() & 0o777)
    };
    assert_eq!(read("cm", "x/a"), ("1".into(), 0o400));
    assert_eq!(read("sec", "key"), ("secret".into(), 0o400));
    assert_eq!(read("all", "token"), ("sa/aud".into(), 0o644));
    assert_eq!(read("all", "labels").0, "app=\"x\"");
    assert_eq!(made.refresh_at, Some(SystemTime::UNIX_EPOCH + Duration::from_secs(10_000 + 3600 * 4 / 5)));
    let ram = made.mounted["ram"].path.clone().unwrap();
    let too_much = fs::write(ram.join("big"), vec![0; 2 << 20]);
    assert_eq!(too_much.unwrap_err().kind(), std::io::ErrorKind::StorageFull);
    assert_eq!(fs::metadata(&ram).unwrap().permissions().mode() & 0o777, 0o777);
    volume::tear_down(root.path()).unwrap();
    assert_eq!(fs::read_dir(root.path()).unwrap().count(), 0);
}

#[tokio::test]
async fn what_is_missing_is_named_unless_it_is_optional() {
    let root = tempfile::tempdir().unwrap();
    for (volume, expected) in [
        (json!({"configMap": {"name": "none"}}), Err("v: configmap \"none\" not found")),
        (json!({"secret": {"secretName": "none"}}), Err("v: secret \"none\" not found")),
        (json!({"configMap": {"name": "none", "optional": true}}), Ok(())),
        (
            json!({"hostPath": {"path": "/etc/hosts", "type": "Directory"}}),
            Err("v: hostPath type check failed: /etc/hosts is not a directory"),
        ),
        (json!({"hostPath": {"path": "/etc/hosts", "type": "File"}}), Ok(())),
        (json!({"nfs": {"server": "s", "path": "/"}}), Err("v: no volume plugin matched")),
    ] {
        let mut volume = volume;
        volume["name"] = json!("v");
        let made = set_up(root.path(), json!([volume])).await.map(|_| ());
        assert_eq!(made, expected.map_err(str::to_owned), "{volume}");
    }
    volume::tear_down(root.path()).unwrap();
}

#[tokio::test]
async fn a_group_gets_all_files() {
    let root = tempfile::tempdir().unwrap();
    let mut pod = pod(
        json!([{"name": "d", "emptyDir": {}}, {"name": "cm", "configMap": {"name": "cm", "defaultMode": 256}}]),
    );
    let spec = pod.spec.as_mut().unwrap();
    spec.security_context =
        Some(api::core::v1::PodSecurityContext { fs_group: Some(4321), ..Default::default() });
    let made =
        volume::set_up(&pod, root.path(), &Facts::default(), &objects(), &Clock::system()).await.unwrap();
    let look = |volume: &str, path: &str| {
        let meta = fs::metadata(made.mounted[volume].path.as_ref().unwrap().join(path)).unwrap();
        (meta.gid(), meta.permissions().mode() & 0o7777)
    };
    assert_eq!(look("d", ""), (4321, 0o2777));
    assert_eq!(look("cm", "a"), (4321, 0o440));
    volume::tear_down(root.path()).unwrap();
}

#[tokio::test]
async fn sub_paths_stay_within_their_volume() {
    let (root, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let volume = root.path().join("v");
    fs::create_dir_all(volume.join("etc")).unwrap();
    fs::write(volume.join("etc/passwd"), "inside").unwrap();
    std::os::unix::fs::symlink("/etc/passwd", volume.join("link")).unwrap();
    std::os::unix::fs::symlink(outside.path(), volume.join("out")).unwrap();
    let bind = |sub_path: &str, index| {
        let place = subpath::Place { pod_directory: root.path(), volume: "v", container: "c", index };
        subpath::bind(&volume, sub_path, place)
    };
    assert_eq!(fs::read_to_string(bind("link", 0).unwrap()).unwrap(), "inside");
    let made = bind("a/b", 1).unwrap();
    fs::write(made.join("f"), "x").unwrap();
    assert_eq!(fs::read_to_string(volume.join("a/b/f")).unwrap(), "x");
    assert!(bind("../x", 2).is_err());
    // Whatever `out/new` becomes, it is not in the directory outside.
    let _ = bind("out/new", 3);
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 0);
    subpath::clear_all(root.path()).unwrap();
    assert!(!root.path().join("volume-subpaths").exists());
}
