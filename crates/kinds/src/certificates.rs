//! Kinds of the group `certificates.k8s.io`.

pub mod certificate_signing_request;
