//! The events of a cache as a stream, for those who are tasks of their own.

use tokio::sync::mpsc;

use crate::Event;

/// Every event of a cache, beginning with what was there. Never loses one; whoever is slow pays with memory.
pub struct Subscription<K>(mpsc::UnboundedReceiver<Event<K>>);

impl<K> Subscription<K> {
    pub(crate) fn channel() -> (mpsc::UnboundedSender<Event<K>>, Self) {
        let (sender, receiver) = mpsc::unbounded_channel();
        (sender, Self(receiver))
    }

    /// The next event; `None` when the informers stop.
    pub async fn next(&mut self) -> Option<Event<K>> {
        self.0.recv().await
    }

    /// The next event, if it is there already.
    pub fn try_next(&mut self) -> Option<Event<K>> {
        self.0.try_recv().ok()
    }
}
