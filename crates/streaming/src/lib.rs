//! exec wire
