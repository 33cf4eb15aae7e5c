//! What the validation of a pod spec lets pass, because the object that it replaces has it already.

use api::core::v1::PodSpec;

/// The relaxations. [`Options::create`] has none of those that only old objects enjoy.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// The spec is that of a pod, not of a template.
    pub is_pod: bool,
}

impl Options {
    /// For a new pod template.
    pub fn create() -> Self {
        Self::default()
    }

    /// For a template that replaces `old`.
    pub fn update(_old: Option<&PodSpec>) -> Self {
        Self::default()
    }
}
