//! Locks, permissions, backups.

use std::os::unix::fs::PermissionsExt;

use super::*;

#[tokio::test]
async fn only_one_may_use_a_directory_and_the_other_learns_who_does() {
    let bench = Bench::new();
    let (_, store) = bench.open().await.unwrap();
    let refusal = bench.refusal().await;
    assert!(refusal.contains(&format!("process {}", std::process::id())), "{refusal}");
    assert!(verify(&bench.path()).is_err());
    store.close().await;
    verify(&bench.path()).unwrap();
    drop(bench.open().await.unwrap());
    drop(bench.open().await.unwrap());
}

#[tokio::test]
async fn files_are_for_their_owner_only() {
    let bench = Bench::new().filled(1).await;
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&bench.path()), 0o700);
    for file in std::fs::read_dir(bench.path()).unwrap() {
        let path = file.unwrap().path();
        assert_eq!(mode(&path), 0o600, "{}", path.display());
    }
}

#[tokio::test]
async fn a_backup_of_a_running_store_restores_to_the_same() {
    let bench = Bench::new();
    let (embedded, store) = bench.open().await.unwrap();
    for n in 0..2000 {
        put(&store, &format!("key-{}", n % 500), &"x".repeat(n % 700)).await;
    }
    let (before, backup) = (all(&store).await, bench.dir.path().join("backup"));
    let summary = embedded.backup(&backup).await.unwrap();
    assert_eq!((summary.revision, summary.keys), (before.revision, 500));
    assert!(embedded.backup(&backup).await.is_err(), "a file that is there is not overwritten");
    put(&store, "later", "v").await;
    assert!(restore(&backup, &bench.path()).unwrap_err().to_string().contains("in use"));
    store.close().await;
    assert!(restore(&backup, &bench.path()).unwrap_err().to_string().contains("already holds a store"));

    let other = Bench::new();
    assert_eq!(restore(&backup, &other.path()).unwrap(), summary);
    let (_, restored) = other.open().await.unwrap();
    assert_eq!(all(&restored).await, before);
    let past = Range::new(KeyRange::all()).at(Revision(1500));
    restored.range(past).await.unwrap();
    assert_eq!(put(&restored, "new", "v").await, before.revision.next());
}

/// Asks for a backup as another process does.
async fn ask(bench: &Bench, to: &Path) -> Result<Option<Summary>> {
    let (dir, to) = (bench.path(), to.to_owned());
    tokio::task::spawn_blocking(move || backup_running(&dir, &to)).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_by_the_socket_under_writes_is_the_store_at_one_revision() {
    let bench = Bench::new();
    let (embedded, store) = bench.open().await.unwrap();
    let to = bench.dir.path().join("backup");
    assert!(ask(&bench, &to).await.unwrap().is_none() && !to.exists(), "nobody listens");
    embedded.serve_backups(&bench.path()).unwrap();
    for n in 0..500 {
        put(&store, &format!("key-{n}"), &"x".repeat(n)).await;
    }
    let writing = tokio::spawn({
        let store = store.clone();
        async move {
            for n in 0.. {
                put(&store, &format!("key-{}", n % 700), &"y".repeat(n % 900)).await;
                if n > 2000 {
                    return;
                }
            }
        }
    });
    let summary = ask(&bench, &to).await.unwrap().expect("it is served");
    writing.await.unwrap();
    assert!(summary.revision >= Revision(500));
    let mode = std::fs::metadata(bench.file("backup.sock")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let kept = std::fs::read(&to).unwrap();
    assert!(ask(&bench, &to).await.is_err(), "a file that is there is not overwritten");
    assert_eq!(std::fs::read(&to).unwrap(), kept);

    let other = Bench::new();
    assert_eq!(restore(&to, &other.path()).unwrap(), summary);
    let (_, restored) = other.open().await.unwrap();
    let then = store.range(Range::new(KeyRange::all()).at(summary.revision)).await.unwrap();
    assert_eq!(all(&restored).await, then);
    store.close().await;
    assert!(ask(&bench, &bench.dir.path().join("late")).await.unwrap().is_none(), "nobody listens any more");
}

#[tokio::test]
async fn a_backup_that_is_cut_short_is_none() {
    let bench = Bench::new().filled(3).await;
    let to = bench.dir.path().join("backup");
    let listener = std::os::unix::net::UnixListener::bind(bench.file("backup.sock")).unwrap();
    let half = std::fs::read(bench.file("checkpoint")).unwrap();
    let sending = std::thread::spawn(move || {
        use std::io::Write as _;
        listener.accept().unwrap().0.write_all(&half[..half.len() - 1]).unwrap();
    });
    let refusal = ask(&bench, &to).await.unwrap_err().to_string();
    sending.join().unwrap();
    assert!(refusal.contains("did not finish") && !to.exists(), "{refusal}");
}

#[tokio::test]
async fn a_damaged_backup_writes_nothing_and_an_unfinished_restore_is_no_store() {
    let bench = Bench::new();
    let (embedded, store) = bench.open().await.unwrap();
    put(&store, "a", "v").await;
    let backup = bench.dir.path().join("backup");
    embedded.backup(&backup).await.unwrap();
    let other = Bench::new();
    let size = std::fs::metadata(&backup).unwrap().len() as usize;
    for at in [20, 140, size - 1] {
        edit(&backup, |bytes| bytes[at] ^= 1);
        assert!(restore(&backup, &other.path()).is_err(), "byte {at}");
        assert!(!other.path().exists());
        edit(&backup, |bytes| bytes[at] ^= 1);
    }
    std::fs::create_dir_all(other.path()).unwrap();
    std::fs::write(other.file("restore.tmp"), b"half").unwrap();
    std::fs::write(other.file("log-00000001"), b"half").unwrap();
    let refusal = other.refusal().await;
    assert!(refusal.contains("not finished"), "{refusal}");
    restore(&backup, &other.path()).unwrap();
    assert!(other.open().await.unwrap().1.get("a").await.unwrap().is_some());
}
