//! Health: named checks behind `/healthz`, `/livez` and `/readyz`, answered as the stock API server answers.
//!
//! One [`Checks`] per endpoint; a [`Check`] can be in several. Parts that know how they are say so through a [`Flag`] (told, not
//! polled); only what cannot tell is asked. Which text and status that makes is `health/render.rs`. Sending it is the server's.

mod render;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use parking_lot::RwLock;

pub use render::{CONTENT_TYPE, Outcome, Query, Response, render};

/// What a check finds: fine, or why not. The reason is logged and shown only to those who may ask for the check by name.
pub type Health = Result<(), String>;

type Asked = Pin<Box<dyn Future<Output = Health> + Send>>;

/// Tells whether one part is well. Clones are the same check.
#[derive(Clone)]
pub struct Check(Source);

#[derive(Clone)]
enum Source {
    Told(Flag),
    Asked(Arc<dyn Fn() -> Health + Send + Sync>),
    AskedAsync(Arc<dyn Fn() -> Asked + Send + Sync>),
}

impl Check {
    /// Always fine: the server answers, and that is all it says.
    pub fn ping() -> Self {
        Self::asked(|| Ok(()))
    }

    /// What the flag was last told.
    pub fn told(flag: &Flag) -> Self {
        Self(Source::Told(flag.clone()))
    }

    /// A quick look at something that cannot tell by itself.
    pub fn asked(look: impl Fn() -> Health + Send + Sync + 'static) -> Self {
        Self(Source::Asked(Arc::new(look)))
    }

    /// A look that waits for something; how long is its own to limit.
    pub fn asked_async<F>(look: impl Fn() -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Health> + Send + 'static,
    {
        Self(Source::AskedAsync(Arc::new(move || Box::pin(look()))))
    }

    async fn run(&self) -> Health {
        match &self.0 {
            Source::Told(flag) => flag.health(),
            Source::Asked(look) => look(),
            Source::AskedAsync(look) => look().await,
        }
    }
}

impl std::fmt::Debug for Check {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match &self.0 {
            Source::Told(_) => "Check(told)",
            Source::Asked(_) | Source::AskedAsync(_) => "Check(asked)",
        })
    }
}

/// What a part holds to say how it is. Clones are the same flag.
#[derive(Clone, Debug)]
pub struct Flag(Arc<RwLock<Health>>);

impl Flag {
    /// Not well yet, for this reason: what a part begins with that has to start first.
    pub fn not_yet(reason: impl Into<String>) -> Self {
        Self(Arc::new(RwLock::new(Err(reason.into()))))
    }

    /// Well until told otherwise.
    pub fn well() -> Self {
        Self(Arc::new(RwLock::new(Ok(()))))
    }

    /// From now on well.
    pub fn pass(&self) {
        *self.0.write() = Ok(());
    }

    /// From now on not well, for this reason.
    pub fn fail(&self, reason: impl Into<String>) {
        *self.0.write() = Err(reason.into());
    }

    /// How it is.
    pub fn health(&self) -> Health {
        self.0.read().clone()
    }
}

/// The checks of one endpoint, in the order in which they were added. Clones are the same endpoint.
#[derive(Clone, Debug)]
pub struct Checks {
    endpoint: &'static str,
    checks: Arc<RwLock<Vec<(String, Check)>>>,
}

impl Checks {
    /// An endpoint by its path without the slash: `healthz`, `livez`, `readyz`.
    pub fn new(endpoint: &'static str) -> Self {
        Self { endpoint, checks: Arc::default() }
    }

    /// Adds a check, or puts it in the place of the one of that name.
    pub fn add(&self, name: impl Into<String>, check: Check) {
        let name = name.into();
        let mut checks = self.checks.write();
        match checks.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => *known = check,
            None => checks.push((name, check)),
        }
    }

    /// The checks' names, which are also the sub-paths of the endpoint.
    pub fn names(&self) -> Vec<String> {
        self.now().into_iter().map(|(name, _)| name).collect()
    }

    /// Answers the endpoint itself.
    pub async fn report(&self, query: &Query) -> Response {
        let mut outcomes = Vec::new();
        for (name, check) in self.now() {
            let outcome = if query.exclude.contains(&name) {
                Outcome::Excluded
            } else {
                match check.run().await {
                    Ok(()) => Outcome::Passed,
                    Err(reason) => {
                        // The endpoint is open to all and withholds it; the log does not.
                        tracing::info!(endpoint = self.endpoint, check = name, reason, "health check failed");
                        Outcome::Failed
                    }
                }
            };
            outcomes.push((name, outcome));
        }
        render(self.endpoint, &outcomes, query)
    }

    /// Answers the path of a single check; there may be none of that name.
    pub async fn report_one(&self, name: &str) -> Option<Response> {
        let (_, check) = self.now().into_iter().find(|(known, _)| known == name)?;
        Some(match check.run().await {
            Ok(()) => Response { status: 200, body: "ok".to_owned() },
            Err(reason) => Response { status: 500, body: format!("internal server error: {reason}\n") },
        })
    }

    /// Without any check the endpoint still says that the server answers.
    fn now(&self) -> Vec<(String, Check)> {
        let checks = self.checks.read().clone();
        if checks.is_empty() { vec![("ping".to_owned(), Check::ping())] } else { checks }
    }
}
