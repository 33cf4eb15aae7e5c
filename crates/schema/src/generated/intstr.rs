//! Types of `intstr`. Written by `cargo xtask codegen` from the target version's data; do not edit.

use crate::table::*;
use crate::*;

pub(crate) static IntOrString: Definition = Definition {
name: "io.k8s.apimachinery.pkg.util.intstr.IntOrString",
schema: ANY.format(Format::IntOrString),
kinds: &[],
in_every_group: false,
special: Special::IntOrString,
message: None,
published: true,
};
