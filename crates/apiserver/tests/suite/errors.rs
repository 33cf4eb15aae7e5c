//! What does not work: the codes and texts are a stock server's.

use crate::harness::{Client, MAPS, Server, config_map};

#[tokio::test(flavor = "multi_thread")]
async fn paths_methods_and_forms_that_there_are_not() {
    let server = Server::start().await;
    let client = server.admin();
    let missing = "404 NotFound: the server could not find the requested resource";
    let method = "405 MethodNotAllowed: the server does not allow this method on the requested resource";
    for (verb, path, expected) in [
        ("GET", "/api/v1/bogus", missing),
        ("GET", "/api/v1/namespaces/default/bogus", missing),
        ("GET", "/api/v1/configmaps/x", missing),
        ("GET", "/api/v1//namespaces", missing),
        ("GET", "/apis/apps/v1beta1", missing),
        ("GET", "/api/v1/namespaces/default/configmaps/a/b/c", missing),
        ("GET", "/api/v1/namespaces/default/configmaps/a%2Fb", missing),
        ("PUT", MAPS, method),
        ("POST", "/api/v1/configmaps", method),
        ("POST", "/api/v1/namespaces/default/configmaps/x", method),
        ("DELETE", "/api/v1/namespaces", method),
        ("BOGUS", "/api/v1/namespaces", method),
    ] {
        assert_eq!(client.send(verb, path, &[], "").await.status(), expected, "{verb} {path}");
    }
    for path in ["/bogus", "/apis/bogus.io/v1/things", "/apis/bogus.io"] {
        let reply = client.get(path).await;
        assert_eq!((reply.code, reply.text()), (404, "404 page not found\n"), "{path}");
    }
    assert_eq!(client.send("HEAD", "/api/v1/namespaces/default", &[], "").await.code, 405);
    let refused = client.send("GET", "/api/v1/namespaces/default", &[("accept", "text/plain")], "").await;
    assert!(
        refused.status().starts_with("406 NotAcceptable: 406: Not Acceptable\n\n"),
        "{}",
        refused.status()
    );
    let refused = client.send("POST", MAPS, &[("content-type", "text/plain")], "x").await;
    assert!(
        refused
            .status()
            .starts_with("415 UnsupportedMediaType: the body of the request was in an unknown format")
    );
    let refused = client.patch(&format!("{MAPS}/x"), "application/json", "{}").await;
    assert_eq!(refused.status(), "415 UnsupportedMediaType: 415: Unsupported Media Type");
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bodies_that_are_not_what_they_should_be() {
    let server = Server::start().await;
    let client = server.admin();
    let post = |path: String, body: String| {
        let client = server.admin();
        async move { client.send("POST", &path, &[("content-type", "application/json")], body).await }
    };
    let strict = format!("{MAPS}?fieldValidation=Strict");
    for (path, body, expected) in [
        (
            MAPS,
            r#"{"a":"#,
            r#"400 BadRequest: the object provided is unrecognized (must be of type ConfigMap): couldn't get version/kind; json parse error: unexpected end of JSON input ({"a":)"#,
        ),
        (
            MAPS,
            r#"{"apiVersion":"v1","kind":"Bogus","metadata":{"name":"x"}}"#,
            r#"400 BadRequest: Bogus in version "v1" cannot be handled as a ConfigMap: no kind "Bogus" is registered for version "v1" in scheme "pkg/api/legacyscheme/scheme.go:30""#,
        ),
        (
            MAPS,
            r#"{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x","labels":"y"}}"#,
            r#"400 BadRequest: ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal string into Go struct field ObjectMeta.metadata.labels of type map[string]string"#,
        ),
        (
            &strict,
            r#"{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x","bogus":1},"bogus":1}"#,
            r#"400 BadRequest: ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: unknown field "metadata.bogus", unknown field "bogus""#,
        ),
        (
            "/api/v1/namespaces/default/configmaps?dryRun=x",
            "{}",
            r#"422 Invalid: CreateOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: ["x"]: supported values: "All""#,
        ),
    ] {
        assert_eq!(post(path.to_owned(), body.to_owned()).await.status(), expected);
    }
    let warned = r#"{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"w"},"bogus":1}"#;
    let warned = post(MAPS.to_owned(), warned.to_owned()).await;
    assert_eq!((warned.code, warned.header("warning")), (201, r#"299 - "unknown field \"bogus\"""#));
    let large = config_map("large", &[("a", &"x".repeat(apiserver::MAX_REQUEST_BYTES))]);
    assert_eq!(
        client.post(MAPS, &large).await.status(),
        "413 RequestEntityTooLarge: Request entity too large: limit is 3145728"
    );
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(post(MAPS.to_owned(), deep).await.code, 400);
    assert_eq!(
        client.get(MAPS).await.json()["items"].as_array().unwrap().len(),
        1,
        "nothing else was stored"
    );
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_and_those_who_may_not() {
    let server = Server::start().await;
    assert_eq!(server.nobody().get("/api/v1/namespaces").await.status(), "401 Unauthorized: Unauthorized");
    for path in ["/healthz", "/livez", "/readyz", "/version"] {
        assert_eq!(server.nobody().get(path).await.code, 200, "{path}");
    }
    assert_eq!(server.nobody().get("/metrics").await.code, 401);
    let clock = runtime::Clock::system();
    let pki = tls::Pki::open_or_create(&server.dir.path().join("pki"), &clock).unwrap();
    let eve = pki.client_certificate("eve", "eve", &["people"]).unwrap();
    let eve = Client::with(&server, Some(eve), tls::Protocol::Http1);
    assert_eq!(
        eve.get(MAPS).await.status(),
        r#"403 Forbidden: configmaps is forbidden: User "eve" cannot list resource "configmaps" in API group "" in the namespace "default""#
    );
    let other = tempfile::tempdir().unwrap();
    let foreign = tls::Pki::open_or_create(other.path(), &clock).unwrap();
    let foreign = foreign.client_certificate("admin", "kubernetes-admin", &["system:masters"]).unwrap();
    let foreign = Client::with(&server, Some(foreign), tls::Protocol::Http1);
    assert_eq!(foreign.get(MAPS).await.status(), "401 Unauthorized: Unauthorized");
    let user = resource::User { name: "eve".into(), ..resource::User::default() };
    let request = http::Request::get(MAPS).body(apiserver::request_body("")).unwrap();
    assert_eq!(
        server.api().local(user).call(request).await.status(),
        403,
        "within the process it is the same"
    );
    server.finish().await;
}
