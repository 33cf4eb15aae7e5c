//! CRI over gRPC
