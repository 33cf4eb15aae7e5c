//! Types of `version`. Written by `cargo xtask codegen` from the target version's data; do not edit.

use crate::table::*;
use crate::*;

static Info_members: Object = Object {
fields: SharedSlice::Static(&[
    field("buildDate", TEXT.zero()),
    field("compiler", TEXT.zero()),
    field("emulationMajor", TEXT),
    field("emulationMinor", TEXT),
    field("gitCommit", TEXT.zero()),
    field("gitTreeState", TEXT.zero()),
    field("gitVersion", TEXT.zero()),
    field("goVersion", TEXT.zero()),
    field("major", TEXT.zero()),
    field("minCompatibilityMajor", TEXT),
    field("minCompatibilityMinor", TEXT),
    field("minor", TEXT.zero()),
    field("platform", TEXT.zero()),
]),
required: SharedSlice::Static(&[text("major"), text("minor"), text("gitVersion"), text("gitCommit"), text("gitTreeState"), text("buildDate"), text("goVersion"), text("compiler"), text("platform")]),
additional: Additional::Unset,
};

pub(crate) static Info: Definition = Definition {
name: "io.k8s.apimachinery.pkg.version.Info",
schema: object(&Info_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: None,
published: true,
};
