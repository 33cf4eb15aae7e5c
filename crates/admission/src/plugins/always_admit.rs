//! `AlwaysAdmit`: says nothing to anything. Kept because flags of old clusters name it.

use crate::{Config, Plugin, Request};

/// The plugin.
pub fn plugin(_config: &Config) -> Box<dyn Plugin> {
    Box::new(AlwaysAdmit)
}

struct AlwaysAdmit;

impl Plugin for AlwaysAdmit {
    fn handles(&self, _request: &Request<'_>) -> bool {
        false
    }
}
