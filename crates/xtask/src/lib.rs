//! The project's own tools, as a library so that tests can run them.

pub mod codegen;
