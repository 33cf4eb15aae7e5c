//! Images from files: both forms, names, removal, what is left.

use node::ContainerRuntime as _;

use super::lab::{Lab, archive, digest, image_config, layer, pod, shell};

#[tokio::test(flavor = "multi_thread")]
async fn an_oci_layout_with_two_layers_and_a_whiteout_is_imported() {
    let lab = Lab::empty().await;
    let base = layer();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    let upper = archive(&[("etc/.wh.group", b""), ("etc/new", b"fresh"), ("tmp/file", b"x")]);
    std::io::Write::write_all(&mut gzip, &base).unwrap();
    let (base_blob, upper_blob) = (gzip.finish().unwrap(), zstd::encode_all(&upper[..], 1).unwrap());
    let config = image_config(&[digest(&base), digest(&upper)]);
    let manifest = serde_json::json!({
        "schemaVersion": 2,
        "config": { "mediaType": "application/vnd.oci.image.config.v1+json", "digest": digest(&config), "size": config.len() },
        "layers": [
            { "mediaType": "x", "digest": digest(&base_blob), "size": base_blob.len() },
            { "mediaType": "x", "digest": digest(&upper_blob), "size": upper_blob.len() },
        ],
    })
    .to_string();
    let index = serde_json::json!({ "schemaVersion": 2, "manifests": [{
        "mediaType": "application/vnd.oci.image.manifest.v1+json", "digest": digest(manifest.as_bytes()), "size": manifest.len(),
        "annotations": { "io.containerd.image.name": "registry.example/two:1" },
    }] })
    .to_string();
    let blob = |bytes: &[u8]| format!("blobs/sha256/{}", &digest(bytes)[7..]);
    let whole = archive(&[
        ("oci-layout", br#"{"imageLayoutVersion":"1.0.0"}"#),
        ("index.json", index.as_bytes()),
        (&blob(manifest.as_bytes()), manifest.as_bytes()),
        (&blob(&config), &config),
        (&blob(&base_blob), &base_blob),
        (&blob(&upper_blob), &upper_blob),
    ]);
    let file = lab.dir().join("two.tar");
    std::fs::write(&file, &whole).unwrap();
    assert_eq!(lab.runtime.import(&file).await.unwrap(), ["registry.example/two:1"]);
    let mut look = shell("look", "ls /etc; cat /etc/new; ls -ld /tmp");
    look.image = "registry.example/two:1".into();
    let log = lab.script(&look).await;
    assert!(
        log.contains("fresh")
            && !log.contains("group")
            && log.contains("passwd")
            && log.contains("drwxrwxrwt"),
        "{log}"
    );
    // A byte that differs is noticed.
    let mut broken = whole.clone();
    let at = broken.windows(16).position(|window| window == &upper_blob[..16]).unwrap();
    broken[at + 20] ^= 1;
    std::fs::write(&file, &broken).unwrap();
    let fresh = Lab::empty().await;
    assert!(fresh.runtime.import(&file).await.is_err());
    assert!(fresh.runtime.list_images().await.unwrap().is_empty());
    fresh.finish().await;
    lab.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn images_are_listed_removed_and_their_layers_go_when_nobody_needs_them() {
    let lab = Lab::new().await;
    let images = lab.runtime.list_images().await.unwrap();
    assert_eq!(images.len(), 1);
    assert_eq!(images[0].tags, ["docker.io/library/busybox:latest"]);
    assert!(images[0].size > 1_000_000 && images[0].id.starts_with("sha256:"));
    assert!(lab.runtime.image("busybox:latest").await.unwrap().is_some());
    assert!(lab.runtime.image("busybox:other").await.unwrap().is_none());
    assert!(lab.runtime.image_filesystem().await.unwrap()[0].used_bytes > 1_000_000);
    let layers = || std::fs::read_dir(lab.dir().join("state/images/layers")).unwrap().count();
    let sandbox = lab.run_pod(&pod(lab.dir(), "user")).await;
    let id = lab.start(&sandbox, &shell("c", "sleep 1000")).await;
    lab.runtime.remove_image("busybox").await.unwrap();
    lab.runtime.remove_image("busybox").await.unwrap();
    assert_eq!((lab.runtime.list_images().await.unwrap().len(), layers()), (0, 1));
    assert_eq!(lab.runtime.exec_sync(&id, &["true".to_owned()], 10).await.unwrap().exit_code, 0);
    lab.runtime.remove_sandbox(&sandbox).await.unwrap();
    lab.runtime.remove_image("busybox").await.unwrap();
    assert_eq!(layers(), 0);
    lab.finish().await;
}
