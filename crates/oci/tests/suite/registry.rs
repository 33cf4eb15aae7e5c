//! Pulls from a small registry of the test's own, over HTTP on this machine, with and without a password.

use std::collections::HashMap;
use std::sync::Arc;

use bytes::Bytes;
use http_body_util::Full;
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use node::{ContainerRuntime as _, PullAuth, PullSecret};

use super::lab::{Lab, digest, image_config, layer, shell};

/// What is served: bytes and their kind by path.
type Content = HashMap<String, (Vec<u8>, &'static str)>;

/// A registry with one image `app:1`; gives its address.
async fn registry(password: Option<&'static str>, spoil: bool) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let content = Arc::new(content(spoil));
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let content = Arc::clone(&content);
            tokio::spawn(async move {
                let service = service_fn(move |request| {
                    let answer = answer(&content, password, &request);
                    async move { Ok::<_, std::convert::Infallible>(answer) }
                });
                let _ = hyper::server::conn::http1::Builder::new()
                    .serve_connection(TokioIo::new(stream), service)
                    .await;
            });
        }
    });
    address
}

fn content(spoil: bool) -> Content {
    let layer = layer();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut gzip, &layer).unwrap();
    let mut blob = gzip.finish().unwrap();
    let blob_digest = digest(&blob);
    if spoil {
        let middle = blob.len() / 2;
        blob[middle] ^= 1;
    }
    let config = image_config(&[digest(&layer)]);
    let manifest = serde_json::json!({
        "schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json",
        "config": { "mediaType": "application/vnd.oci.image.config.v1+json", "digest": digest(&config), "size": config.len() },
        "layers": [{ "mediaType": "application/vnd.oci.image.layer.v1.tar+gzip", "digest": blob_digest, "size": blob.len() }],
    })
    .to_string()
    .into_bytes();
    let platform = |architecture: &str| serde_json::json!({ "architecture": architecture, "os": "linux" });
    let index = serde_json::json!({
        "schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json",
        "manifests": [
            { "mediaType": "application/vnd.oci.image.manifest.v1+json", "digest": digest(b"other"), "size": 5, "platform": platform("s390x") },
            { "mediaType": "application/vnd.oci.image.manifest.v1+json", "digest": digest(&manifest), "size": manifest.len(), "platform": platform("amd64") },
        ],
    })
    .to_string()
    .into_bytes();
    let kind = "application/vnd.oci.image.index.v1+json";
    [
        (format!("/v2/team/app/manifests/{}", digest(&index)), (index.clone(), kind)),
        ("/v2/team/app/manifests/1".to_owned(), (index, kind)),
        (
            format!("/v2/team/app/manifests/{}", digest(&manifest)),
            (manifest, "application/vnd.oci.image.manifest.v1+json"),
        ),
        (format!("/v2/team/app/blobs/{}", digest(&config)), (config, "application/octet-stream")),
        (format!("/v2/team/app/blobs/{blob_digest}"), (blob, "application/octet-stream")),
        ("/v2/".to_owned(), (b"{}".to_vec(), "application/json")),
    ]
    .into()
}

fn answer(
    content: &Content,
    password: Option<&str>,
    request: &Request<hyper::body::Incoming>,
) -> Response<Full<Bytes>> {
    let given =
        request.headers().get("authorization").and_then(|value| value.to_str().ok()).unwrap_or_default();
    if password.is_some_and(|password| given != format!("Basic {password}")) {
        return Response::builder()
            .status(StatusCode::UNAUTHORIZED)
            .header("www-authenticate", "Basic realm=\"test\"")
            .body(Full::default())
            .unwrap();
    }
    match content.get(request.uri().path()) {
        Some((bytes, kind)) => Response::builder()
            .header("content-type", *kind)
            .header(
                "docker-content-digest",
                if request.uri().path().contains("blobs") {
                    request.uri().path().rsplit('/').next().unwrap().to_owned()
                } else {
                    digest(bytes)
                },
            )
            .body(Full::from(bytes.clone()))
            .unwrap(),
        None => Response::builder().status(StatusCode::NOT_FOUND).body(Full::default()).unwrap(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_image_is_pulled_by_tag_and_digest_and_runs() {
    let lab = Lab::empty().await;
    let address = registry(None, false).await;
    let name = format!("{address}/team/app:1");
    let id = lab.runtime.pull_image(&name, &PullAuth::default()).await.unwrap();
    assert_eq!(lab.runtime.pull_image(&name, &PullAuth::default()).await.unwrap(), id);
    let image = lab.runtime.image(&name).await.unwrap().unwrap();
    assert_eq!((image.id, image.tags.clone()), (id.clone(), vec![name.clone()]));
    let by_digest = &image.digests[0];
    assert!(by_digest.starts_with(&format!("{address}/team/app@sha256:")));
    assert_eq!(lab.runtime.pull_image(by_digest, &PullAuth::default()).await.unwrap(), id);
    let mut config = shell("pulled", "echo works");
    config.image = name;
    let (status, log) = lab.run(&config).await;
    assert_eq!((log.as_str(), &status.image_id), ("works", by_digest));
    let error =
        lab.runtime.pull_image(&format!("{address}/team/none:1"), &PullAuth::default()).await.unwrap_err();
    assert!(error.to_string().contains("failed to pull image"), "{error}");
    lab.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn passwords_are_tried_and_spoiled_layers_refused() {
    let lab = Lab::empty().await;
    let address = registry(Some("dXNlcjpzZWNyZXQ="), false).await; // user:secret
    let name = format!("{address}/team/app:1");
    assert!(lab.runtime.pull_image(&name, &PullAuth::default()).await.is_err());
    let secret = |password: &str| PullSecret {
        registry: address.clone(),
        username: "user".into(),
        password: password.into(),
        ..PullSecret::default()
    };
    let auth = PullAuth { secrets: vec![secret("wrong"), secret("secret")] };
    lab.runtime.pull_image(&name, &auth).await.unwrap();
    lab.finish().await;

    let lab = Lab::empty().await;
    let address = registry(None, true).await;
    assert!(lab.runtime.pull_image(&format!("{address}/team/app:1"), &PullAuth::default()).await.is_err());
    assert!(lab.runtime.list_images().await.unwrap().is_empty());
    assert_eq!(std::fs::read_dir(lab.dir().join("state/images/tmp")).unwrap().count(), 0);
    lab.finish().await;
}
