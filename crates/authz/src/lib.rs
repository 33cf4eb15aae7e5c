//! may
