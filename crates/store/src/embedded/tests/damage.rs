//! What crashes and failing disks leave behind.

use super::*;
use crate::embedded::segment::FIRST_FRAME;

/// Where the frames of the first log file lie, and where they end.
fn frames(bench: &Bench) -> (Vec<u64>, usize) {
    let decoded = decode_segment(&std::fs::read(bench.file("log-00000001")).unwrap()).unwrap().unwrap();
    (decoded.frames.iter().map(|frame| frame.offset).collect(), usize::try_from(decoded.end).unwrap())
}

#[tokio::test]
async fn a_torn_tail_is_cut_and_never_comes_back() {
    let bench = Bench::new().filled(5).await;
    let (offsets, end) = frames(&bench);
    edit(&bench.file("log-00000001"), |bytes| bytes[end - 9] ^= 1);
    assert!(verify(&bench.path()).unwrap().torn_tail);
    let (_, store) = bench.open().await.unwrap();
    assert_eq!((store.revision().await.unwrap().0, store.get("key-4").await.unwrap()), (4, None));
    store.close().await;
    let bytes = std::fs::read(bench.file("log-00000001")).unwrap();
    assert!(bytes[offsets[4] as usize..].iter().all(|byte| *byte == 0));
    let (_, store) = bench.open().await.unwrap();
    assert_eq!(put(&store, "again", "v").await, Revision(5));
    store.close().await;
    assert!(!verify(&bench.path()).unwrap().torn_tail);
}

#[tokio::test]
async fn damage_in_the_middle_is_refused_with_its_place_and_a_way_out() {
    let bench = Bench::new().filled(5).await;
    let (offsets, _) = frames(&bench);
    for at in [offsets[2], offsets[2] + 5, offsets[2] + 30] {
        edit(&bench.file("log-00000001"), |bytes| bytes[at as usize] ^= 1);
        let refusal = bench.refusal().await;
        for expected in ["log-00000001", &format!("offset {}", offsets[2]), "navarch restore"] {
            assert!(refusal.contains(expected), "{refusal}");
        }
        assert!(verify(&bench.path()).is_err());
        edit(&bench.file("log-00000001"), |bytes| bytes[at as usize] ^= 1);
    }
    bench.open().await.unwrap();
}

#[tokio::test]
async fn a_log_file_that_lost_its_header_or_is_missing_is_noticed() {
    let mut bench = Bench::new();
    bench.config.checkpoint_bytes = u64::MAX;
    let bench = bench.filled(600).await;
    let newest = newest_log(&bench);
    edit(&newest, |bytes| bytes[20] ^= 1);
    let refusal = bench.refusal().await;
    assert!(refusal.contains("header is damaged"), "{refusal}");
    edit(&newest, |bytes| bytes[20] ^= 1);
    let (_, store) = bench.open().await.unwrap();
    store.close().await;
    std::fs::remove_file(bench.file("log-00000001")).unwrap();
    let refusal = bench.refusal().await;
    assert!(refusal.contains("generation 1"), "{refusal}");
}

/// The log file with the highest generation.
fn newest_log(bench: &Bench) -> PathBuf {
    let files = std::fs::read_dir(bench.path()).unwrap().map(|file| file.unwrap().path());
    let logs = files.filter(|path| path.file_name().unwrap().to_str().unwrap().starts_with("log-"));
    let generation = |path: &PathBuf| {
        decode_segment(&std::fs::read(path).unwrap()).unwrap().map(|segment| segment.generation)
    };
    let newest = logs.max_by_key(generation).unwrap();
    assert!(generation(&newest) > Some(1), "several files are in use");
    newest
}

#[tokio::test]
async fn a_damaged_or_missing_checkpoint_is_noticed() {
    let bench = Bench::new().filled(3).await;
    let checkpoint = bench.file("checkpoint");
    let whole = std::fs::read(&checkpoint).unwrap();
    edit(&checkpoint, |bytes| *bytes.last_mut().unwrap() ^= 1);
    let refusal = bench.refusal().await;
    assert!(refusal.contains("checkpoint is damaged"), "{refusal}");
    std::fs::remove_file(&checkpoint).unwrap();
    let refusal = bench.refusal().await;
    assert!(refusal.contains("checkpoint is missing"), "{refusal}");
    std::fs::write(&checkpoint, whole).unwrap();
    bench.open().await.unwrap();
}

#[tokio::test]
async fn remains_of_an_interrupted_start_are_no_harm() {
    let bench = Bench::new();
    std::fs::create_dir_all(bench.path()).unwrap();
    std::fs::write(bench.file("checkpoint.tmp"), b"half").unwrap();
    std::fs::write(bench.file("log-00000001"), vec![0; FIRST_FRAME as usize]).unwrap();
    let (_, store) = bench.open().await.unwrap();
    assert_eq!(put(&store, "a", "v").await, Revision(1));
}

