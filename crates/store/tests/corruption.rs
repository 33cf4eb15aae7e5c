//! Damaged files: the store opens with the right contents, with a clean cut of its last commit, or not at all, and then says which
//! file is damaged and what to do. Never with wrong contents, never with a panic.

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;
use store::embedded::{self, Config, Embedded};
use store::{Backend, Error, KeyRange, KeyValue, Range, Revision, Store};

use crate::crash::{self, Lives, script};
use crate::seed;
use crate::sim::SimDisk;

type Files = BTreeMap<String, Vec<u8>>;

/// The files of a store that has seen a few dozen commits, and what it held at its last two revisions.
struct Sample {
    files: Files,
    /// The newest revisions with their contents, oldest first.
    states: Vec<(Revision, Vec<KeyValue>)>,
}

async fn sample(seed: u64) -> Sample {
    let lives = Lives::new(seed);
    let store = lives.open().await.unwrap();
    let client = lives.client(&store);
    for step in script(seed, 70) {
        step.run(&client).await.ok();
    }
    // The last commit alone may be cut: it is the only one that could have been interrupted.
    let mut states = vec![];
    for value in ["one", "two"] {
        Store::new(store.clone())
            .write(vec![crate::workload::put(b"/last", value.as_bytes(), store::Expect::Any)])
            .await
            .unwrap();
        let now = store.range(Range::new(KeyRange::all())).await.unwrap();
        states.push((now.revision, now.kvs));
    }
    store.close().await;
    Sample { files: lives.disk.images().into_iter().map(|i| (i.name, i.bytes.to_vec())).collect(), states }
}

/// How an attempt to open ended.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Clone, Copy)]
enum End {
    Whole,
    Cut,
    Refused,
}

/// Opens damaged files and checks that nothing wrong comes out.
async fn open(sample: &Sample, files: Files, what: &str) -> End {
    let disk = SimDisk::with(files);
    let store = match Embedded::open_on(Arc::new(disk), crash::config()).await {
        Ok(store) => store,
        Err(Error::Data(text)) => {
            assert!(text.contains("restore"), "{what}: does not say what to do: {text}");
            assert!(text.contains("log") || text.contains("checkpoint"), "{what}: names no file: {text}");
            return End::Refused;
        }
        Err(other) => panic!("{what}: {other:?}"),
    };
    let now = store.range(Range::new(KeyRange::all())).await.unwrap();
    store.close().await;
    let newest = sample.states.len() - 1;
    match sample.states.iter().position(|(revision, kvs)| *revision == now.revision && *kvs == now.kvs) {
        Some(at) if at == newest => End::Whole,
        Some(_) => End::Cut,
        None => panic!("{what}: opened at {} with wrong contents", now.revision),
    }
}

/// Offsets worth damaging: all of the headers, and a sample of the rest where something was written.
fn offsets(bytes: &[u8], rng: &mut fastrand::Rng, count: usize) -> Vec<usize> {
    let used: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at] != 0 || *at < 128).collect();
    let mut chosen: Vec<usize> = used.iter().copied().filter(|at| *at < 128).collect();
    chosen.extend((0..count).filter_map(|_| used.get(rng.usize(0..used.len().max(1))).copied()));
    chosen
}

