//! A small fuzzer that runs with every test: valid files, changed in thousands of ways. The decoders never panic, and never yield
//! anything that was not written. `fuzz/` holds the same properties for as long as one likes.

use store::embedded::{DecodedFrame, decode_checkpoint, decode_segment};

use crate::crash::{Lives, script};
use crate::seed;

const MUTATIONS: usize = 4000;

/// The files of a store that has used its log files several times.
async fn files(seed: u64) -> Vec<(String, Vec<u8>)> {
    let lives = Lives::new(seed);
    let store = lives.open().await.unwrap();
    lives.live(store, &script(seed, 150)).await;
    lives.disk.images().into_iter().map(|image| (image.name, image.bytes.to_vec())).collect()
}

/// Changes `bytes` in one to four ways; `others` are files to take pieces from.
fn mutate(bytes: &mut Vec<u8>, others: &[Vec<u8>], rng: &mut fastrand::Rng) {
    for _ in 0..rng.usize(1..5) {
        if bytes.is_empty() {
            return;
        }
        let at = rng.usize(0..bytes.len());
        let len = rng.usize(1..600).min(bytes.len() - at);
        match rng.u32(0..8) {
            0 => bytes[at] ^= 1 << rng.u32(0..8),
            1 => bytes[at] = rng.u8(..),
            2 => bytes[at..at + len].fill(0),
            3 => bytes[at..at + len].iter_mut().for_each(|byte| *byte = rng.u8(..)),
            // A piece of the same file at another place, mostly where frames may begin.
            4 => {
                let from = at / 8 * 8;
                let to = rng.usize(0..=bytes.len() - len) / 8 * 8;
                bytes.copy_within(from..from + len, to);
            }
            // The same place of another file: what an earlier use of the file may have left.
            5 => {
                let other = &others[rng.usize(0..others.len())];
                let end = (at + len).min(other.len());
                if at < end {
                    bytes[at..end].copy_from_slice(&other[at..end]);
                }
            }
            6 => bytes.truncate(at),
            _ => {
                let numbers = [0, 1, 4096, u32::MAX, i32::MAX as u32, len as u32];
                let end = (at + 4).min(bytes.len());
                let number = numbers[rng.usize(0..numbers.len())].to_le_bytes();
                bytes[at..end].copy_from_slice(&number[..end - at]);
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn changed_segments_yield_nothing_that_was_not_written() {
    for seed in seed::seeds(600, 1) {
        let _announce = seed::Announce(seed);
        let mut rng = fastrand::Rng::with_seed(seed);
        let files = files(seed).await;
        let logs: Vec<Vec<u8>> =
            files.into_iter().filter(|(name, _)| name.starts_with("log-")).map(|(_, bytes)| bytes).collect();
        let (mut refused, mut cut, mut whole) = (0, 0, 0);
        for bytes in &logs {
            let Some(original) = decode_segment(bytes).expect("a valid file") else { continue };
            for _ in 0..MUTATIONS / logs.len() {
                let mut changed = bytes.clone();
                mutate(&mut changed, &logs, &mut rng);
                match decode_segment(&changed) {
                    Err(_) | Ok(None) => refused += 1,
                    Ok(Some(segment)) if segment.generation != original.generation => {
                        // The header of another use of the file: then none of this one's frames may pass.
                        let mine = |frame: &DecodedFrame| original.frames.contains(frame);
                        assert!(!segment.frames.iter().any(mine), "a frame passed in another generation");
                    }
                    Ok(Some(segment)) => {
                        assert!(original.frames.starts_with(&segment.frames), "a frame that was not written");
                        if segment.frames.len() < original.frames.len() { cut += 1 } else { whole += 1 }
                    }
                }
            }
        }
        assert!(refused > 10 && cut > 10 && whole > 100, "{refused} refused, {cut} cut, {whole} whole");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn changed_checkpoints_yield_nothing_that_was_not_written() {
    for seed in seed::seeds(610, 1) {
        let _announce = seed::Announce(seed);
        let mut rng = fastrand::Rng::with_seed(seed);
        let files = files(seed).await;
        let others: Vec<Vec<u8>> = files.iter().map(|(_, bytes)| bytes.clone()).collect();
        let (_, bytes) = files.iter().find(|(name, _)| name == "checkpoint").expect("every store has one");
        let original = decode_checkpoint(bytes).expect("a valid file");
        let mut refused = 0;
        for _ in 0..MUTATIONS {
            let mut changed = bytes.clone();
            mutate(&mut changed, &others, &mut rng);
            match decode_checkpoint(&changed) {
                Err(_) => refused += 1,
                Ok(decoded) => assert_eq!(decoded, original),
            }
        }
        assert!(refused > MUTATIONS / 2, "only {refused} of {MUTATIONS} changes were noticed");
    }
}

#[test]
fn noise_is_refused() {
    let mut rng = fastrand::Rng::with_seed(seed::seed(620));
    for _ in 0..2000 {
        let bytes: Vec<u8> = (0..rng.usize(0..9000)).map(|_| rng.u8(..)).collect();
        assert!(!matches!(decode_segment(&bytes), Ok(Some(_))));
        assert!(decode_checkpoint(&bytes).is_err());
    }
}

/// Not a test by itself: with `NAVARCH_FUZZ_CORPUS=<folder>` it writes files to start the fuzzers of `fuzz/` from.
#[tokio::test(flavor = "multi_thread")]
async fn corpus() {
    let Some(folder) = std::env::var_os("NAVARCH_FUZZ_CORPUS").map(std::path::PathBuf::from) else { return };
    for seed in 0..8 {
        for (name, bytes) in files(seed).await {
            let target = if name.starts_with("log-") { "decode_segment" } else { "decode_checkpoint" };
            std::fs::create_dir_all(folder.join(target)).unwrap();
            std::fs::write(folder.join(target).join(format!("{seed}-{name}")), bytes).unwrap();
        }
    }
}
