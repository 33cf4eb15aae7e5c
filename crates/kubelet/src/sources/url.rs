//! Pods from a URL, asked from time to time: nobody tells when they change.

use std::time::Duration;

use runtime::{Clock, Shutdown};
use tokio::sync::mpsc;

use super::{Pods, Source, manifest};
use crate::config::Config;
use crate::http::{self, Target};

/// How long an answer may take.
const LIMIT: Duration = Duration::from_secs(10);

/// Sends all pods whenever they changed, until told to stop.
pub async fn run(config: Config, out: mpsc::UnboundedSender<Pods>, clock: Clock, shutdown: Shutdown) {
    let Some(url) = config.manifest_url.clone() else { return };
    let Some(mut target) = Target::parse(&url) else {
        tracing::error!(url, "the manifest URL is no URL");
        return;
    };
    target.headers = config.manifest_url_headers.clone();
    let seen = meta::Time::from(clock.now()).to_string();
    let mut last = None;
    loop {
        match http::get(&target, LIMIT, &clock).await {
            Ok(answer) if answer.code == 200 => {
                let text = String::from_utf8_lossy(&answer.body).into_owned();
                if last.as_ref() != Some(&text) {
                    match manifest::parse(&text, &url, Source::Http, &config.node_name, &seen) {
                        Ok(pods) => {
                            last = Some(text);
                            if out.send((Source::Http, pods)).is_err() {
                                return;
                            }
                        }
                        Err(error) => tracing::warn!(url, error, "not pods"),
                    }
                }
            }
            Ok(answer) => tracing::warn!(url, code = answer.code, "no pods"),
            Err(error) => tracing::warn!(url, error, "no pods"),
        }
        tokio::select! {
            () = shutdown.wait() => return,
            () = clock.sleep(config.http_check_frequency) => {}
        }
    }
}
