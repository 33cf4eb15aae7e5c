//! A request over HTTP: well from 200 to 399. Redirections are followed on the same host; elsewhere they only make it odd.

use api::core::v1::HTTPGetAction;

use super::count::Answer;
use super::worker::Worker;
use crate::hands::hooks;
use crate::http::{self, Target};

/// As many redirections are followed.
const MOST: usize = 10;

pub(super) async fn ask(worker: &Worker, action: &HTTPGetAction) -> Answer {
    let port = match hooks::port(&worker.container, &action.port) {
        Ok(port) => port,
        Err(error) => return Answer::Unknown(error),
    };
    let headers =
        action.http_headers.iter().flatten().map(|header| (header.name.clone(), header.value.clone()));
    let mut target = Target {
        https: action.scheme.as_deref().is_some_and(|scheme| scheme.eq_ignore_ascii_case("https")),
        host: action.host.clone().filter(|host| !host.is_empty()).unwrap_or_else(|| worker.ip.clone()),
        port,
        path: action.path.clone().unwrap_or_default(),
        headers: headers.collect(),
    };
    for _ in 0..MOST {
        let answer = match http::get(&target, worker.limit(), &worker.shared.clock).await {
            Ok(answer) => answer,
            Err(error) => return Answer::Failure(error),
        };
        match (answer.code, answer.location) {
            (300..400, Some(location)) => match follow(&target, &location) {
                Some(next) => target = next,
                None => {
                    let text = "Probe terminated redirects, Response body: ";
                    return Answer::Warning(format!("{text}{}", String::from_utf8_lossy(&answer.body)));
                }
            },
            (200..400, _) => return Answer::Success,
            (code, _) => return Answer::Failure(format!("HTTP probe failed with statuscode: {code}")),
        }
    }
    Answer::Failure(format!("Get \"{}\": stopped after {MOST} redirects", target.url()))
}

/// Where a redirection leads, if that is the same host.
fn follow(from: &Target, location: &str) -> Option<Target> {
    if location.starts_with('/') {
        return Some(Target { path: location.to_owned(), ..from.clone() });
    }
    let next = Target::parse(location)?;
    (next.host == from.host).then(|| Target { headers: from.headers.clone(), ..next })
}