#[tokio::test]
async fn decoders_take_any_damage_without_a_panic() {
    let bench = Bench::new().filled(30).await;
    let mut log = std::fs::read(bench.file("log-00000001")).unwrap();
    log.truncate(12 << 10);
    let (embedded, _store) = bench.open().await.unwrap();
    let backup = bench.dir.path().join("backup");
    embedded.backup(&backup).await.unwrap();
    let checkpoint = std::fs::read(backup).unwrap();
    assert_eq!(decode_segment(&log).unwrap().unwrap().frames.len(), 30);
    assert_eq!(decode_checkpoint(&checkpoint).unwrap().keys, 30);
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..2000 {
        let damaged = |whole: &[u8], random: &mut fastrand::Rng| {
            let mut bytes = whole[..random.usize(..=whole.len())].to_vec();
            for _ in 0..random.usize(0..4) {
                if !bytes.is_empty() {
                    let at = random.usize(..bytes.len());
                    bytes[at] = random.u8(..);
                }
            }
            bytes
        };
        let _ = decode_segment(&damaged(&log, &mut random));
        let bytes = damaged(&checkpoint, &mut random);
        assert!(
            decode_checkpoint(&bytes).is_err() || bytes == checkpoint || unchecked_only(&bytes, &checkpoint)
        );
    }
}

/// Whether two files differ only in the padding behind the header's checksum.
fn unchecked_only(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a[..76] == b[..76] && a[128..] == b[128..]
}

/// A disk whose syncs fail when told to.
struct Failing {
    disk: RealDisk,
    fail: Arc<std::sync::atomic::AtomicBool>,
}

struct FailingFile(Box<dyn disk::DiskFile>, Arc<std::sync::atomic::AtomicBool>);

impl Failing {
    fn wrap(
        &self,
        file: std::io::Result<Box<dyn disk::DiskFile>>,
    ) -> std::io::Result<Box<dyn disk::DiskFile>> {
        Ok(Box::new(FailingFile(file?, self.fail.clone())))
    }
}

impl Disk for Failing {
    fn list(&self) -> std::io::Result<Vec<String>> {
        self.disk.list()
    }
    fn open(&self, name: &str) -> std::io::Result<Box<dyn disk::DiskFile>> {
        self.wrap(self.disk.open(name))
    }
    fn create(&self, name: &str) -> std::io::Result<Box<dyn disk::DiskFile>> {
        self.wrap(Disk::create(&self.disk, name))
    }
    fn rename(&self, from: &str, to: &str) -> std::io::Result<()> {
        self.disk.rename(from, to)
    }
    fn remove(&self, name: &str) -> std::io::Result<()> {
        self.disk.remove(name)
    }
    fn sync_dir(&self) -> std::io::Result<()> {
        self.disk.sync_dir()
    }
}

impl disk::DiskFile for FailingFile {
    fn len(&self) -> std::io::Result<u64> {
        self.0.len()
    }
    fn read_at(&self, buf: &mut [u8], offset: u64) -> std::io::Result<usize> {
        self.0.read_at(buf, offset)
    }
    fn write_at(&self, buf: &[u8], offset: u64) -> std::io::Result<()> {
        self.0.write_at(buf, offset)
    }
    fn sync(&self) -> std::io::Result<()> {
        if self.1.load(std::sync::atomic::Ordering::SeqCst) {
            return Err(std::io::Error::other("the disk is on fire"));
        }
        self.0.sync()
    }
    fn set_len(&self, len: u64) -> std::io::Result<()> {
        self.0.set_len(len)
    }
}

#[tokio::test]
async fn a_failed_sync_stops_the_store_for_good() {
    let bench = Bench::new();
    let fail = Arc::new(std::sync::atomic::AtomicBool::new(false));
    let disk = Failing { disk: RealDisk::create(&bench.path()).unwrap(), fail: fail.clone() };
    let embedded = Embedded::open_on(Arc::new(disk), bench.config.clone()).await.unwrap();
    let store = Store::new(embedded.clone());
    put(&store, "a", "v").await;
    let mut watch = store.watch(WatchRequest::from_now(KeyRange::all())).await.unwrap();
    fail.store(true, std::sync::atomic::Ordering::SeqCst);
    assert!(matches!(store.create("b", "v", None).await, Err(Error::Unknown(_))));
    fail.store(false, std::sync::atomic::Ordering::SeqCst);
    assert!(matches!(store.create("c", "v", None).await, Err(Error::Unavailable(_))));
    assert!(matches!(store.get("a").await, Err(Error::Unavailable(_))));
    assert!(matches!(watch.next().await, Some(Err(Error::Unavailable(_)))));
    assert_eq!((watch.next().await.is_none(), embedded.stats().sync_failures), (true, 1));
    store.close().await;
    let (_, store) = bench.open().await.unwrap();
    assert!(store.get("a").await.unwrap().is_some());
}

#[tokio::test]
async fn a_log_file_that_is_cut_below_what_the_checkpoint_covers_is_no_loss() {
    let bench = Bench::new();
    let (embedded, store) = bench.open().await.unwrap();
    let mut written = 0;
    // One that was called for by the last write may have begun before that was shown.
    while embedded.stats().checkpoint_revision.0 == 0
        || embedded.stats().checkpoint_revision != embedded.stats().revision
    {
        put(&store, &format!("key-{written}"), &"v".repeat(500)).await;
        written += 1;
        checkpointed(&embedded).await;
    }
    store.close().await;
    drop((embedded, store));
    for file in std::fs::read_dir(bench.path()).unwrap() {
        let path = file.unwrap().path();
        if path.file_name().unwrap().to_str().unwrap().starts_with("log-") {
            edit(&path, |bytes| bytes.truncate(1348));
        }
    }
    for more in 0..2 {
        let (_, store) = bench.open().await.unwrap();
        assert_eq!(all(&store).await.kvs.len(), written + more);
        put(&store, &format!("more-{more}"), "v").await;
        store.close().await;
    }
}
