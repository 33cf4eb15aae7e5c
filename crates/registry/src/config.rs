//! The measures of the engine. The defaults suit a real cluster; tests make them small.

use std::time::Duration;

/// What can be set.
#[derive(Debug, Clone)]
pub struct Config {
    /// How many recent changes are kept of each kind for watchers that come back.
    pub history: usize,
    /// How many undelivered changes a watcher may have before it is cut off.
    pub queue: usize,
    /// The selectable fields by which many clients each ask for a small part: they are indexed.
    pub hot_fields: Vec<String>,
    /// The labels of which the same is true.
    pub hot_labels: Vec<String>,
    /// How long a read waits for a revision that the cache has not seen before it says that there is no such revision.
    pub patience: Duration,
    /// How often a watch that asked for bookmarks gets one.
    pub bookmarks: Duration,
    /// The largest object, as upstream limits what it stores.
    pub max_object_bytes: usize,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            history: 2048,
            queue: 1024,
            hot_fields: vec!["spec.nodeName".into()],
            hot_labels: Vec::new(),
            patience: Duration::from_secs(3),
            bookmarks: Duration::from_secs(60),
            max_object_bytes: 1_536 * 1024,
        }
    }
}
