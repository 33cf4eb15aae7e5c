//! The plugins that are on, behind the registry's seam.

use std::sync::Arc;

use async_trait::async_trait;
use meta::StatusError;
use registry::{Admission, Attributes, Registry};
use resource::Object;

use crate::permits::{Masters, Permits};
use crate::rounds::Rounds;
use crate::table::{self, Named, UnknownPlugin};
use crate::webhook::{Caller, Nobody};
use crate::{Request, State};

/// What can be set.
#[derive(Clone)]
pub struct Config {
    /// `--enable-admission-plugins`: beside those that are on anyway.
    pub enable: Vec<String>,
    /// `--disable-admission-plugins`
    pub disable: Vec<String>,
    /// `--default-not-ready-toleration-seconds`
    pub not_ready_seconds: i64,
    /// `--default-unreachable-toleration-seconds`
    pub unreachable_seconds: i64,
    /// Who may do what, where a plugin must ask.
    pub permits: Arc<dyn Permits>,
    /// How webhooks are reached.
    pub caller: Arc<dyn Caller>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            enable: Vec::new(),
            disable: Vec::new(),
            not_ready_seconds: 300,
            unreachable_seconds: 300,
            permits: Arc::new(Masters),
            caller: Arc::new(Nobody),
        }
    }
}

/// All plugins that are on, in the table's order.
pub struct Chain {
    plugins: Vec<Named>,
    state: State,
}

impl Chain {
    /// The plugins that the configuration asks for, reading from this registry.
    pub fn new(registry: &Arc<Registry>, config: &Config) -> Result<Arc<Self>, UnknownPlugin> {
        Ok(Arc::new(Self { plugins: table::choose(config)?, state: State::new(registry) }))
    }

    /// The names of the plugins, in order.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.plugins.iter().map(|(name, _)| *name)
    }
}

impl Chain {
    /// Lets every plugin change the object, in order.
    async fn go_round(
        &self,
        request: &Request<'_>,
        object: &mut Object,
        warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        for (_, plugin) in self.plugins.iter().filter(|(_, plugin)| plugin.handles(request)) {
            plugin.mutate(request, object, warnings).await?;
        }
        Ok(())
    }
}

#[async_trait]
impl Admission for Chain {
    async fn mutate(
        &self,
        attributes: Attributes<'_>,
        object: &mut Object,
        warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        let rounds = Rounds::default();
        let request = Request::new(attributes, &self.state, &rounds);
        self.go_round(&request, object, warnings).await?;
        if rounds.begin_second() {
            self.go_round(&request, object, warnings).await?;
        }
        Ok(())
    }

    async fn validate(
        &self,
        attributes: Attributes<'_>,
        object: Option<&Object>,
        warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        let rounds = Rounds::default();
        let request = Request::new(attributes, &self.state, &rounds);
        for (_, plugin) in self.plugins.iter().filter(|(_, plugin)| plugin.handles(&request)) {
            plugin.validate(&request, object, warnings).await?;
        }
        Ok(())
    }
}
