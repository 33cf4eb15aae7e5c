//! Paths and queries that nobody sends on purpose, or on purpose only: read without a panic, and never as something else than they
//! say. `fuzz/` holds the same properties for as long as one likes.

use apiserver::RequestInfo;
use http::Method;
use meta::options::Query;

/// A small generator of numbers, so that one seed makes one case.
struct Dice(u64);

impl Dice {
    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        from[(self.0 >> 33) as usize % from.len()]
    }
}

const PIECES: [&str; 30] = [
    "/",
    "/",
    "/",
    "//",
    "api",
    "apis",
    "v1",
    "apps",
    "namespaces",
    "watch",
    "pods",
    "status",
    "finalize",
    "default",
    "proxy",
    "%",
    "%2",
    "%2F",
    "%00",
    "%ff",
    "%C3%A9",
    "é",
    ".",
    "..",
    "*",
    "?",
    "x",
    "log",
    "exec",
    " ",
];
const QUERIES: [&str; 24] = [
    "watch",
    "=",
    "true",
    "0",
    "&",
    "&&",
    ";",
    "fieldSelector",
    "labelSelector",
    "metadata.name",
    "%3D",
    "%21",
    "a",
    ",",
    " in ",
    "(",
    ")",
    "\\",
    "limit",
    "99999999999999999999",
    "%",
    "+",
    "%ff",
    "timeoutSeconds",
];
const METHODS: [&str; 8] = ["GET", "PUT", "POST", "PATCH", "DELETE", "HEAD", "OPTIONS", "BOGUS"];

#[test]
fn any_path_and_query_can_be_read() {
    for seed in 0..20_000 {
        let mut dice = Dice(seed);
        let path: String = (0..seed % 14).map(|_| dice.pick(&PIECES)).collect();
        let query: String = (0..seed % 11).map(|_| dice.pick(&QUERIES)).collect();
        let method = Method::from_bytes(dice.pick(&METHODS).as_bytes()).unwrap();
        let info = RequestInfo::read(&method, &path, &Query::parse(&query));
        assert!(info.path.starts_with('/'), "{path}");
        if info.is_resource {
            assert_eq!(info.resource, info.parts.first().cloned().unwrap_or_default(), "{path}");
        } else {
            assert_eq!(info.verb, method.as_str().to_ascii_lowercase());
        }
        // What only reads never counts as what writes, and the other way round.
        let reads = matches!(method, Method::GET | Method::HEAD | Method::OPTIONS);
        assert!(!(reads && info.is_mutating()) || method == Method::OPTIONS, "{method} {path}?{query}");
        assert!(reads || info.is_mutating() || info.watch_prefix, "{method} {path}?{query}");
        let _ = (info.full_resource(), info.is_long_running());
    }
}
