//! Where the completions of an indexed job stand. Pure.

use std::collections::BTreeSet;
use std::sync::Arc;

use api::batch::v1::JobStatus;
use api::core::v1::Pod;

use super::plan::Observed;
use super::{indexes, pod};

/// Where the completions of an indexed job stand; empty for other jobs.
#[derive(Default)]
pub struct Numbers {
    pub indexed: bool,
    pub succeeded: BTreeSet<i32>,
    /// Only where each number fails on its own.
    pub failed: Option<BTreeSet<i32>>,
    pub replaced: Vec<Arc<Pod>>,
}

impl Numbers {
    pub fn of(observed: &Observed<'_>) -> Self {
        let (job, pods) = (observed.job, observed.pods);
        if !pod::is_indexed(job) {
            return Self::default();
        }
        let (succeeded, failed) = (indexes::succeeded(job, pods), indexes::failed(job, pods));
        let replaced = failed.as_ref().map(|failed| indexes::replaced(job, pods, (&succeeded, failed)));
        Self { indexed: true, succeeded, failed, replaced: replaced.unwrap_or_default() }
    }

    pub fn tell(&self, status: &mut JobStatus) {
        if self.indexed {
            status.succeeded = crate::amount::count(self.succeeded.len());
            status.completed_indexes = Some(indexes::render(&self.succeeded)).filter(|text| !text.is_empty());
            status.failed_indexes = self.failed.as_ref().map(indexes::render);
        }
    }
}
