//! Runs the cases against each back end.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, UNIX_EPOCH};

use runtime::{Clock, ManualTime};
use store::Store;
use store::embedded::{Config, Embedded};

use super::{AREAS, Case, Run};
use crate::fixture::etcd::Cluster;
use crate::reference::Reference;

/// All cases that the outside asks for, by full name.
fn cases() -> Vec<(String, Run)> {
    let wanted = std::env::var("NAVARCH_TEST_CASE").unwrap_or_default();
    let all = AREAS
        .iter()
        .flat_map(|(area, cases)| cases.iter().map(move |(name, run)| (format!("{area}::{name}"), *run)));
    all.filter(|(name, _)| name.contains(&wanted)).collect()
}

/// Runs one case; the text of its failure.
async fn run(name: &str, run: Run, store: Store, time: Option<ManualTime>) -> Option<String> {
    let prefix = format!("/suite/{name}/");
    let case = Case { store: store.clone(), prefix, time };
    let patience = Duration::from_secs(120);
    let end = tokio::time::timeout(patience, tokio::spawn(run(case))).await;
    store.close().await;
    match end {
        Ok(Ok(())) => None,
        Ok(Err(panic)) => {
            let panic = panic.into_panic();
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
            Some(format!("{name}: {}", text.unwrap_or_default()))
        }
        Err(_) => Some(format!("{name}: did not end")),
    }
}

fn assert_all_pass(failures: &[String], ran: usize) {
    assert!(ran > 0, "no case ran");
    assert!(failures.is_empty(), "{} of {ran} cases failed:\n{}", failures.len(), failures.join("\n"));
}

/// The plain back end of the tests has no times to live and no end, and must pass all other cases.
#[tokio::test(flavor = "multi_thread")]
async fn on_the_reference() {
    let mut failures = vec![];
    let cases: Vec<_> = cases()
        .into_iter()
        .filter(|(name, _)| !name.starts_with("ttl") && !name.starts_with("stop"))
        .collect();
    for (name, case) in &cases {
        failures.extend(run(name, *case, Store::new(Reference::new(None)), None).await);
    }
    assert_all_pass(&failures, cases.len());
}

/// How many etcd servers share the cases. On each they run one after the other, so that nobody else writes.
const SERVERS: usize = 3;

#[tokio::test(flavor = "multi_thread")]
async fn on_etcd() {
    let cases = Arc::new(cases());
    let next = Arc::new(AtomicUsize::new(0));
    let servers: Vec<_> = (0..SERVERS)
        .map(|_| {
            let (cases, next) = (cases.clone(), next.clone());
            tokio::spawn(async move {
                let cluster = Cluster::single().await;
                let mut failures = vec![];
                while let Some((name, case)) = cases.get(next.fetch_add(1, Ordering::SeqCst)) {
                    failures.extend(run(name, *case, Store::new(cluster.connect().await), None).await);
                }
                failures
            })
        })
        .collect();
    let mut failures = vec![];
    for server in servers {
        failures.extend(server.await.unwrap());
    }
    assert_all_pass(&failures, cases.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn on_embedded() {
    let cases = cases();
    let running: Vec<_> = cases
        .iter()
        .cloned()
        .map(|(name, case)| {
            tokio::spawn(async move {
                let dir = tempfile::tempdir().unwrap();
                let start = UNIX_EPOCH + Duration::from_secs(1_000_000);
                let (clock, time) = Clock::manual(start);
                let config = Config { clock, segment_bytes: 256 << 10, ..Config::default() };
                let store = Embedded::open(dir.path(), config).await.unwrap();
                run(&name, case, Store::new(store), Some(time)).await
            })
        })
        .collect();
    let mut failures = vec![];
    for case in running {
        failures.extend(case.await.unwrap());
    }
    assert_all_pass(&failures, cases.len());
}
