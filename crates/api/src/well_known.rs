//! Names with a meaning of their own: labels, annotations, taints, finalizers, groups. Facts of the Kubernetes API.

/// The labels every node or object may carry.
pub mod label {
    /// The node's name.
    pub const HOSTNAME: &str = "kubernetes.io/hostname";
    /// The node's operating system.
    pub const OS: &str = "kubernetes.io/os";
    /// The node's processor architecture.
    pub const ARCH: &str = "kubernetes.io/arch";
    /// The node's zone.
    pub const ZONE: &str = "topology.kubernetes.io/zone";
    /// The node's region.
    pub const REGION: &str = "topology.kubernetes.io/region";
    /// On a namespace: its own name, kept by the API server.
    pub const NAMESPACE_NAME: &str = "kubernetes.io/metadata.name";
    /// On an endpoint slice: the service it belongs to.
    pub const SERVICE_NAME: &str = "kubernetes.io/service-name";
}

/// The annotations that the system itself reads.
pub mod annotation {
    /// What `kubectl apply` sent last.
    pub const LAST_APPLIED: &str = "kubectl.kubernetes.io/last-applied-configuration";
    /// On a storage class: new claims without a class get this one.
    pub const DEFAULT_STORAGE_CLASS: &str = "storageclass.kubernetes.io/is-default-class";
    /// On an ingress class: new ingresses without a class get this one.
    pub const DEFAULT_INGRESS_CLASS: &str = "ingressclass.kubernetes.io/is-default-class";
    /// On a mirror pod: the hash of the static pod it shows.
    pub const MIRROR_POD: &str = "kubernetes.io/config.mirror";
}

/// The taints that the system itself sets.
pub mod taint {
    /// The node's ready condition is false.
    pub const NOT_READY: &str = "node.kubernetes.io/not-ready";
    /// Nothing was heard of the node.
    pub const UNREACHABLE: &str = "node.kubernetes.io/unreachable";
    /// The node was cordoned.
    pub const UNSCHEDULABLE: &str = "node.kubernetes.io/unschedulable";
}

/// The users and groups that the system itself uses.
pub mod group {
    /// Members may do everything.
    pub const MASTERS: &str = "system:masters";
    /// Everybody who was authenticated.
    pub const AUTHENTICATED: &str = "system:authenticated";
    /// Everybody who was not.
    pub const UNAUTHENTICATED: &str = "system:unauthenticated";
    /// The kubelets.
    pub const NODES: &str = "system:nodes";
    /// All service accounts.
    pub const SERVICE_ACCOUNTS: &str = "system:serviceaccounts";
}
