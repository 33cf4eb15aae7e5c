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
