//! The body that webhooks are asked with: an `AdmissionReview`. Pure.

use serde_json::{Value, json};

/// A version of `AdmissionReview`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Version {
    /// `admission.k8s.io/v1`
    V1,
    /// `admission.k8s.io/v1beta1`
    V1Beta1,
}

impl Version {
    /// The version of this name, if we speak it.
    pub fn read(name: &str) -> Option<Self> {
        match name {
            "v1" => Some(Self::V1),
            "v1beta1" => Some(Self::V1Beta1),
            _ => None,
        }
    }

    /// As `apiVersion` names it.
    pub const fn api_version(self) -> &'static str {
        match self {
            Self::V1 => "admission.k8s.io/v1",
            Self::V1Beta1 => "admission.k8s.io/v1beta1",
        }
    }
}

/// The objects that a review shows; null where there is none.
#[derive(Debug, Clone)]
pub struct Objects {
    /// As it would be.
    pub object: Value,
    /// As it is.
    pub old: Value,
}

/// The review of a request.
pub fn review(version: Version, uid: &str, mut request: Value, objects: Objects) -> Value {
    request["uid"] = uid.into();
    request["object"] = objects.object;
    request["oldObject"] = objects.old;
    json!({"kind": "AdmissionReview", "apiVersion": version.api_version(), "request": request})
}

/// A fresh uid, of version four.
pub fn uid() -> String {
    let bits = fastrand::u128(..);
    let bits = (bits & !(0xf << 76)) | (0x4 << 76);
    let bits = (bits & !(0x3 << 62)) | (0x2 << 62);
    let hex = format!("{bits:032x}");
    format!("{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..])
}
