//! gRPC's health protocol: well if the service says that it serves. Small enough to be written by hand.

use api::core::v1::GRPCAction;
use bytes::Bytes;
use http_body_util::{BodyExt as _, Full};
use hyper_util::rt::{TokioExecutor, TokioIo};

use super::count::Answer;
use super::worker::Worker;
use crate::http;

pub(super) async fn ask(worker: &Worker, action: &GRPCAction) -> Answer {
    let Ok(port) = u16::try_from(action.port) else { return Answer::Unknown("invalid port".into()) };
    let service = action.service.clone().unwrap_or_default();
    tokio::select! {
        answer = check(&worker.ip, port, &service) => match answer {
            Ok(answer) => answer,
            Err(error) => Answer::Failure(error),
        },
        () = worker.shared.clock.sleep(worker.limit()) => Answer::Failure(format!(
            "timeout: failed to connect service \"{}:{port}\" within {}s: context deadline exceeded",
            worker.ip,
            worker.limit().as_secs()
        )),
    }
}

async fn check(ip: &str, port: u16, service: &str) -> Result<Answer, String> {
    let text = |error: hyper::Error| error.to_string();
    let socket = http::dial(ip, port).await?;
    let handshake = hyper::client::conn::http2::handshake(TokioExecutor::new(), TokioIo::new(socket));
    let (mut sender, connection) = handshake.await.map_err(text)?;
    let driver = tokio::spawn(connection);
    let host = if ip.contains(':') { format!("[{ip}]") } else { ip.to_owned() };
    let request = ::http::Request::post(format!("http://{host}:{port}/grpc.health.v1.Health/Check"))
        .header("content-type", "application/grpc")
        .header("te", "trailers")
        .header("user-agent", "kube-probe/1.36")
        .body(Full::new(Bytes::from(question(service))))
        .map_err(|error| error.to_string())?;
    let answer = sender.send_request(request).await.map_err(text)?;
    let headers = answer.headers().clone();
    let body = answer.into_body().collect().await.map_err(text)?;
    let trailers = body.trailers().cloned().unwrap_or_default();
    driver.abort();
    let status = trailers.get("grpc-status").or_else(|| headers.get("grpc-status"));
    match status.and_then(|status| status.to_str().ok()) {
        None | Some("0") => Ok(verdict(&body.to_bytes())),
        Some("12") => Ok(Answer::Failure(
            "server does not implement the grpc health protocol (grpc.health.v1.Health)".into(),
        )),
        Some(code) => Ok(Answer::Failure(format!("rpc error: code = {code}"))),
    }
}

/// A message with the service's name in field 1, framed.
fn question(service: &str) -> Vec<u8> {
    let mut message = Vec::new();
    if !service.is_empty() {
        message.push(0x0a);
        let mut length = service.len();
        while length >= 0x80 {
            message.push((length & 0x7f) as u8 | 0x80);
            length >>= 7;
        }
        message.push(length as u8);
        message.extend(service.as_bytes());
    }
    let size = u32::try_from(message.len()).unwrap_or(0).to_be_bytes();
    [&[0][..], &size, &message].concat()
}

/// The status in field 1 of a framed message: 1 is serving.
fn verdict(frame: &[u8]) -> Answer {
    match frame.get(5..) {
        Some([0x08, 1, ..]) => Answer::Success,
        Some([0x08, 2, ..]) => Answer::Failure("service unhealthy (responded with \"NOT_SERVING\")".into()),
        Some([0x08, 3, ..]) => {
            Answer::Failure("service unhealthy (responded with \"SERVICE_UNKNOWN\")".into())
        }
        _ => Answer::Failure("service unhealthy (responded with \"UNKNOWN\")".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames() {
        assert_eq!(question(""), [0, 0, 0, 0, 0]);
        assert_eq!(question("ab"), [0, 0, 0, 0, 4, 0x0a, 2, b'a', b'b']);
        assert_eq!(verdict(&[0, 0, 0, 0, 2, 8, 1]), Answer::Success);
        assert!(matches!(verdict(&[0, 0, 0, 0, 0]), Answer::Failure(_)));
    }
}
