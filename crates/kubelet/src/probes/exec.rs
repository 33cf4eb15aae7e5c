//! A command in the container: well if it ends with 0.

use api::core::v1::ExecAction;
use node::RuntimeError;

use super::count::Answer;
use super::worker::Worker;

/// How much of its output is shown.
const MOST: usize = 10 * 1024;

pub(super) async fn ask(worker: &Worker, action: &ExecAction) -> Answer {
    let command = action.command.clone().unwrap_or_default();
    let seconds = i64::try_from(worker.limit().as_secs()).unwrap_or(1);
    match worker.shared.runtime.exec_sync(&worker.id, &command, seconds).await {
        Ok(output) if output.exit_code == 0 => Answer::Success,
        Ok(output) => {
            let mut all = output.stdout;
            all.extend(output.stderr);
            all.truncate(MOST);
            Answer::Failure(String::from_utf8_lossy(&all).into_owned())
        }
        Err(RuntimeError::Timeout(_)) => {
            let text = format!("command timed out: \"{}\" timed out after {seconds}s", command.join(" "));
            Answer::Failure(text)
        }
        Err(error) => Answer::Unknown(error.to_string()),
    }
}
