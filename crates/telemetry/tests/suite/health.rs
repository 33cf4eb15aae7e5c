//! Endpoints from the outside: what parts tell and what is asked, in the order of registration, as the recorded stock server.

use telemetry::health::{Check, Checks, Flag, Query, Response};

fn verbose() -> Query {
    Query { verbose: true, exclude: Vec::new() }
}

#[tokio::test]
async fn the_recorded_answers_come_out_again() {
    for (endpoint, recorded) in [("livez", include_str!("livez.txt")), ("readyz", include_str!("readyz.txt"))]
    {
        let checks = Checks::new(endpoint);
        for line in recorded.lines().filter(|line| line.starts_with('[')) {
            let name = line.strip_prefix("[+]").unwrap().strip_suffix(" ok").unwrap();
            checks.add(name, Check::ping());
        }
        let response = checks.report(&verbose()).await;
        assert_eq!((response.status, response.body.as_str()), (200, recorded));
    }
}

#[tokio::test]
async fn parts_tell_and_others_are_asked() {
    let checks = Checks::new("readyz");
    let (synced, shutdown) = (Flag::not_yet("3 caches are empty"), Flag::well());
    checks.add("informer-sync", Check::told(&synced));
    checks.add("etcd", Check::asked_async(|| async { Ok(()) }));
    checks.add("log", Check::asked(|| Ok(())));
    checks.add("shutdown", Check::told(&shutdown));
    assert_eq!(checks.names(), ["informer-sync", "etcd", "log", "shutdown"]);
    let failed = "[-]informer-sync failed: reason withheld\n[+]etcd ok\n[+]log ok\n[+]shutdown ok\nreadyz check failed\n";
    let response = checks.report(&Query::default()).await;
    assert_eq!(response, Response { status: 500, body: failed.into() });
    let one = checks.report_one("informer-sync").await.unwrap();
    assert_eq!(one, Response { status: 500, body: "internal server error: 3 caches are empty\n".into() });

    let without = Query { verbose: false, exclude: vec!["informer-sync".into()] };
    assert_eq!(checks.report(&without).await.status, 200);
    synced.pass();
    assert_eq!(checks.report(&Query::default()).await, Response { status: 200, body: "ok".into() });
    assert_eq!(checks.report_one("informer-sync").await.unwrap().body, "ok");
    shutdown.fail("process is shutting down");
    assert_eq!(checks.report(&Query::default()).await.status, 500);
    assert_eq!(checks.report_one("nothing").await, None);
}

#[tokio::test]
async fn an_excluded_check_is_not_run_and_a_second_of_its_name_takes_its_place() {
    let checks = Checks::new("livez");
    checks.add("etcd", Check::asked(|| panic!("this one is replaced")));
    checks.add("etcd", Check::asked_async(|| async { panic!("this one is excluded") }));
    let query = Query { verbose: true, exclude: vec!["etcd".into()] };
    assert_eq!(checks.report(&query).await.body, "[+]etcd excluded: ok\nlivez check passed\n");
}

#[tokio::test]
async fn an_endpoint_without_checks_answers() {
    let checks = Checks::new("healthz");
    assert_eq!(checks.report(&verbose()).await.body, "[+]ping ok\nhealthz check passed\n");
    assert_eq!(checks.report_one("ping").await.unwrap().status, 200);
}
