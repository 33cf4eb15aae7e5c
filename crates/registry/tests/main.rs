//! The engine on a real embedded store.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail tests")]

mod suite {
    mod concurrency;
    mod deletes;
    mod feed;
    mod lists;
    mod patches;
    mod rendering;
    mod replay;
    mod seams;
    mod support;
    mod verbs;
    mod watches;
}
