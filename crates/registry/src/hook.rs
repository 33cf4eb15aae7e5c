//! What a kind needs beside its own object when it is written: addresses and ports that are handed out to services.
//!
//! A hook may change the object before it is checked, and learns afterwards whether the write took place. Kinds know no storage, so
//! their hooks live with whoever wires the server.

use async_trait::async_trait;
use meta::StatusError;
use resource::{Context, Object};

/// What was handed out for a write under way; dropping it takes it back.
pub trait Pending: Send {
    /// The write took place: what was handed out stays, and what the old object had and the new one has not is free again.
    fn commit(self: Box<Self>);
}

/// What happens around the writes of one kind. Objects are in the hub version.
#[async_trait]
pub trait Hook: Send + Sync + 'static {
    /// Before a new object is prepared and checked.
    async fn create(
        &self,
        object: &mut Object,
        cx: &Context<'_>,
    ) -> Result<Option<Box<dyn Pending>>, StatusError>;

    /// Before a changed object is prepared and checked.
    async fn update(
        &self,
        new: &mut Object,
        old: &Object,
        cx: &Context<'_>,
    ) -> Result<Option<Box<dyn Pending>>, StatusError>;

    /// After an object has gone.
    async fn deleted(&self, object: &Object);
}
