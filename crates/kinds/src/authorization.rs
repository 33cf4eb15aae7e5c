//! Kinds of the group `authorization.k8s.io`: questions about who may do what. They are answered, not stored.

pub mod local_subject_access_review;
pub mod self_subject_access_review;
pub mod self_subject_rules_review;
pub mod subject_access_review;

mod attributes;
