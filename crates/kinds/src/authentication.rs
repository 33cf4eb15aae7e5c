//! Kinds of the group `authentication.k8s.io`: questions about who somebody is. They are answered, not stored.

pub mod self_subject_review;
pub mod token_review;
