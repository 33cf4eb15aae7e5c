//! Damaged files: the store opens with the right contents, with a clean cut of its last commit, or not at all, and then says which
//! file is damaged and what to do. Never with wrong contents, never with a panic.

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;
use store::embedded::{self, Config, Embedded};
use store::{Backend, Error, KeyRange, KeyValue, Range, Revision, Store};

use crate::crash::{self, Lives, Step, script};
use crate::seed;
use crate::sim::SimDisk;

type Files = BTreeMap<String, Vec<u8>>;

/// The files of a store that has seen a few dozen commits, and what it held.
struct Sample {
    files: Files,
    /// The contents at every revision.
    states: BTreeMap<Revision, Vec<KeyValue>>,
    /// The frames of the newest log file: its name, and for each frame where it begins and the revision before it.
    newest: String,
    frames: Vec<(usize, Revision)>,
}

impl Sample {
    /// The oldest revision that may come out if `damage` hit this file: all frames from the cut on were hit, so that none is left to
    /// prove that there was more.
    fn oldest(&self, name: &str, damage: &std::ops::Range<usize>) -> Revision {
        let mut oldest = *self.states.keys().last().expect("not empty");
        let mut end = usize::MAX;
        for (start, before) in self.frames.iter().rev() {
            if name != self.newest || damage.start >= end || damage.end <= *start {
                break;
            }
            (oldest, end) = (*before, *start);
        }
        oldest
    }
}

async fn sample(seed: u64) -> Sample {
    let lives = Lives::new(seed);
    let store = lives.open().await.unwrap();
    let client = lives.client(&store);
    let mut steps = script(seed, 70);
    for value in ["one", "two", "three"] {
        steps.push(Step::Write(vec![crate::workload::put(b"/last", value.as_bytes(), store::Expect::Any)]));
    }
    let mut states = BTreeMap::from([(Revision::ZERO, vec![])]);
    for step in steps {
        step.run(&client).await.ok();
        let now = client.range(Range::new(KeyRange::all())).await.unwrap();
        states.insert(now.revision, now.kvs);
    }
    drop(client);
    store.close().await;
    let files: Files = lives.disk.images().into_iter().map(|i| (i.name, i.bytes.to_vec())).collect();
    let logs = files.iter().filter(|(name, _)| name.starts_with("log-"));
    let decoded = logs.filter_map(|(name, bytes)| Some((name, embedded::decode_segment(bytes).ok()??)));
    let (newest, segment) = decoded.max_by_key(|(_, segment)| segment.generation).expect("a log");
    let before = |first: u64| Revision(first - 1);
    let frames = segment.frames.iter().map(|f| (f.offset as usize, before(f.first_revision))).collect();
    Sample { newest: newest.clone(), frames, states, files }
}

/// How an attempt to open ended.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Clone, Copy)]
enum End {
    Whole,
    Cut,
    Refused,
}

/// Opens files of which `damage` of `name` was damaged, and checks that nothing wrong comes out.
async fn open(sample: &Sample, files: Files, name: &str, damage: std::ops::Range<usize>, what: &str) -> End {
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
    let (oldest, newest) = (sample.oldest(name, &damage), *sample.states.keys().last().expect("not empty"));
    assert_eq!(
        sample.states.get(&now.revision),
        Some(&now.kvs),
        "{what}: wrong contents at {}",
        now.revision
    );
    assert!(now.revision >= oldest, "{what}: opened at {}, {oldest} must be there", now.revision);
    if now.revision == newest { End::Whole } else { End::Cut }
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
        assert_eq!(open(&sample, sample.files.clone(), "", 0..0, "undamaged").await, End::Whole);
        for (name, bytes) in &sample.files {
            for at in offsets(bytes, &mut rng, 250) {
                let mut files = sample.files.clone();
                let bit = rng.u32(0..8);
                files.get_mut(name).unwrap()[at] ^= 1 << bit;
                let what = format!("seed {seed}: bit {bit} of byte {at} of {name}");
                *ends.entry(open(&sample, files, name, at..at + 1, &what).await).or_default() += 1;
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
            let (damage, what) = match rng.u32(0..3) {
                0 => {
                    file.truncate(start);
                    (start..usize::MAX, format!("{name} cut at {start}"))
                }
                1 => {
                    file[start..end].iter_mut().for_each(|byte| *byte = rng.u8(..));
                    (start..end, format!("{start}..{end} of {name} scrambled"))
                }
                _ => {
                    let at = start / 512 * 512;
                    let end = (at + 512).min(bytes.len());
                    file[at..end].fill(0);
                    (at..end, format!("sector {at} of {name} zeroed"))
                }
            };
            open(&sample, files, name, damage, &what).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_file_is_noticed() {
    let sample = sample(seed::seed(520)).await;
    let mut files = sample.files.clone();
    files.remove("checkpoint");
    assert_eq!(open(&sample, files, "checkpoint", 0..usize::MAX, "without checkpoint").await, End::Refused);
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
        let both = 4096..one.len().min(two.len());
        files.get_mut(*a).unwrap()[both.clone()].copy_from_slice(&two[both.clone()]);
        files.get_mut(*b).unwrap()[both.clone()].copy_from_slice(&one[both]);
        // If the newest file has lost its frames, no more than these are gone; whatever comes out was written as it is.
        let hit = if *a == &sample.newest { a } else { b };
        open(&sample, files, hit, 4096..usize::MAX, &format!("{a} and {b} mixed")).await;
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
