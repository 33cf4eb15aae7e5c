//! What every loop is handed.

use client::Client;
use informer::{Informers, Recorder};
use runtime::{Clock, Shutdown};

/// The surroundings of a loop. Cheap to clone.
#[derive(Clone)]
pub struct Context {
    /// To write with.
    pub client: Client,
    /// To read from.
    pub informers: Informers,
    /// The time.
    pub clock: Clock,
    /// When to stop, for loops that are tasks of their own.
    pub shutdown: Shutdown,
}

impl Context {
    /// Events in the name of a loop.
    pub fn recorder(&self, name: &str) -> Recorder {
        Recorder::new(self.client.clone(), name, "", self.clock.clone())
    }
}
