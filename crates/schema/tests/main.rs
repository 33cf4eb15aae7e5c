//! What crate `schema` promises, checked against the target version's data where that is at hand.

mod suite {
    mod builtin;
    mod codegen;
    mod published;
    mod spec;
}
