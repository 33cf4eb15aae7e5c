//! Waiting for what must happen, with a limit after which a test is taken to hang.

use std::time::Duration;

/// How long anything may take.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The outcome of a future that must end in time.
pub async fn until<T>(what: &str, future: impl Future<Output = T>) -> T {
    match tokio::time::timeout(PATIENCE, future).await {
        Ok(outcome) => outcome,
        Err(_) => panic!("waited too long: {what}"),
    }
}

/// Asks again and again until there is an answer. For what nothing tells of; where there is a watch, watch.
pub async fn eventually<T, F>(what: &str, mut ask: impl FnMut() -> F) -> T
where
    F: Future<Output = Option<T>>,
{
    let asking = async {
        loop {
            if let Some(answer) = ask().await {
                return answer;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    until(what, asking).await
}
