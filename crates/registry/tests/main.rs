//! The engine on a real embedded store.

mod suite {
    mod concurrency;
    mod deletes;
    mod lists;
    mod support;
    mod verbs;
    mod watches;
}
