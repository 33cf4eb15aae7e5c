//! `kubectl` against a real API server in the process, beside an unmodified `kubectl` where there is one.

#![allow(clippy::unwrap_used)]

mod suite {
    mod compare;
    mod errors;
    mod harness;
    mod table;
}
