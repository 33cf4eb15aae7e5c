//! The ways to ask a container, by what its probe names.

use super::count::Answer;
use super::worker::Worker;
use super::{exec, grpc, http_get, tcp};

/// Asks once.
pub(super) async fn ask(worker: &Worker) -> Answer {
    let probe = &worker.probe;
    if let Some(action) = &probe.exec {
        return exec::ask(worker, action).await;
    }
    if let Some(action) = &probe.http_get {
        return http_get::ask(worker, action).await;
    }
    if let Some(action) = &probe.tcp_socket {
        return tcp::ask(worker, action).await;
    }
    match &probe.grpc {
        Some(action) => grpc::ask(worker, action).await,
        None => Answer::Unknown("missing probe handler".into()),
    }
}
