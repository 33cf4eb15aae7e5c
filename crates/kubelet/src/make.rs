//! From a pod to what the runtime is asked for: pure, file by file.
//!
//! | module | what it makes |
//! |---|---|
//! | `hostname`, `hosts`, `dns` | names: the pod's own, `/etc/hosts`, the resolver |
//! | `security` | what a container may do |
//! | `sandbox`, `container` | the whole request |

pub mod container;
pub mod dns;
pub mod hostname;
pub mod hosts;
pub mod sandbox;
pub mod security;
