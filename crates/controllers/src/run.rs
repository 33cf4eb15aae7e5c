//! Starts the loops that the configuration asks for, and stops them together.

use client::Client;
use futures_util::future::join_all;
use informer::Informers;
use runtime::{Clock, Shutdown};

use crate::Context;
use crate::table::{TABLE, Work};

/// What an operator can set.
#[derive(Debug, Clone)]
pub struct Config {
    /// `--controllers`: `*` for all, `name` for one, `-name` for all but one.
    pub controllers: Vec<String>,
}

impl Default for Config {
    fn default() -> Self {
        Self { controllers: vec!["*".to_owned()] }
    }
}

impl Config {
    /// Whether a loop shall run. As upstream, what is named counts before the star.
    pub fn runs(&self, name: &str) -> bool {
        let named = self.controllers.iter().find_map(|one| match one.strip_prefix('-') {
            Some(not) => (not == name).then_some(false),
            None => (one == name).then_some(true),
        });
        named.unwrap_or_else(|| self.controllers.iter().any(|one| one == "*"))
    }
}

/// Runs the loops until told to stop.
pub async fn run(config: Config, client: Client, clock: Clock, shutdown: Shutdown) {
    let client = client.named("kube-controller-manager");
    let informers = Informers::new(client.clone(), clock.clone(), shutdown.clone());
    let context = Context { client, informers, clock: clock.clone(), shutdown: shutdown.clone() };
    let (mut controllers, mut tasks) = (Vec::new(), Vec::new());
    for entry in TABLE.iter().filter(|entry| config.runs(entry.name)) {
        match (entry.build)(&context) {
            Work::Reconciles(controller) => controllers.push(controller),
            Work::Runs(task) => tasks.push(task),
        }
    }
    tokio::join!(informer::run(controllers, clock, shutdown), join_all(tasks));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_are_chosen_by_name_and_star() {
        let config =
            |list: &[&str]| Config { controllers: list.iter().map(|one| (*one).to_owned()).collect() };
        assert!(Config::default().runs("a"));
        assert!(!config(&["*", "-a"]).runs("a") && config(&["*", "-a"]).runs("b"));
        assert!(config(&["a"]).runs("a") && !config(&["a"]).runs("b"));
    }
}
