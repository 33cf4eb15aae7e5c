//! The proxy's small HTTP servers: metrics and mode, health, and one port per service whose load balancer asks.

use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use http::{Response, StatusCode};
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use runtime::Shutdown;
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::health::{Checks, Health};

/// An answer: status, type, text.
pub type Page = (u16, &'static str, String);
/// What is answered at a path; none where there is nothing.
pub type Pages = Arc<dyn Fn(&str) -> Option<Page> + Send + Sync>;

/// Listens in the namespace.
pub fn listen(namespace: Option<&Path>, address: SocketAddr) -> std::io::Result<TcpListener> {
    let bound = netfilter::netns::within(namespace, || std::net::TcpListener::bind(address));
    let listener = bound.map_err(std::io::Error::other)??;
    listener.set_nonblocking(true)?;
    TcpListener::from_std(listener)
}

/// Answers until the end.
pub async fn serve(listener: TcpListener, pages: Pages, shutdown: Shutdown) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = shutdown.wait() => return,
        };
        // One that is gone before it was accepted is no reason to stop.
        let Ok((stream, _)) = accepted else { continue };
        let (pages, shutdown) = (pages.clone(), shutdown.clone());
        tokio::spawn(async move {
            let answer = service_fn(move |request: hyper::Request<Incoming>| {
                let answer = respond(pages(request.uri().path()));
                async move { answer }
            });
            let connection = hyper::server::conn::http1::Builder::new();
            let connection = connection.serve_connection(TokioIo::new(stream), answer);
            tokio::select! {
                // A client that breaks off hurts nobody else.
                _ = connection => {}
                () = shutdown.wait() => {}
            }
        });
    }
}

fn respond(page: Option<Page>) -> Result<Response<Full<Bytes>>, http::Error> {
    let (status, kind, text) =
        page.unwrap_or((404, "text/plain; charset=utf-8", "404 page not found\n".into()));
    Response::builder()
        .status(StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR))
        .header("content-type", kind)
        .header("x-content-type-options", "nosniff")
        .body(Full::new(Bytes::from(text)))
}

/// Keeps one server for each service whose load balancer asks, as the checks change.
pub async fn serve_checks(
    namespace: Option<PathBuf>,
    address: IpAddr,
    health: Health,
    mut checks: watch::Receiver<Checks>,
    shutdown: Shutdown,
) {
    let mut servers: BTreeMap<u16, Shutdown> = BTreeMap::new();
    loop {
        let wanted = checks.borrow_and_update().clone();
        servers.retain(|port, server| {
            let stays = wanted.contains_key(port);
            if !stays {
                server.trigger();
            }
            stays
        });
        for port in wanted.keys().filter(|port| !servers.contains_key(port)).copied().collect::<Vec<_>>() {
            match listen(namespace.as_deref(), SocketAddr::new(address, port)) {
                Ok(listener) => {
                    let (stop, latest, health) = (shutdown.child(), checks.clone(), health.clone());
                    let pages: Pages = Arc::new(move |_| {
                        let checks = latest.borrow();
                        let (name, check) = checks.get(&port)?;
                        let (status, text) = health.service(name, *check);
                        Some((status, "application/json", text))
                    });
                    tokio::spawn(serve(listener, pages, stop.clone()));
                    servers.insert(port, stop);
                }
                Err(error) => tracing::error!(port, %error, "health checks of a service cannot be answered"),
            }
        }
        tokio::select! {
            changed = checks.changed() => if changed.is_err() { return },
            () = shutdown.wait() => return,
        }
    }
}
