//! The Kubernetes API as its clients see it.
