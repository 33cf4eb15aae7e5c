//! `proxy`: the API at a local port, with the credentials of the kubeconfig.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::rc::Rc;

use bytes::Bytes;
use futures_util::StreamExt as _;
use futures_util::stream::BoxStream;
use http::{HeaderMap, Request, Response, StatusCode, header};
use http_body_util::{BodyExt as _, StreamBody};
use hyper::body::{Frame, Incoming};
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;

use crate::command::{Section, Verb};
use crate::cx::Cx;
use crate::error::{Result, plain};
use crate::flags::Flag;
use crate::io::out;

/// The verb.
pub const VERB: Verb = Verb {
    name: "proxy",
    section: Section::Troubleshooting,
    usage: "[--port=PORT] [--address=ADDRESS] [--api-prefix=prefix]",
    about: "Run a proxy to the Kubernetes API server",
    examples: &[("Proxy all of the Kubernetes API and nothing else", "kubectl proxy --api-prefix=/")],
    flags: &[OWN],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

static OWN: &[Flag] = &[
    Flag::text("address", "127.0.0.1", "The IP address on which to serve on"),
    Flag::text("api-prefix", "/", "Prefix to serve the proxied API under"),
    Flag::switch("disable-filter", "If true, disable request filtering in the proxy"),
    Flag::number("port", "8001", "The port on which to run the proxy. Set to 0 to pick a random port")
        .short('p'),
];

type Stream = StreamBody<BoxStream<'static, std::result::Result<Frame<Bytes>, client::Error>>>;

async fn run(cx: &Cx) -> Result {
    let port = u16::try_from(cx.flags.int("port")).map_err(|_| plain("the port is no port"))?;
    let listener = TcpListener::bind((cx.flags.text("address"), port)).await?;
    let address = listener.local_addr()?;
    let server = cx.server().await?;
    out!(cx, "Starting to serve on {address}");
    let prefix = Rc::new(format!("/{}", cx.flags.text("api-prefix").trim_matches('/')));
    let filter = !cx.flags.on("disable-filter");
    let mut open = futures_util::stream::FuturesUnordered::new();
    loop {
        tokio::select! {
            connection = listener.accept() => {
                let Ok((connection, _)) = connection else { continue };
                let prefix = prefix.clone();
                let service = service_fn(move |request: Request<Incoming>| {
                    let prefix = prefix.clone();
                    async move { Ok::<_, Infallible>(answer(server, request, &prefix, filter.then_some(address)).await) }
                });
                open.push(hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(connection), service));
            }
            Some(_) = open.next(), if !open.is_empty() => {}
        }
    }
}

fn said(code: StatusCode, text: &'static str) -> Response<Stream> {
    let body =
        futures_util::stream::once(async move { Ok(Frame::data(Bytes::from_static(text.as_bytes()))) });
    let mut answer = Response::new(StreamBody::new(body.boxed()));
    *answer.status_mut() = code;
    answer
}

/// Whether a request is from here: a page elsewhere must not reach the API through a browser.
fn allowed(headers: &HeaderMap, path: &str) -> bool {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let name =
        host.rsplit_once(':').filter(|(_, port)| port.parse::<u16>().is_ok()).map_or(host, |(name, _)| name);
    let into_pods = path.starts_with("/api/")
        && path.contains("/pods/")
        && ["/exec", "/attach"].iter().any(|end| path.contains(end));
    matches!(name, "localhost" | "127.0.0.1" | "[::1]") && !into_pods
}

async fn answer(
    server: &crate::server::Server,
    request: Request<Incoming>,
    prefix: &str,
    filter: Option<SocketAddr>,
) -> Response<Stream> {
    let (mut head, body) = request.into_parts();
    let path = head.uri.path_and_query().map_or("/", |path| path.as_str()).to_owned();
    if filter.is_some() && !allowed(&head.headers, &path) {
        return said(StatusCode::FORBIDDEN, "Forbidden");
    }
    let Some(rest) = path.strip_prefix(prefix.trim_end_matches('/')) else {
        return said(StatusCode::NOT_FOUND, "404 page not found\n");
    };
    let Ok(body) = body.collect().await else {
        return said(StatusCode::BAD_REQUEST, "the body cannot be read\n");
    };
    for name in [
        header::HOST,
        header::CONNECTION,
        header::AUTHORIZATION,
        header::CONTENT_LENGTH,
        header::TRANSFER_ENCODING,
    ] {
        head.headers.remove(name);
    }
    let Ok(uri) = (if rest.is_empty() { "/" } else { rest }).parse() else {
        return said(StatusCode::BAD_REQUEST, "the path is none\n");
    };
    head.uri = uri;
    match server.pass(Request::from_parts(head, body.to_bytes())).await {
        Ok(answer) => {
            let (mut head, body) = answer.into_parts();
            head.headers.remove(header::TRANSFER_ENCODING);
            head.headers.remove(header::CONNECTION);
            Response::from_parts(head, StreamBody::new(body.map(|piece| piece.map(Frame::data)).boxed()))
        }
        Err(_) => said(StatusCode::BAD_GATEWAY, "the server cannot be reached\n"),
    }
}
