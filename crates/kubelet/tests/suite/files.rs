//! Static pods and their mirrors.

use api::core::v1::Pod;
use testing::eventually;

use crate::harness::{Lab, is_ready};

fn manifest(image: &str) -> String {
    format!(
        "apiVersion: v1\nkind: Pod\nmetadata: {{name: fixed}}\nspec: {{containers: [{{name: s, image: \"{image}\"}}]}}\n"
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_becomes_a_pod_that_the_api_shows() {
    let files = tempfile::tempdir().unwrap();
    let file = files.path().join("pod.yaml");
    std::fs::write(&file, manifest("img:1")).unwrap();
    let lab = Lab::start_with(|config| config.static_pod_path = Some(files.path().to_owned())).await;
    let status = lab.when("fixed-n1", "is ready", is_ready).await;
    assert_eq!(status.phase.as_deref(), Some("Running"));
    let pod = lab.client.within::<Pod>("default").get("fixed-n1").await.unwrap();
    let annotations = pod.metadata.annotations.unwrap();
    assert_eq!(annotations["kubernetes.io/config.source"], "file");
    assert_eq!(annotations["kubernetes.io/config.mirror"], annotations["kubernetes.io/config.hash"]);
    lab.runtime.record();
    std::fs::write(&file, manifest("img:2")).unwrap();
    lab.when("fixed-n1", "runs the new image", |status| {
        is_ready(status) && status.container_statuses.as_ref().unwrap()[0].image == "img:2"
    })
    .await;
    let record = lab.runtime.record();
    assert_eq!(record[..2], ["stop s 30", "stop sandbox"], "the old one ends first: {record:?}");
    std::fs::remove_file(&file).unwrap();
    lab.gone("fixed-n1").await;
    eventually("nothing is left", || async { lab.runtime.is_empty().then_some(()) }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mirror_that_is_deleted_comes_back() {
    let files = tempfile::tempdir().unwrap();
    std::fs::write(files.path().join("pod.yaml"), manifest("img:1")).unwrap();
    let lab = Lab::start_with(|config| config.static_pod_path = Some(files.path().to_owned())).await;
    lab.when("fixed-n1", "is ready", is_ready).await;
    let first = lab.client.within::<Pod>("default").get("fixed-n1").await.unwrap().metadata.uid;
    let now = client::DeleteOptions { grace_seconds: Some(0), ..client::DeleteOptions::default() };
    lab.client.within::<Pod>("default").delete("fixed-n1", &now).await.unwrap();
    eventually("another mirror is there", || async {
        let pod = lab.client.within::<Pod>("default").find("fixed-n1").await.unwrap()?;
        (pod.metadata.uid != first && is_ready(pod.status.as_ref()?)).then_some(())
    })
    .await;
    assert!(!lab.runtime.record().iter().any(|line| line.starts_with("stop")), "the pod itself went on");
}
