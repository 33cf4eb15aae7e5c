//! The crate's integration tests: recorded answers of a stock server, tables and properties.

// Clippy allows these inside test functions only; here the functions they call are tests too.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod suite {
    //! One module for each thing that is tested from outside.

    mod options;
    mod quantity;
    mod recorded;
    mod selectors;
    mod spec;
    mod statuses;
}