#[tokio::test(flavor = "multi_thread")]
async fn flipped_bits() {
    for seed in seed::seeds(500, 1) {
        let _announce = seed::Announce(seed);
        let mut rng = fastrand::Rng::with_seed(seed);
        let sample = sample(seed).await;
        let mut ends: BTreeMap<End, usize> = BTreeMap::new();
        assert_eq!(open(&sample, sample.files.clone(), "undamaged").await, End::Whole);
        for (name, bytes) in &sample.files {
            for at in offsets(bytes, &mut rng, 250) {
                let mut files = sample.files.clone();
                let bit = rng.u32(0..8);
                files.get_mut(name).unwrap()[at] ^= 1 << bit;
                let what = format!("seed {seed}: bit {bit} of byte {at} of {name}");
                *ends.entry(open(&sample, files, &what).await).or_default() += 1;
            }
        }
        let count = |end| ends.get(&end).copied().unwrap_or(0);
        assert!(count(End::Refused) > 50 && count(End::Whole) > 10, "{ends:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn cut_zeroed_and_scrambled_files() {
    let seed = seed::seed(510);
    let _announce = seed::Announce(seed);
    let mut rng = fastrand::Rng::with_seed(seed);
    let sample = sample(seed).await;
    for (name, bytes) in &sample.files {
        for _ in 0..60 {
            let mut files = sample.files.clone();
            let file = files.get_mut(name).unwrap();
            let (start, len) = (rng.usize(0..bytes.len()), rng.usize(1..2000));
            let end = (start + len).min(bytes.len());
            // Damage that ends where the file's last commit may begin cannot be told from an interrupted one; cutting a log
            // file from the front of its frames on is what a torn write looks like, so only its middle is touched here.
            let what = match rng.u32(0..3) {
                0 if name == "checkpoint" => {
                    file.truncate(start);
                    format!("{name} cut at {start}")
                }
                1 => {
                    file[start..end].iter_mut().for_each(|byte| *byte = rng.u8(..));
                    format!("{start}..{end} of {name} scrambled")
                }
                _ => {
                    let at = start / 512 * 512;
                    let end = (at + 512).min(bytes.len());
                    file[at..end].fill(0);
                    format!("sector {at} of {name} zeroed")
                }
            };
            open(&sample, files, &what).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_file_is_noticed() {
    let sample = sample(seed::seed(520)).await;
    let mut files = sample.files.clone();
    files.remove("checkpoint");
    assert_eq!(open(&sample, files, "without checkpoint").await, End::Refused);
}

/// Two files of the log that changed places hold frames for other places: they are found by what they say, not by name.
#[tokio::test(flavor = "multi_thread")]
async fn frames_at_another_place_do_not_count() {
    let sample = sample(seed::seed(530)).await;
    let logs: Vec<&String> = sample.files.keys().filter(|name| name.starts_with("log-")).collect();
    assert!(logs.len() >= 2, "{logs:?}");
    for (a, b) in logs.iter().zip(logs.iter().skip(1)) {
        let mut files = sample.files.clone();
        let (one, two) = (files[*a].clone(), files[*b].clone());
        // The frames of one under the header of the other.
        files.get_mut(*a).unwrap()[4096..].copy_from_slice(&two[4096..one.len().min(two.len())]);
        files.get_mut(*b).unwrap()[4096..].copy_from_slice(&one[4096..one.len().min(two.len())]);
        let end = open(&sample, files, &format!("{a} and {b} mixed")).await;
        assert_ne!(end, End::Cut, "old frames were taken for new ones");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn damaged_backups_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let store = Embedded::open(&at("data"), Config::default()).await.unwrap();
    let handle = Store::new(store.clone());
    for n in 0..200 {
        let value = Bytes::from(vec![b'x'; n * 10]);
        handle.create(format!("/k/{n}"), value, None).await.unwrap();
    }
    let backup = at("backup");
    let summary = store.backup(&backup).await.unwrap();
    assert_eq!((summary.revision, summary.keys), (Revision(200), 200));
    let all = handle.range(Range::new(KeyRange::all())).await.unwrap();
    store.close().await;

    let seed = seed::seed(540);
    let _announce = seed::Announce(seed);
    let mut rng = fastrand::Rng::with_seed(seed);
    let bytes = std::fs::read(&backup).unwrap();
    let mut refused = 0;
    for n in 0..200 {
        let mut damaged = bytes.clone();
        let (byte, bit) = (rng.usize(0..bytes.len()), rng.u32(0..8));
        damaged[byte] ^= 1 << bit;
        std::fs::write(at("damaged"), &damaged).unwrap();
        let into = at(&format!("restored-{n}"));
        match embedded::restore(&at("damaged"), &into) {
            Ok(restored) => {
                assert_eq!((restored.revision, restored.keys), (Revision(200), 200), "byte {byte}")
            }
            Err(Error::Data(text)) => {
                refused += 1;
                assert!(text.contains("damaged"), "{text}");
                assert!(!into.join("checkpoint").exists(), "a refused restore leaves no store");
            }
            Err(other) => panic!("{other:?}"),
        }
    }
    assert!(refused > 150, "only {refused} of 200 were refused");
    embedded::restore(&backup, &at("good")).unwrap();
    assert_eq!(embedded::verify(&at("good")).unwrap().revision, Revision(200));
    let store = Embedded::open(&at("good"), Config::default()).await.unwrap();
    assert_eq!(store.range(Range::new(KeyRange::all())).await.unwrap(), all);
    assert_eq!(Store::new(store.clone()).create("/new", "x", None).await.unwrap(), Revision(201));
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_one_handle_and_one_process() {
    let dir = tempfile::tempdir().unwrap();
    let first = Embedded::open(dir.path(), Config::default()).await.unwrap();
    let second = Embedded::open(dir.path(), Config::default()).await;
    assert!(matches!(&second, Err(Error::Data(text)) if text.contains("in use")), "{:?}", second.err());
    assert!(embedded::verify(dir.path()).is_err(), "a running store can't be verified");
    first.close().await;
    let again = Embedded::open(dir.path(), Config::default()).await.unwrap();
    again.close().await;
    drop((first, again));

    let other = crate::kill::child_on(dir.path()).await;
    let error = Embedded::open(dir.path(), Config::default()).await.err();
    assert!(matches!(&error, Some(Error::Data(text)) if text.contains("in use by process")), "{error:?}");
    other.close().await;
    Embedded::open(dir.path(), Config::default()).await.unwrap().close().await;
}
