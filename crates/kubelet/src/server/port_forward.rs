//! `/portForward/<namespace>/<pod>[/<uid>]`.

use std::sync::Arc;

use http::Request;
use hyper::body::Incoming;

use super::Server;
use super::answer::{self, Answer};

pub(super) fn port_forward(server: Arc<Server>, path: &[&str], mut request: Request<Incoming>) -> Answer {
    let (namespace, pod, uid) = match path {
        [namespace, pod] => (namespace, pod, None),
        [namespace, pod, uid] => (namespace, pod, Some(*uid)),
        _ => return answer::text(404, "404 page not found\n"),
    };
    let snapshot = server.roster.find(namespace, pod, uid);
    let Some(sandbox) = snapshot.and_then(|snapshot| snapshot.seen.sandbox().cloned()) else {
        return answer::text(404, "pod does not exist\n");
    };
    let query = request.uri().query().unwrap_or_default().to_owned();
    let (response, pending) = match streaming::server::port_forward(request.headers(), &query) {
        Ok(accepted) => accepted,
        Err(refusal) => return answer::text(refusal.code, refusal.message),
    };
    let upgrade = hyper::upgrade::on(&mut request);
    tokio::spawn(async move {
        let io = match streaming::server::upgraded(upgrade).await {
            Ok(io) => io,
            Err(error) => return tracing::debug!(%error, "a forwarding did not begin"),
        };
        let mut forwards = pending.start(io, &server.shared.clock).await;
        while let Some(forward) = forwards.next().await {
            let (runtime, id) = (server.shared.runtime.clone(), sandbox.id.clone());
            tokio::spawn(async move {
                match runtime.port_forward(&id, forward.port).await {
                    Ok(target) => drop(forward.run(target).await),
                    Err(error) => {
                        let text = format!("error forwarding port {} to pod: {error}", forward.port);
                        forward.fail(&text).await;
                    }
                }
            });
        }
    });
    answer::head(response)
}
