//! The cgroups of pods: `kubepods`, the classes below it, and one per pod, so that limits hold for all its containers together.

use node::LinuxResources;

/// Makes and removes cgroups by their path from the controllers' root.
pub trait PodCgroups: Send + Sync + 'static {
    /// Sees that it is there, with these limits.
    fn ensure(&self, path: &str, limits: &LinuxResources) -> Result<(), String>;
    /// Removes it; succeeds when it is gone.
    fn remove(&self, path: &str) -> Result<(), String>;
    /// Bytes of memory that are used in it, if that can be said.
    fn memory_usage(&self, path: &str) -> Option<u64>;
    /// The names of the cgroups below it.
    fn children(&self, path: &str) -> Vec<String>;
}
