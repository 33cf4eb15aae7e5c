//! allowed
