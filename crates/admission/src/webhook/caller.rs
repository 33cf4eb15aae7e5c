//! The seam behind which the network is: whoever wires the server knows how to reach services.

use std::time::Duration;

use async_trait::async_trait;

use super::Endpoint;

/// What a webhook answered.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reply {
    /// The HTTP status.
    pub code: u16,
    /// The type that the body claims to have.
    pub content_type: String,
    /// The body.
    pub body: Vec<u8>,
}

/// Sends reviews to webhooks.
#[async_trait]
pub trait Caller: Send + Sync + 'static {
    /// Posts a review, with as much patience as is given. The words of an error are those that follow the address.
    async fn call(&self, endpoint: &Endpoint, body: Vec<u8>, timeout: Duration) -> Result<Reply, String>;
}

/// Reaches nobody.
#[derive(Debug, Clone, Copy, Default)]
pub struct Nobody;

#[async_trait]
impl Caller for Nobody {
    async fn call(&self, _endpoint: &Endpoint, _body: Vec<u8>, _timeout: Duration) -> Result<Reply, String> {
        Err("webhooks can't be reached from here".to_owned())
    }
}
