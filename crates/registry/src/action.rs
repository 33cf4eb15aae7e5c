//! Subresources that are actions with code of their own: `binding`, `eviction`, `token`. Whoever wires the server puts them in.

use std::sync::Arc;

use async_trait::async_trait;
use meta::options::CreateOptions;
use meta::{Status, StatusError};
use resource::Object;

use crate::{Caller, Registry, Stored, Target};

/// One call of an action.
#[derive(Debug, Clone, Copy)]
pub struct Call<'a> {
    /// The object that it is about, and by which subresource.
    pub target: &'a Target,
    /// Who asks.
    pub caller: &'a Caller,
    /// What was asked.
    pub options: &'a CreateOptions,
}

/// What an action answers.
#[derive(Debug, Clone)]
pub enum Answer {
    /// A tree with its `apiVersion` and `kind`, such as a `TokenRequest`.
    Tree(Object),
    /// The object itself, as it is now.
    Stored(Arc<Stored>),
    /// That it was done.
    Status(Status),
}

/// What an action does.
#[async_trait]
pub trait Action: Send + Sync + 'static {
    /// Fills in what the client left out of the body.
    fn defaults(&self, _body: &mut Object) {}

    /// Does it. The body has been decoded, and admission has let it through.
    async fn run(&self, registry: &Registry, call: Call<'_>, body: Object) -> Result<Answer, StatusError>;
}
