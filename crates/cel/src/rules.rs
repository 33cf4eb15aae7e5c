//! The `x-kubernetes-validations` of custom resources.
