//! `check`, `backup` and `restore` on a real store.

use std::path::Path;
use std::process::{Command, Output};

use store::Store;
use store::embedded::{Config, Embedded};

fn navarch(data_dir: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_navarch"));
    command.arg("--data-dir").arg(data_dir).args(args).output().expect("the binary runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn succeeds(output: &Output) -> String {
    assert!(output.status.success(), "failed: {}", text(&output.stderr));
    text(&output.stdout)
}

fn fails(output: &Output) -> String {
    assert!(!output.status.success(), "succeeded: {}", text(&output.stdout));
    text(&output.stderr)
}

async fn open(data_dir: &Path) -> Store {
    Store::new(Embedded::open(&data_dir.join("store"), Config::default()).await.expect("the store opens"))
}

#[tokio::test]
async fn what_is_backed_up_can_be_restored_elsewhere() {
    let dir = tempfile::tempdir().unwrap();
    let (from, to, file) = (dir.path().join("from"), dir.path().join("to"), dir.path().join("state.backup"));
    let file_name = file.to_str().unwrap();
    let store = open(&from).await;
    let revision = store.create("/a", "1", None).await.unwrap();
    let revision = store.update("/a", "2", revision, None).await.unwrap();

    let refused = fails(&navarch(&from, &["backup", file_name]));
    assert!(
        refused.contains(&std::process::id().to_string()),
        "does not name who holds the store: {refused}"
    );
    store.close().await;
    drop(store);

    assert!(succeeds(&navarch(&from, &["check"])).contains("keys       1"));
    succeeds(&navarch(&from, &["backup", file_name]));
    fails(&navarch(&from, &["backup", file_name]));
    fails(&navarch(&from, &["restore", file_name]));
    succeeds(&navarch(&to, &["restore", file_name]));

    let store = open(&to).await;
    let kv = store.get("/a").await.unwrap().expect("the key is there");
    assert_eq!((kv.value.as_ref(), kv.mod_revision), (&b"2"[..], revision));
    store.close().await;
}

#[test]
fn a_directory_without_a_store_is_not_made_into_one() {
    let dir = tempfile::tempdir().unwrap();
    for args in [&["check"][..], &["backup", "x"]] {
        assert!(fails(&navarch(dir.path(), args)).contains("--data-dir"));
    }
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
}
