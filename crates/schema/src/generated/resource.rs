//! Types of `resource`. Written by `cargo xtask codegen` from the target version's data; do not edit.

use crate::table::*;
use crate::*;

pub(crate) static Quantity: Definition = Definition {
name: "io.k8s.apimachinery.pkg.api.resource.Quantity",
schema: ANY,
kinds: &[],
in_every_group: false,
special: Special::Quantity,
message: None,
published: true,
};
