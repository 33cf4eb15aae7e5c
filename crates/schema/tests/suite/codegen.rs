//! The committed table is what the generator writes.

use super::spec;

#[test]
fn committed_table_is_current() {
    if spec::folder().is_some() {
        xtask::codegen::run(&spec::root(), true).unwrap();
    }
}
