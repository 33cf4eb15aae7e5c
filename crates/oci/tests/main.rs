//! Real containers of a busybox image, each test with a runtime, directories and control groups of its own. Needs root.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod suite {
    mod containers;
    mod figures;
    mod images;
    mod lab;
    mod lifecycle;
    mod parts;
    mod pods;
    mod registry;
    mod restart;
    mod security;
    mod streams;
}
