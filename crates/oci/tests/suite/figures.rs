//! How long a start takes and what a shim weighs: printed with `--nocapture`, bounded so that a great loss is noticed.

use node::ContainerRuntime as _;
use runtime::Clock;

use super::lab::{Lab, pod, shell};

#[tokio::test(flavor = "multi_thread")]
async fn starts_are_quick_and_shims_small() {
    let lab = Lab::new().await;
    let clock = Clock::system();
    let (mut sandboxes, mut containers) = (Vec::new(), Vec::new());
    let mut resident = 0;
    for round in 0..5 {
        let config = pod(lab.dir(), &format!("pod{round}"));
        let begin = clock.monotonic();
        let sandbox = lab.run_pod(&config).await;
        sandboxes.push(clock.monotonic() - begin);
        let begin = clock.monotonic();
        lab.start(&sandbox, &shell("c", "sleep 1000")).await;
        containers.push(clock.monotonic() - begin);
        resident = resident.max(shim_memory(&sandbox));
        lab.runtime.remove_sandbox(&sandbox).await.unwrap();
    }
    sandboxes.sort_unstable();
    containers.sort_unstable();
    println!(
        "sandbox {:?}, container {:?} (medians of 5), shim {resident} KiB of its own",
        sandboxes[2], containers[2]
    );
    assert!(sandboxes[2].as_secs() < 5 && containers[2].as_secs() < 5);
    assert!(resident < 16 << 10, "a shim takes {resident} KiB");
    lab.finish().await;
}

/// Memory of a sandbox's shim that it shares with nobody, in KiB.
fn shim_memory(sandbox: &str) -> u64 {
    let shim = std::fs::read_dir("/proc").unwrap().flatten().find(|process| {
        let line = std::fs::read(process.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(&format!("sandboxes/{sandbox}"))
    });
    let text = std::fs::read_to_string(shim.unwrap().path().join("smaps_rollup")).unwrap();
    let sum = |key: &str| {
        text.lines()
            .filter_map(|line| line.strip_prefix(key)?.split_whitespace().next()?.parse::<u64>().ok())
            .sum::<u64>()
    };
    println!("Rss {} KiB, Pss {} KiB", sum("Rss:"), sum("Pss:"));
    sum("Private_Clean:") + sum("Private_Dirty:")
}
