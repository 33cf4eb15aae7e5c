//! kubectl
