//! Claims get volumes, and volumes whose claims are gone are kept or handed to whoever made them. Upstream:
//! `persistentvolume-binder-controller`. Volumes are made and removed by provisioners outside; this loop tells them.
//!
//! | module | what it holds |
//! |---|---|
//! | `matching` | which volume suits a claim: pure |
//! | `claim`, `volume` | what becomes of one: pure |
//! | `claims`, `volumes` | the calls |

mod claim;
mod claims;
mod matching;
#[cfg(test)]
mod plan_tests;
mod volume;
mod volumes;

use crate::{Context, Work};

const NAME: &str = "persistentvolume-binder-controller";

/// The loops.
pub fn build(context: &Context) -> Work {
    Work::Together(vec![claims::build(context), volumes::build(context)])
}
