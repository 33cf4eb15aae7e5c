//! The registry from the outside: what is counted is what the text says, exactly once and in the stock server's form.

use std::time::Duration;

use telemetry::metrics::{CONTENT_TYPE, Declared, Description, RegisterError, Registry, register_process};

use super::exposition::parse;

#[test]
fn the_text_is_the_stock_servers() {
    let registry = Registry::new();
    let requests = registry
        .counters(
            Description::stable("apiserver_request_total", "Requests served."),
            ["verb", "code", "resource"],
        )
        .unwrap();
    requests.with(["LIST", "200", "pods"]).add(2_000_000);
    requests.with(["GET", "200", "pods"]).inc();
    requests.with(["GET", "200", "pods"]).add_f64(0.5);
    requests.with(["GET", "404", "pods"]).inc();
    let seconds = registry
        .histograms(
            Description::alpha("b_duration_seconds", "How long, in \\ and\nlines."),
            ["verb"],
            &[0.005, 1.0, 1e6],
        )
        .unwrap();
    seconds.with(["GET"]).observe(0.005);
    seconds.with(["GET"]).observe(0.25);
    seconds.with(["GET"]).observe_duration(Duration::from_millis(500));
    seconds.with(["GET"]).observe(2e6);
    registry.gauge(Description::plain("a_depth", "Depth.")).unwrap().set(-3.25);
    registry.gauges(Description::plain("never_used", "Nothing yet."), ["name"]).unwrap();
    let expected = r#"# HELP a_depth Depth.
# TYPE a_depth gauge
a_depth -3.25
# HELP apiserver_request_total [STABLE] Requests served.
# TYPE apiserver_request_total counter
apiserver_request_total{code="200",resource="pods",verb="GET"} 1.5
apiserver_request_total{code="200",resource="pods",verb="LIST"} 2e+06
apiserver_request_total{code="404",resource="pods",verb="GET"} 1
# HELP b_duration_seconds [ALPHA] How long, in \\ and\nlines.
# TYPE b_duration_seconds histogram
b_duration_seconds_bucket{verb="GET",le="0.005"} 1
b_duration_seconds_bucket{verb="GET",le="1"} 3
b_duration_seconds_bucket{verb="GET",le="1e+06"} 3
b_duration_seconds_bucket{verb="GET",le="+Inf"} 4
b_duration_seconds_sum{verb="GET"} 2.000000755e+06
b_duration_seconds_count{verb="GET"} 4
"#;
    assert_eq!(registry.render(), expected);
    assert_eq!(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8");
}

#[test]
fn labels_survive_whatever_is_in_them() {
    let registry = Registry::new();
    let family = registry.gauges(Description::beta("odd", "Odd."), ["b", "a"]).unwrap();
    let odd = ["plain", "with \"quotes\"", "back\\slash\\", "two\nlines", "", "ünïcode", "a\",b=\"c"];
    for (position, value) in odd.iter().enumerate() {
        family.with([value, "x"]).set(position as f64);
    }
    let read = parse(&registry.render());
    assert_eq!(read["odd"].help, "[BETA] Odd.");
    for (position, value) in odd.iter().enumerate() {
        assert_eq!(read["odd"].value("odd", &[("a", "x"), ("b", value)]), Some(position as f64), "{value:?}");
    }
    assert_eq!(read["odd"].samples.len(), odd.len());
    family.remove(["plain", "x"]);
    assert_eq!(parse(&registry.render())["odd"].samples.len(), odd.len() - 1);
    family.clear();
    assert_eq!(registry.render(), "");
}

#[test]
fn asking_twice_gives_the_same_and_asking_for_another_is_refused() {
    let registry = Registry::new();
    let queue = || registry.counters(Description::alpha("workqueue_adds_total", "Adds."), ["name"]);
    queue().unwrap().with(["a"]).inc();
    queue().unwrap().with(["a"]).inc();
    assert_eq!(parse(&registry.render())["workqueue_adds_total"].samples[0].2, 2.0);

    let name = Description::alpha("workqueue_adds_total", "Adds.");
    let differs = Some(RegisterError::Differs("workqueue_adds_total".into()));
    assert_eq!(registry.gauges(name.clone(), ["name"]).err(), differs);
    assert_eq!(registry.counters(name.clone(), ["queue"]).err(), differs);
    assert_eq!(registry.counter(name.clone()).err(), differs);
    assert_eq!(registry.collector(vec![Declared::gauge(name, &[])], |_| {}).err(), differs);

    let histogram = |bounds: &[f64]| registry.histogram(Description::alpha("h", "H."), bounds);
    histogram(&[1.0, 2.0]).unwrap();
    assert_eq!(histogram(&[1.0, 3.0]).err(), Some(RegisterError::Differs("h".into())));
    for bounds in [&[2.0, 1.0][..], &[1.0, 1.0], &[f64::INFINITY], &[f64::NAN]] {
        assert_eq!(histogram(bounds).err(), Some(RegisterError::Buckets("h".into())));
    }
    for (name, label, bad) in
        [("1a", "x", "1a"), ("a-b", "x", "a-b"), ("a", "le", "le"), ("a", "x:y", "x:y"), ("", "x", "")]
    {
        let refused = registry.counters(Description::plain(name, ""), [label]).err();
        assert_eq!(refused, Some(RegisterError::Name(bad.into())));
    }
    registry.counters(Description::plain("node:cpu:rate", ""), ["x"]).unwrap();
}

#[test]
fn collectors_are_asked_when_somebody_looks() {
    let registry = Registry::new();
    let looks = std::sync::atomic::AtomicU32::new(0);
    let declared = vec![
        Declared::gauge(Description::alpha("store_objects", "Objects."), &["resource"]),
        Declared::counter(Description::alpha("store_syncs_total", "Syncs."), &[]),
    ];
    registry
        .collector(declared, move |scrape| {
            let look = looks.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            scrape.put("store_syncs_total", &[], f64::from(look));
            scrape.put("store_objects", &["pods"], 3.0);
            scrape.put("store_objects", &[], 1.0);
            scrape.put("undeclared", &[], 1.0);
        })
        .unwrap();
    for look in 0..2 {
        let read = parse(&registry.render());
        assert_eq!(read.len(), 2);
        assert_eq!(read["store_syncs_total"].samples[0].2, f64::from(look));
        assert_eq!(read["store_objects"].samples.len(), 1);
        assert_eq!(read["store_objects"].kind, "gauge");
    }
}

#[test]
fn many_threads_lose_nothing() {
    let registry = Registry::new();
    let family = registry.counters(Description::alpha("c_total", "C."), ["thread"]).unwrap();
    let histogram = registry.histogram(Description::alpha("h", "H."), &[1.0, 10.0]).unwrap();
    let gauge = registry.gauge(Description::alpha("g", "G.")).unwrap();
    const EACH: u32 = 5000;
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let (family, histogram, gauge, registry) = (&family, &histogram, &gauge, &registry);
            scope.spawn(move || {
                for step in 0..EACH {
                    family.with([if step % 2 == 0 { "even" } else { "odd" }]).inc();
                    histogram.observe(f64::from(thread * 4));
                    gauge.inc();
                    if step % 1000 == 0 {
                        parse(&registry.render());
                    }
                }
            });
        }
    });
    let read = parse(&registry.render());
    let all = f64::from(EACH * 4);
    assert_eq!(read["c_total"].value("c_total", &[("thread", "odd")]), Some(all / 2.0));
    assert_eq!(read["g"].samples[0].2, all);
    assert_eq!(read["h"].value("h_count", &[]), Some(all));
    assert_eq!(read["h"].value("h_bucket", &[("le", "1")]), Some(all / 4.0));
    assert_eq!(read["h"].value("h_sum", &[]), Some(f64::from(EACH) * 24.0));
}

#[test]
fn the_process_is_measured() {
    let registry = Registry::new();
    register_process(&registry).unwrap();
    assert!(register_process(&registry).is_err(), "twice is a mistake");
    let read = parse(&registry.render());
    for (name, kind) in [
        ("process_cpu_seconds_total", "counter"),
        ("process_max_fds", "gauge"),
        ("process_open_fds", "gauge"),
        ("process_resident_memory_bytes", "gauge"),
        ("process_start_time_seconds", "gauge"),
        ("process_virtual_memory_bytes", "gauge"),
        ("process_virtual_memory_max_bytes", "gauge"),
    ] {
        let metric = &read[name];
        assert_eq!((metric.kind.as_str(), metric.samples.len()), (kind, 1), "{name}");
        assert!(metric.samples[0].2 > 0.0 || kind == "counter", "{name}: {metric:?}");
    }
}
