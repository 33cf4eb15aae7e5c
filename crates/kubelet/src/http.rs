//! One request over HTTP, as probes, hooks and the manifest URL make it: no pool, no proxy, any certificate.

use std::time::Duration;

use bytes::Bytes;
use http::{HeaderName, HeaderValue, Request, Uri};
use http_body_util::{BodyExt as _, Empty, Limited};
use hyper_util::rt::TokioIo;
use runtime::Clock;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;

/// How much of an answer is read.
const MOST: usize = 10 << 20;

/// Where to ask.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// Over TLS.
    pub https: bool,
    /// Host or address.
    pub host: String,
    /// Port.
    pub port: u16,
    /// Path with query.
    pub path: String,
    /// Headers; `Host` among them replaces the host's name.
    pub headers: Vec<(String, String)>,
}

impl Target {
    /// As a URL.
    pub fn url(&self) -> String {
        let scheme = if self.https { "https" } else { "http" };
        let host = if self.host.contains(':') { format!("[{}]", self.host) } else { self.host.clone() };
        format!("{scheme}://{host}:{}/{}", self.port, self.path.trim_start_matches('/'))
    }

    /// From a URL.
    pub fn parse(url: &str) -> Option<Self> {
        let uri: Uri = url.parse().ok()?;
        let https = uri.scheme_str()? == "https";
        let path = uri.path_and_query().map(ToString::to_string).unwrap_or_default();
        let host = uri.host()?.trim_matches(['[', ']']).to_owned();
        let port = uri.port_u16().unwrap_or(if https { 443 } else { 80 });
        Some(Self { https, host, port, path, headers: Vec::new() })
    }
}

/// What came back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The status.
    pub code: u16,
    /// Where it leads, for a redirection.
    pub location: Option<String>,
    /// What it says.
    pub body: Bytes,
}

/// Asks once; redirections are not followed.
pub async fn get(target: &Target, limit: Duration, clock: &Clock) -> Result<Answer, String> {
    let url = target.url();
    tokio::select! {
        answer = ask(target, clock) => answer.map_err(|error| format!("Get \"{url}\": {error}")),
        () = clock.sleep(limit) => Err(format!(
            "Get \"{url}\": context deadline exceeded (Client.Timeout exceeded while awaiting headers)"
        )),
    }
}

async fn ask(target: &Target, clock: &Clock) -> Result<Answer, String> {
    let socket = dial(&target.host, target.port).await?;
    if !target.https {
        return exchange(target, socket).await;
    }
    let mut options = tls::ClientOptions::new(tls::Roots::Insecure);
    options.protocols = vec![tls::Protocol::Http1];
    let config = tls::ClientConfig::build(&options, clock).map_err(|error| error.to_string())?;
    let stream = config.connector().connect(&target.host, socket).await.map_err(|error| error.to_string())?;
    exchange(target, stream).await
}

/// Connects, with Go's words for what fails.
pub async fn dial(host: &str, port: u16) -> Result<TcpStream, String> {
    TcpStream::connect((host, port)).await.map_err(|error| {
        let why = match error.kind() {
            std::io::ErrorKind::ConnectionRefused => "connect: connection refused".to_owned(),
            std::io::ErrorKind::HostUnreachable => "connect: no route to host".to_owned(),
            std::io::ErrorKind::TimedOut => "i/o timeout".to_owned(),
            _ => error.to_string(),
        };
        let host = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
        format!("dial tcp {host}:{port}: {why}")
    })
}

async fn exchange<IO>(target: &Target, io: IO) -> Result<Answer, String>
where
    IO: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let text = |error: hyper::Error| error.to_string();
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(io)).await.map_err(text)?;
    let driver = tokio::spawn(connection);
    let answer = sender.send_request(request(target)?).await.map_err(text)?;
    let code = answer.status().as_u16();
    let location =
        answer.headers().get(http::header::LOCATION).and_then(|value| value.to_str().ok()).map(str::to_owned);
    let body = Limited::new(answer.into_body(), MOST).collect().await;
    driver.abort();
    let body = body.map(|body| body.to_bytes()).map_err(|error| error.to_string())?;
    Ok(Answer { code, location, body })
}

fn request(target: &Target) -> Result<Request<Empty<Bytes>>, String> {
    let path = format!("/{}", target.path.trim_start_matches('/'));
    let mut request = Request::get(path).body(Empty::new()).map_err(|error| error.to_string())?;
    let headers = request.headers_mut();
    let host = if target.host.contains(':') { format!("[{}]", target.host) } else { target.host.clone() };
    let host = format!("{host}:{}", target.port);
    let defaults = [
        ("host", host.as_str()),
        ("user-agent", "kube-probe/1.36"),
        ("accept", "*/*"),
        ("connection", "close"),
    ];
    for (name, value) in defaults {
        headers.insert(
            HeaderName::from_static(name),
            HeaderValue::from_str(value).map_err(|error| error.to_string())?,
        );
    }
    for (name, value) in &target.headers {
        let name: HeaderName = name.parse().map_err(|_| format!("invalid header {name:?}"))?;
        headers.insert(name, HeaderValue::from_str(value).map_err(|error| error.to_string())?);
    }
    Ok(request)
}
