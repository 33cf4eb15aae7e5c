//! What crate `schema` promises, checked against the target version's data where that is at hand.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod suite {
    mod builtin;
    mod codegen;
    mod custom;
    mod objects;
    mod properties;
    mod published;
    mod recorded;
    mod spec;
    mod strict;
    mod trees;
}
