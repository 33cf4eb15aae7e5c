//! Puts rules into the kernel. The edge of `rules`: knows how, not what.

use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

use netlink::Netns;

use crate::Error;
use crate::rules::{self, Rules};

/// The node's table, and what it says now.
#[derive(Debug, Clone)]
pub(crate) struct Filter {
    netns: Netns,
    current: Arc<Mutex<String>>,
}

impl Filter {
    pub(crate) fn new(netns: Netns) -> Self {
        Self { netns, current: Arc::default() }
    }

    /// Makes the table say this; nothing happens when it does already.
    pub(crate) async fn apply(&self, rules: &Rules) -> Result<(), Error> {
        self.load(rules::render(rules)).await
    }

    /// Removes the table.
    pub(crate) async fn remove(&self) -> Result<(), Error> {
        self.load(rules::remove()).await
    }

    async fn load(&self, text: String) -> Result<(), Error> {
        let this = self.clone();
        let done = tokio::task::spawn_blocking(move || {
            let mut current = this.current.lock().unwrap_or_else(PoisonError::into_inner);
            if *current != text {
                this.netns.run(|| run(&text))??;
                *current = text;
            }
            Ok(())
        });
        done.await.map_err(|error| Error::Filter(error.to_string()))?
    }
}

fn run(text: &str) -> Result<(), Error> {
    let failed = |error: std::io::Error| Error::Filter(format!("nft: {error}"));
    let mut child = Command::new("nft")
        .args(["-f", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(text.as_bytes()).map_err(failed)?;
    }
    let output = child.wait_with_output().map_err(failed)?;
    if output.status.success() {
        return Ok(());
    }
    Err(Error::Filter(String::from_utf8_lossy(&output.stderr).trim().to_owned()))
}
