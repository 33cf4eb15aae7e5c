//! A program that goes on, on a node, with its output in a file.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};

use anyhow::{Context, Result, bail};
use tokio::process::Child;

use crate::lab::{Node, PATIENCE, eventually};

/// Writes its id as the node sees it, then becomes the program.
const WRAP: &str = r#"file=$1; shift; echo $$ > "$file.new"; mv "$file.new" "$file"; exec "$@""#;

/// A running program. Dropping it leaves it running until the lab ends; say [`Process::stop`] or [`Process::kill`].
pub struct Process {
    node: Node,
    child: Child,
    log: PathBuf,
    pid: u32,
}

impl Process {
    pub(super) async fn start(node: &Node, name: &str, arguments: &[&str]) -> Result<Self> {
        let log = node.dir().join(format!("{name}.log"));
        let file = node.dir().join(format!("{name}.pid"));
        let _ = fs::remove_file(&file);
        let output = File::options().create(true).append(true).open(&log)?;
        let path = file.to_str().context("paths of labs are text")?;
        let mut all = vec!["sh", "-c", WRAP, "sh", path];
        all.extend(arguments);
        let mut command = node.command(&all);
        command.kill_on_drop(false).stdout(Stdio::from(output.try_clone()?)).stderr(Stdio::from(output));
        let child = command.spawn().with_context(|| format!("start {arguments:?}"))?;
        let pid = eventually("the program starts", || async {
            Ok(fs::read_to_string(&file)?.trim().parse::<u32>()?)
        });
        let pid = pid.await.with_context(|| fs::read_to_string(&log).unwrap_or_default())?;
        Ok(Self { node: node.clone(), child, log, pid })
    }

    /// Its process id, as the node's own processes see it.
    pub fn pid(&self) -> u32 {
        self.pid
    }

    /// Where its output goes.
    pub fn log_path(&self) -> &Path {
        &self.log
    }

    /// Its output so far.
    pub fn log(&self) -> String {
        fs::read_to_string(&self.log).unwrap_or_default()
    }

    /// Waits until its output has a line that contains `text`, and gives the line.
    pub async fn line(&mut self, text: &str) -> Result<String> {
        let clock = runtime::Clock::system();
        loop {
            if let Some(line) = self.log().lines().find(|line| line.contains(text)) {
                return Ok(line.to_owned());
            }
            if let Some(status) = self.child.try_wait()? {
                bail!("ended with {status} before it said {text:?}:\n{}", self.log());
            }
            if clock.monotonic() > PATIENCE {
                bail!("never said {text:?}:\n{}", self.log());
            }
            clock.sleep(std::time::Duration::from_millis(10)).await;
        }
    }

    /// Sends it a signal: `TERM`, `KILL`, `HUP`.
    pub async fn signal(&self, signal: &str) -> Result<()> {
        self.node.run(&["kill", "-s", signal, &self.pid.to_string()]).await.map(drop)
    }

    /// Asks it to end, and waits until it has.
    pub async fn stop(&mut self) -> Result<ExitStatus> {
        self.end("TERM").await
    }

    /// Ends it without asking (`kill -9`), and waits until it is gone. What it started goes on.
    pub async fn kill(&mut self) -> Result<ExitStatus> {
        self.end("KILL").await
    }

    /// Waits until it ends by itself.
    pub async fn wait(&mut self) -> Result<ExitStatus> {
        let ended = tokio::time::timeout(PATIENCE, self.child.wait()).await;
        Ok(ended.with_context(|| format!("it does not end:\n{}", self.log()))??)
    }

    async fn end(&mut self, signal: &str) -> Result<ExitStatus> {
        if let Some(status) = self.child.try_wait()? {
            return Ok(status);
        }
        match self.signal(signal).await {
            Ok(()) => self.wait().await,
            // It may have ended by itself meanwhile.
            Err(error) => self.wait().await.context(error),
        }
    }
}
