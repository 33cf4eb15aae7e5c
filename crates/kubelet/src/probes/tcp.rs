//! A port: well if it can be connected to.

use api::core::v1::TCPSocketAction;

use super::count::Answer;
use super::worker::Worker;
use crate::hands::hooks;
use crate::http;

pub(super) async fn ask(worker: &Worker, action: &TCPSocketAction) -> Answer {
    let port = match hooks::port(&worker.container, &action.port) {
        Ok(port) => port,
        Err(error) => return Answer::Unknown(error),
    };
    let host = action.host.clone().filter(|host| !host.is_empty()).unwrap_or_else(|| worker.ip.clone());
    tokio::select! {
        outcome = http::dial(&host, port) => match outcome {
            Ok(_) => Answer::Success,
            Err(error) => Answer::Failure(error),
        },
        () = worker.shared.clock.sleep(worker.limit()) => Answer::Failure(format!("dial tcp {host}:{port}: i/o timeout")),
    }
}
