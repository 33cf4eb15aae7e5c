//! Starts the loops that the configuration asks for, and stops them together.

use std::sync::Arc;

use futures_util::future::join_all;
use informer::Informers;
use runtime::{Clock, Shutdown};

use crate::table::{TABLE, Work};
use crate::{Clients, Context, Settings};

/// What an operator can set.
#[derive(Debug, Clone)]
pub struct Config {
    /// `--controllers`: `*` for all, `name` for one, `-name` for all but one.
    pub controllers: Vec<String>,
    /// What single loops need.
    pub settings: Arc<Settings>,
}

impl Default for Config {
    fn default() -> Self {
        Self { controllers: vec!["*".to_owned()], settings: Arc::default() }
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
pub async fn run(config: Config, clients: impl Into<Clients>, clock: Clock, shutdown: Shutdown) {
    let clients = clients.into();
    let informers = Informers::new(clients.manager(), clock.clone(), shutdown.clone());
    let (mut controllers, mut tasks) = (Vec::new(), Vec::new());
    for entry in TABLE.iter().filter(|entry| config.runs(entry.name)) {
        let context = Context {
            client: clients.of_loop(entry.name),
            informers: informers.clone(),
            config: config.settings.clone(),
            clock: clock.clone(),
            shutdown: shutdown.clone(),
        };
        match (entry.build)(&context) {
            Work::Nothing => {}
            Work::Reconciles(controller) => controllers.push(controller),
            Work::Together(parts) => controllers.extend(parts),
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
        let config = |list: &[&str]| Config {
            controllers: list.iter().map(|one| (*one).to_owned()).collect(),
            ..Config::default()
        };
        assert!(Config::default().runs("a"));
        assert!(!config(&["*", "-a"]).runs("a") && config(&["*", "-a"]).runs("b"));
        assert!(config(&["a"]).runs("a") && !config(&["a"]).runs("b"));
    }
}
