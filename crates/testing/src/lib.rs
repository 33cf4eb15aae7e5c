//! What tests share; never part of the program.
//!
//! | module | what it holds |
//! |---|---|
//! | `lab` | a cluster's machines as namespaces: switch, nodes, processes on them, images, checks that nothing leaks |

pub mod lab;
