//! `backup` and `restore` beside a server that runs.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};

use api::core::v1::ConfigMap;
use client::Client;
use store::embedded::{Config, Embedded};
use store::{KeyRange, Range, Store};

fn navarch(data_dir: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_navarch"));
    command.arg("--data-dir").arg(data_dir).args(args).output().expect("the binary runs")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned()
}

/// Ended with the test, however that ends.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start(data_dir: &Path) -> Server {
    let mut server = Command::new(env!("CARGO_BIN_EXE_navarch"))
        .arg("--data-dir")
        .arg(data_dir)
        .args(["server", "--bind-address", "127.0.0.1", "--secure-port", "0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let mut line = String::new();
    BufReader::new(server.stdout.take().expect("it was piped")).read_line(&mut line).expect("a line");
    assert!(line.starts_with("ready "), "{line:?}");
    Server(server)
}

/// Makes one object after the other until told to stop; how many there are is counted.
async fn write_on(client: Client, writer: usize, made: Arc<AtomicUsize>, enough: Arc<AtomicBool>) {
    let maps = client.within::<ConfigMap>("default");
    for n in 0.. {
        if enough.load(SeqCst) {
            return;
        }
        let mut map = ConfigMap::default();
        map.metadata.name = Some(format!("writer-{writer}-{n}"));
        map.data = Some([("text".to_owned(), "x".repeat(2000))].into());
        maps.create(&map).await.expect("the server takes writes");
        made.fetch_add(1, SeqCst);
    }
}

/// All keys at one revision.
async fn all(store: &Store, range: Range) -> store::RangeResult {
    let result = store.range(range).await.expect("it is kept");
    store.close().await;
    result
}

async fn open(data_dir: &Path) -> Store {
    Store::new(Embedded::open(&data_dir.join("store"), Config::default()).await.expect("the store opens"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_under_writes_is_a_prefix_of_the_history() {
    let dir = tempfile::tempdir().expect("a directory of its own");
    let (from, to, file) = (dir.path().join("from"), dir.path().join("to"), dir.path().join("state.backup"));
    let file = file.to_str().expect("text");
    let mut server = start(&from);
    let client = Client::from_kubeconfig(&from.join("admin.kubeconfig")).await.expect("it was written");
    let (made, enough) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
    let writers: Vec<_> = (0..4)
        .map(|writer| tokio::spawn(write_on(client.clone(), writer, made.clone(), enough.clone())))
        .collect();
    while made.load(SeqCst) < 100 {
        tokio::task::yield_now().await;
    }

    let before = made.load(SeqCst);
    let done = tokio::task::block_in_place(|| navarch(&from, &["backup", file]));
    assert!(done.status.success(), "{}", text(&done));
    let after = made.load(SeqCst) + writers.len();
    let refused = tokio::task::block_in_place(|| navarch(&from, &["restore", file]));
    let why = text(&refused);
    assert!(!refused.status.success() && why.contains("in use") && why.contains("stop it first"), "{why}");
    enough.store(true, SeqCst);
    for writer in writers {
        writer.await.expect("it ends in good order");
    }
    let told = Command::new("kill").args(["-TERM", &server.0.id().to_string()]).status().expect("kill runs");
    assert!(told.success() && server.0.wait().expect("it ends").success());

    let done = navarch(&to, &["restore", file]);
    assert!(done.status.success(), "{}", text(&done));
    let restored = all(&open(&to).await, Range::new(KeyRange::all())).await;
    let maps = restored.kvs.iter().filter(|kv| kv.key.windows(7).any(|part| part == b"writer-")).count();
    assert!((before..=after).contains(&maps), "{maps} of {before} to {after}");
    let then = all(&open(&from).await, Range::new(KeyRange::all()).at(restored.revision)).await;
    assert!(then == restored, "the backup is not what the server held at revision {}", restored.revision);

    // Without a server the files are read.
    let late = dir.path().join("late.backup");
    let done = navarch(&from, &["backup", late.to_str().expect("text")]);
    assert!(done.status.success(), "{}", text(&done));
}
