//! The generated table. Written by `cargo xtask codegen`; do not edit.

use crate::{Definition, KindName};

pub(crate) static KINDS: &[(KindName, &Definition)] = &[];
pub(crate) static DEFINITIONS: &[&Definition] = &[];
