//! What a client may ask of the server at once, over real sockets: sizes, numbers and times, and what it is told beyond them.

use std::time::Duration;

use apiserver::{ConnectionLimits, LimitsConfig};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};

use crate::harness::{Client, MAPS, PATIENCE, Server, config_map};

/// Writes what it can, and gives what came back until the server closed the connection or there is a whole head of an answer.
async fn converse(mut io: impl AsyncRead + AsyncWrite + Unpin, bytes: &[u8]) -> String {
    let (mut read, mut write) = tokio::io::split(&mut io);
    let mut answer = Vec::new();
    let sending = async {
        // A server that has heard enough may close before all is said.
        let _ = write.write_all(bytes).await;
        let _ = write.flush().await;
        std::future::pending::<()>().await;
    };
    let receiving = async {
        let mut chunk = [0; 4096];
        while let Ok(count) = read.read(&mut chunk).await {
            answer.extend_from_slice(&chunk[..count]);
            if count == 0 || answer.windows(4).any(|four| four == b"\r\n\r\n") {
                break;
            }
        }
    };
    let both = async {
        tokio::select! {
            () = sending => {}
            () = receiving => {}
        }
    };
    tokio::time::timeout(PATIENCE, both).await.expect("an answer or an end in time");
    String::from_utf8_lossy(&answer).into_owned()
}

fn first_line(answer: &str) -> &str {
    answer.lines().next().unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread")]
async fn heads_and_addresses_have_a_size() {
    let server = Server::start().await;
    let client = server.admin();
    let head = format!("GET /version HTTP/1.1\r\nhost: x\r\nx-filler: {}", "x".repeat(1100 * 1024));
    let answer = converse(client.dial().await, head.as_bytes()).await;
    assert_eq!(first_line(&answer), "HTTP/1.1 431 Request Header Fields Too Large");
    let long = format!("GET /api/v1/pods?labelSelector={} HTTP/1.1\r\nhost: x\r\n\r\n", "x".repeat(70_000));
    let answer = converse(client.dial().await, long.as_bytes()).await;
    assert_eq!(first_line(&answer), "HTTP/1.1 414 URI Too Long");
    let fine = format!("GET /version?{} HTTP/1.1\r\nhost: x\r\n\r\n", "x".repeat(60_000));
    assert_eq!(first_line(&converse(client.dial().await, fine.as_bytes()).await), "HTTP/1.1 200 OK");
    let filler = "x".repeat(100 * 1024);
    let many: Vec<(String, &str)> = (0..11).map(|at| (format!("x-filler-{at}"), filler.as_str())).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    assert_eq!(server.admin_h2().send("GET", "/version", &many, "").await.code, 431);
    assert_eq!(server.admin_h2().send("GET", "/version", &many[..5], "").await.code, 200);
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bodies_and_objects_have_a_size() {
    let server = Server::start().await;
    let client = server.admin();
    let before = client.get(MAPS).await.json()["metadata"]["resourceVersion"].clone();
    let body = config_map("large", &[("a", &"x".repeat(apiserver::MAX_REQUEST_BYTES))]);
    let refused = "413 RequestEntityTooLarge: Request entity too large: limit is 3145728";
    assert_eq!(client.post(MAPS, &body).await.status(), refused);
    // A body that does not say how long it is: chunks of 64 KiB until the server has enough.
    let chunk = format!("10000\r\n{}\r\n", "x".repeat(64 * 1024));
    let head = format!(
        "POST {MAPS} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n"
    );
    let answer = converse(client.dial().await, (head + &chunk.repeat(64)).as_bytes()).await;
    assert_eq!(first_line(&answer), "HTTP/1.1 413 Payload Too Large");
    let grown = config_map("grown", &[("a", &"x".repeat(1_100_000))]);
    assert_eq!(client.post(MAPS, &grown).await.code, 422, "config maps have a limit of their own");
    let env = serde_json::json!([{"name": "A", "value": "x".repeat(1_600_000)}]);
    let pod = serde_json::json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "large"},
        "spec": {"containers": [{"name": "c", "image": "i", "env": env}]}});
    let refused = client.post("/api/v1/namespaces/default/pods", &pod).await.status();
    assert!(
        refused.starts_with("413 RequestEntityTooLarge: Request entity too large: limit is 15"),
        "{refused}"
    );
    let after = client.get(MAPS).await.json();
    assert_eq!(
        (after["items"].as_array().map(Vec::len), &after["metadata"]["resourceVersion"]),
        (Some(0), &before)
    );
    server.finish().await;
}

/// A request that takes a place and keeps it until its body is finished.
struct Held {
    io: tls::ClientStream<TcpStream>,
    rest: String,
}

impl Held {
    async fn begin(client: &Client, name: &str) -> Self {
        let body = config_map(name, &[]).to_string();
        let (first, rest) = body.split_at(10);
        let head = format!(
            "POST {MAPS} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{first}",
            body.len()
        );
        let mut io = client.dial().await;
        io.write_all(head.as_bytes()).await.unwrap();
        io.flush().await.unwrap();
        Self { io, rest: rest.to_owned() }
    }

    async fn finish(self) -> String {
        first_line(&converse(self.io, self.rest.as_bytes()).await).to_owned()
    }
}

