//! Integration tests of `patch`: laws by random trees, and replay of what a stock server answered.

mod suite {
    mod apply_laws;
    mod corpus;
    mod hostile;
    mod json_patch;
    mod merge_laws;
    mod removal;
    mod replay;
    mod server_writes;
    mod set_laws;
    mod strategic_laws;
    mod support;
    mod tracking;
}
