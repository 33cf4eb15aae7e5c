//! One run of one verb: its flags and arguments, its streams, and the server once it is needed.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use runtime::Clock;
use tokio::sync::OnceCell;

use crate::command::Verb;
use crate::config::Loaded;
use crate::error::{Error, Result};
use crate::flags::Flags;
use crate::io::Io;
use crate::server::Server;

/// What a run finds around it.
#[derive(Clone, Debug)]
pub struct Surroundings {
    /// Environment variables.
    pub vars: BTreeMap<String, String>,
    /// Where this cluster's own state lives: its administrator's kubeconfig serves when there is no other.
    pub data_dir: PathBuf,
    /// The time.
    pub clock: Clock,
}

impl Surroundings {
    /// Those of the process.
    pub fn process(data_dir: PathBuf) -> Self {
        Self { vars: std::env::vars().collect(), data_dir, clock: Clock::system() }
    }

    /// A variable, unless it is empty.
    pub fn var(&self, name: &str) -> Option<&str> {
        self.vars.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }
}

/// One run of one verb.
pub struct Cx {
    /// `kubectl create deployment`.
    pub path: String,
    /// The verb.
    pub verb: &'static Verb,
    /// Its flags.
    pub flags: Flags,
    /// Its arguments.
    pub args: Vec<String>,
    /// How many arguments came before `--`.
    pub dash: Option<usize>,
    /// Its streams.
    pub io: Arc<Io>,
    /// What is around it.
    pub around: Surroundings,
    pub(crate) server: OnceCell<Server>,
    pub(crate) config: OnceCell<Loaded>,
}

impl Cx {
    /// The server, connected to on first use.
    pub async fn server(&self) -> Result<&Server> {
        self.server.get_or_try_init(|| async { Server::connect(self).await }).await
    }

    /// The kubeconfig, read on first use.
    pub async fn config(&self) -> Result<&Loaded> {
        self.config.get_or_try_init(|| async { Loaded::read(self) }).await
    }

    /// The namespace to work in, and whether a flag named it.
    pub async fn namespace(&self) -> Result<(String, bool)> {
        let explicit = self.flags.changed("namespace") && !self.flags.text("namespace").is_empty();
        Ok((self.config().await?.namespace(self), explicit))
    }

    /// An error about how the verb was called.
    pub fn usage(&self, text: impl std::fmt::Display) -> Error {
        Error::Usage(format!("{text}\nSee '{} -h' for help and examples", self.path))
    }

    /// The single argument that names what is made.
    pub fn one_name(&self) -> Result<&str> {
        match self.args.as_slice() {
            [name] => Ok(name),
            args => {
                let count = args.len();
                Err(self.usage(format!("exactly one NAME is required, got {count}")))
            }
        }
    }

    /// Now, in seconds since the epoch.
    pub fn now(&self) -> i64 {
        i64::try_from(self.around.clock.unix_millis() / 1000).unwrap_or(i64::MAX)
    }
}
