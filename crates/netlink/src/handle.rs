//! A socket bound to one network namespace, usable from anywhere. The calls themselves are in `requests/`.

use std::sync::{Arc, Mutex, PoisonError};

use crate::socket::Socket;
use crate::wire::Message;
use crate::{Error, Netns};

/// Talks to the kernel about one network namespace. Clones share the socket, so their calls take turns.
#[derive(Debug, Clone)]
pub struct Handle {
    socket: Arc<Mutex<Socket>>,
}

impl Handle {
    /// For the namespace that the calling thread is in.
    pub fn open() -> Result<Self, Error> {
        Ok(Self { socket: Arc::new(Mutex::new(Socket::open()?)) })
    }

    /// For a given namespace.
    pub fn within(netns: &Netns) -> Result<Self, Error> {
        netns.run(Self::open)?
    }

    /// One request, off the threads of the runtime: a busy kernel can keep it waiting for its one lock.
    pub(crate) async fn perform(&self, message: Message) -> Result<(), Error> {
        self.with(move |socket| socket.perform(message)).await
    }

    /// As [`Handle::perform`], where it is fine that the thing is gone.
    pub(crate) async fn perform_gone(&self, message: Message) -> Result<(), Error> {
        match self.perform(message).await {
            Err(error) if error.is_missing() => Ok(()),
            other => other,
        }
    }

    /// All objects of a kind.
    pub(crate) async fn dump<T: Send + 'static>(
        &self,
        message: Message,
        read: impl Fn(&[u8]) -> Option<T> + Send + 'static,
    ) -> Result<Vec<T>, Error> {
        self.with(move |socket| socket.dump(message, read)).await
    }

    async fn with<T: Send + 'static>(&self, work: impl FnOnce(&mut Socket) -> T + Send + 'static) -> T {
        let socket = self.socket.clone();
        let done = tokio::task::spawn_blocking(move || {
            // A panic between two requests leaves nothing half done: numbers tell stale answers apart.
            work(&mut socket.lock().unwrap_or_else(PoisonError::into_inner))
        });
        match done.await {
            Ok(value) => value,
            Err(error) => std::panic::resume_unwind(error.into_panic()),
        }
    }
}
