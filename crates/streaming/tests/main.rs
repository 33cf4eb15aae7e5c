//! The suite of this crate: one binary, one module per subject.
