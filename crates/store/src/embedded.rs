//! The embedded back end: state in memory, durability by a log with group commit.

pub mod disk;
