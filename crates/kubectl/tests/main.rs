//! `kubectl` against a real API server in the process, beside an unmodified `kubectl` where there is one.

mod suite {
    mod compare;
    mod errors;
    mod harness;
    mod table;
}
