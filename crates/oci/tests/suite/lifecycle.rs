//! Stop with grace and without, removal, logs that move, events, lists.

use std::time::Duration;

use node::{
    ContainerFilter, ContainerRuntime as _, ContainerState, RuntimeEventKind, SandboxFilter, SandboxState,
};

use super::lab::{Lab, pod, shell};

#[tokio::test(flavor = "multi_thread")]
async fn stop_asks_first_and_kills_later() {
    let lab = Lab::new().await;
    let sandbox = lab.run_pod(&pod(lab.dir(), "stop")).await;
    let kind = shell("kind", "trap 'echo bye; exit 4' TERM; echo ready; while true; do sleep 0.05; done");
    let mut deaf = shell("deaf", "trap '' TERM QUIT; echo ready; while true; do sleep 0.05; done");
    deaf.stop_signal = Some("SIGQUIT".into());
    let (kind, deaf) = (lab.start(&sandbox, &kind).await, lab.start(&sandbox, &deaf).await);
    for name in ["kind", "deaf"] {
        lab.logged("stop", name, "ready").await;
    }
    lab.runtime.stop_container(&kind, 30).await.unwrap();
    assert_eq!(lab.ended(&kind).await.exit_code, 4);
    assert_eq!(lab.log("stop", "kind"), "ready\nbye");
    lab.runtime.stop_container(&deaf, 1).await.unwrap();
    assert_eq!(lab.ended(&deaf).await.exit_code, 137);
    lab.runtime.stop_container(&deaf, 1).await.unwrap();
    lab.runtime.remove_container(&deaf).await.unwrap();
    lab.runtime.remove_container(&deaf).await.unwrap();
    assert!(lab.runtime.container_status(&deaf).await.unwrap_err().is_not_found());
    lab.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn events_tell_a_life_and_lists_show_it() {
    let lab = Lab::new().await;
    let mut events = lab.runtime.events().await.unwrap().unwrap();
    let mut config = pod(lab.dir(), "life");
    config.labels.insert("app".into(), "x".into());
    let sandbox = lab.run_pod(&config).await;
    let id = lab.start(&sandbox, &shell("c", "sleep 0.1")).await;
    lab.ended(&id).await;
    let mut filter = SandboxFilter { labels: config.labels.clone(), ..SandboxFilter::default() };
    assert_eq!(lab.runtime.list_sandboxes(&filter).await.unwrap().len(), 1);
    filter.state = Some(SandboxState::NotReady);
    assert_eq!(lab.runtime.list_sandboxes(&filter).await.unwrap().len(), 0);
    let exited = ContainerFilter { state: Some(ContainerState::Exited), ..ContainerFilter::default() };
    assert_eq!(lab.runtime.list_containers(&exited).await.unwrap()[0].id, id);
    let status = lab.runtime.sandbox_status(&sandbox).await.unwrap();
    assert_eq!(status.ips, ["10.244.0.7"]);
    lab.runtime.stop_sandbox(&sandbox).await.unwrap();
    assert_eq!(lab.runtime.list_sandboxes(&filter).await.unwrap().len(), 1);
    assert_eq!(lab.runtime.container_status(&id).await.unwrap().exit_code, 0);
    lab.runtime.remove_sandbox(&sandbox).await.unwrap();
    use RuntimeEventKind::{Created, Deleted, Started, Stopped};
    let mut seen = Vec::new();
    while let Ok(event) = events.try_recv() {
        assert_eq!(event.pod_uid, "uid-life");
        seen.push((event.kind, event.container_id == id));
    }
    let expected = [
        (Created, false),
        (Started, false),
        (Created, true),
        (Started, true),
        (Stopped, true),
        (Stopped, false),
        (Deleted, true),
        (Deleted, false),
    ];
    assert_eq!(seen, expected);
    lab.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_moved_is_opened_anew() {
    let lab = Lab::new().await;
    let sandbox = lab.run_pod(&pod(lab.dir(), "rotate")).await;
    let id = lab.start(&sandbox, &shell("c", "i=0; while true; do echo line; sleep 0.01; done")).await;
    lab.logged("rotate", "c", "line").await;
    let path = lab.dir().join("logs/rotate/c.log");
    std::fs::rename(&path, path.with_extension("old")).unwrap();
    lab.runtime.reopen_log(&id).await.unwrap();
    lab.logged("rotate", "c", "line").await;
    let text = std::fs::read_to_string(&path).unwrap();
    let words: Vec<_> = text.lines().next().unwrap().split(' ').collect();
    assert!(
        words[0].ends_with('Z') && words[0].len() == 30 && words[1..] == ["stdout", "F", "line"],
        "{words:?}"
    );
    assert_eq!(lab.runtime.container_status(&id).await.unwrap().log_path, path.display().to_string());
    lab.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_at_once() {
    let lab = Lab::new().await;
    let sandbox = lab.run_pod(&pod(lab.dir(), "many")).await;
    let starts = (0..8).map(|number| {
        let (lab, sandbox) = (&lab, &sandbox);
        async move {
            let id = lab.start(sandbox, &shell(&format!("c{number}"), &format!("exit {number}"))).await;
            (number, lab.ended(&id).await.exit_code)
        }
    });
    let all =
        tokio::time::timeout(Duration::from_secs(60), futures_util::future::join_all(starts)).await.unwrap();
    assert!(all.iter().all(|(number, code)| number == code), "{all:?}");
    lab.finish().await;
}