/// Waits until a gauge shows a number.
async fn shown(client: &Client, line: &str) {
    let looking = async {
        while !client.get("/metrics").await.text().lines().any(|shown| shown == line) {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, looking).await.unwrap_or_else(|_| panic!("no {line}"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_house_has_a_queue_and_a_full_queue_says_when_to_come_back() {
    let limits =
        LimitsConfig { max_mutating: 1, max_queued: 1, queue_wait: PATIENCE, ..LimitsConfig::default() };
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start_with(dir, |config| config.limits = limits).await;
    let (admin, eve) = (server.admin(), server.operator("eve").await);
    let inside = Held::begin(&eve, "first").await;
    shown(&admin, r#"apiserver_current_inflight_requests{request_kind="mutating"} 1"#).await;
    let waiting = Held::begin(&eve, "second").await;
    shown(&admin, r#"apiserver_current_inqueue_requests{request_kind="mutating"} 1"#).await;
    let turned = eve.post(MAPS, &config_map("third", &[])).await;
    assert_eq!((turned.code, turned.header("retry-after")), (429, "1"));
    assert_eq!(turned.text(), "Too many requests, please try again later.\n");
    assert_eq!(eve.get(MAPS).await.code, 200, "reads have places of their own");
    assert_eq!(admin.post(MAPS, &config_map("fourth", &[])).await.code, 201, "masters are let in");
    assert_eq!(inside.finish().await, "HTTP/1.1 201 Created");
    assert_eq!(waiting.finish().await, "HTTP/1.1 201 Created");
    shown(&admin, r#"apiserver_current_inqueue_requests{request_kind="mutating"} 0"#).await;
    shown(&admin, r#"apiserver_current_inflight_requests{request_kind="mutating"} 0"#).await;
    let items = admin.get(MAPS).await.json()["items"].clone();
    let names: Vec<_> =
        items.as_array().unwrap().iter().map(|item| item["metadata"]["name"].clone()).collect();
    assert_eq!(names, ["first", "fourth", "second"]);
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_has_a_time() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start_with(dir, |config| config.request_timeout = Duration::from_secs(3)).await;
    let client = server.admin();
    for _ in 0..2 {
        let held = Held::begin(&client, "slow").await;
        let answer = converse(held.io, b"").await;
        assert_eq!(first_line(&answer), "HTTP/1.1 504 Gateway Timeout");
    }
    let head = format!(
        "POST {MAPS}?timeout=1ms HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n"
    );
    let answer = converse(client.dial().await, head.as_bytes()).await;
    assert_eq!(first_line(&answer), "HTTP/1.1 504 Gateway Timeout", "the client may ask for less");
    let wrong = client.get(&format!("{MAPS}?timeout=soon")).await;
    assert_eq!(
        wrong.status(),
        r#"400 BadRequest: invalid timeout specified in the request URL - time: invalid duration "soon""#
    );
    assert_eq!(client.get(&format!("{MAPS}?timeout=1h")).await.code, 200);
    assert_eq!(client.get(&format!("{MAPS}/slow")).await.code, 404);
    let labels =
        r#"code="504",component="apiserver",group="",resource="configmaps",scope="namespace",subresource="""#;
    shown(
        &client,
        &format!(r#"apiserver_request_terminations_total{{{labels},verb="POST",version="v1"}} 3"#),
    )
    .await;
    server.finish().await;
}

/// Waits for the server to end a connection.
async fn ends(mut io: impl AsyncRead + Unpin) {
    let reading = async {
        let mut chunk = [0; 1024];
        while let Ok(count) = io.read(&mut chunk).await
            && count > 0
        {}
    };
    tokio::time::timeout(PATIENCE, reading).await.expect("the server ends the connection");
}

#[tokio::test(flavor = "multi_thread")]
async fn those_who_keep_the_server_waiting_are_cut_off() {
    let limits = ConnectionLimits {
        handshake: Duration::from_secs(4),
        idle: Duration::from_secs(4),
        stalled: Duration::from_secs(4),
        ..ConnectionLimits::default()
    };
    let server = Server::start_with(tempfile::tempdir().unwrap(), |config| config.connections = limits).await;
    let (client, http2) = (server.admin(), server.admin_h2());
    let silent = TcpStream::connect(client.address()).await.unwrap();
    let (shaken, shaken2) = (client.dial().await, http2.dial().await);
    let (mut begun, mut begun2) = (client.dial().await, http2.dial().await);
    begun.write_all(b"GET /version HTTP/1.1\r\nhost: x\r\nx-slow").await.unwrap();
    begun2.write_all(b"PRI * HTTP/2.0\r\n").await.unwrap();
    tokio::join!(ends(silent), ends(shaken), ends(shaken2), ends(begun), ends(begun2));
    assert_eq!(client.get("/version").await.code, 200);
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn those_who_take_nothing_are_cut_off() {
    let limits = ConnectionLimits { stalled: Duration::from_secs(2), ..ConnectionLimits::default() };
    let server = Server::start_with(tempfile::tempdir().unwrap(), |config| config.connections = limits).await;
    let client = server.admin();
    let secrets = "/api/v1/namespaces/default/secrets";
    let filler = "x".repeat(1_000_000);
    for at in 0..12 {
        let tree = serde_json::json!({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": format!("s{at}")},
            "stringData": {"a": filler}});
        assert_eq!(client.post(secrets, &tree).await.code, 201);
    }
    // As little as the system allows is taken in before the client is asked to read.
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let stream = socket.connect(client.address().parse().unwrap()).await.unwrap();
    let mut idle = client.shake(stream).await;
    idle.write_all(format!("GET {secrets} HTTP/1.1\r\nhost: x\r\n\r\n").as_bytes()).await.unwrap();
    idle.flush().await.unwrap();
    // This look is one of the two.
    shown(&client, r#"apiserver_current_inflight_requests{request_kind="readOnly"} 2"#).await;
    shown(&client, r#"apiserver_current_inflight_requests{request_kind="readOnly"} 1"#).await;
    server.finish().await;
}
