//! who
