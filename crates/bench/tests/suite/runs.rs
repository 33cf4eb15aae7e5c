//! Every scenario once: figures that make sense, no errors, nothing left behind.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use bench::{Endpoint, Meter, Protocol, Row, Sizes, Target};
use runtime::Clock;
use testing::ApiServer;

fn tiny() -> Sizes {
    Sizes {
        duration: Duration::from_millis(100),
        rounds: 1,
        connections: 2,
        objects: 4,
        pods: 5,
        watchers: 3,
        writers: 2,
        pace: 50.0,
        idle: Duration::from_millis(1),
    }
}

fn target(server: &ApiServer, protocol: Protocol, meter: Meter) -> Result<Arc<Target>> {
    let endpoint = Endpoint::from_kubeconfig(&server.kubeconfig())?;
    Ok(Arc::new(Target::build("navarch", &endpoint, protocol, meter, &Clock::system())?))
}

async fn measure(server: &ApiServer, protocol: Protocol, meter: Meter, names: &[&str]) -> Result<Vec<Row>> {
    let target = target(server, protocol, meter)?;
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let scenarios = bench::chosen(&names)?;
    let figures = bench::run(&[target], &scenarios, &tiny(), &Clock::system(), &|_| {}).await?;
    assert_eq!(figures.rows.len(), scenarios.len());
    let text = bench::text(&figures);
    for scenario in scenarios {
        assert!(text.contains(scenario.name()), "{text}");
    }
    Ok(figures.rows)
}

fn check(rows: &[Row]) {
    for row in rows {
        assert!(row.count > 0 && row.errors == 0, "{row:?}");
        assert!(row.rate > 0.0 && row.bytes_each > 0.0, "{row:?}");
        assert!(row.p50_micros > 0 && row.p50_micros <= row.p99_micros, "{row:?}");
        assert!(row.server_cpu_micros.is_some() && row.server_resident_bytes.is_some(), "{row:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_scenario_runs_and_leaves_nothing() -> Result<()> {
    let server = ApiServer::start().await;
    let rows = measure(&server, Protocol::Http1, Meter::Processes(vec![std::process::id()]), &[]).await?;
    check(&rows);
    // An event reaches every watcher.
    let watch = rows.iter().find(|row| row.scenario == "watch").expect("it ran");
    assert_eq!(watch.count % 3, 0, "{watch:?}");
    // A list of whole pods is longer than one of their metadata.
    let bytes = |name: &str| rows.iter().find(|row| row.scenario == name).map_or(0.0, |row| row.bytes_each);
    assert!(bytes("list") > bytes("list-metadata") && bytes("list-metadata") > 5.0 * 100.0);
    let left = server.admin().all::<api::core::v1::Pod>().list(&client::Select::default()).await?;
    assert!(left.items.is_empty(), "pods are left");
    server.stop().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn over_http2_and_by_the_servers_own_metrics() -> Result<()> {
    let server = ApiServer::start().await;
    let rows = measure(&server, Protocol::Http2, Meter::Metrics, &["get", "list", "watch"]).await?;
    check(&rows);
    server.stop().await;
    Ok(())
}

#[test]
fn an_unknown_scenario_is_refused_with_those_there_are() {
    let error = bench::chosen(&["gte".to_owned()]).err().expect("it is refused").to_string();
    assert!(error.contains("\"gte\"") && error.contains("create, get, merge-patch"), "{error}");
}
