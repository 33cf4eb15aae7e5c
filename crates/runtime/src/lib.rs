//! What every component is handed instead of reaching for a global: time, the signal to stop, and the curve of a retry.
//!
//! This is the bottom of the code base. It knows nothing of Kubernetes and depends on no other crate of the project.

mod backoff;
mod clock;
mod shutdown;

pub use backoff::Backoff;
pub use clock::{Clock, ManualTime};
pub use shutdown::Shutdown;
