//! Whether the kubelet is there.

use super::answer::{self, Answer};

/// It is.
pub(super) fn ok() -> Answer {
    answer::text(200, "ok")
}
