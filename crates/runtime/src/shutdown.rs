//! The signal to stop, handed down from the binary to every task.

use tokio_util::sync::CancellationToken;

/// Cloned into every task; all clones learn of a stop together. A child can be stopped without its parent.
#[derive(Debug, Clone, Default)]
pub struct Shutdown(CancellationToken);

impl Shutdown {
    /// A signal that has not been given yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Tells every holder of this signal and of its children to stop.
    pub fn trigger(&self) {
        self.0.cancel();
    }

    /// Whether the signal has been given.
    pub fn is_triggered(&self) -> bool {
        self.0.is_cancelled()
    }

    /// Waits for the signal.
    pub async fn wait(&self) {
        self.0.cancelled().await;
    }

    /// A signal that follows this one and can also be given on its own.
    pub fn child(&self) -> Self {
        Self(self.0.child_token())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_child_follows_its_parent_but_not_the_other_way() {
        let parent = Shutdown::new();
        let (one, two) = (parent.child(), parent.child());
        one.trigger();
        assert!(one.is_triggered() && !two.is_triggered() && !parent.is_triggered());
        parent.trigger();
        two.wait().await;
    }
}
