//! Roles for the parts of the control plane that are no controllers.

use super::{Role, named, on};

/// The roles.
pub(super) const ROLES: &[Role] = &[
    Role {
        name: "system:kube-aggregator",
        part_of: "",
        gathers: "",
        rules: &[
            on("core", "endpoints services", "get list watch"),
        ],
    },
    Role {
        name: "system:kube-controller-manager",
        part_of: "",
        gathers: "",
        rules: &[
            on("core events.k8s.io", "events", "create patch update"),
            on("coordination.k8s.io", "leases", "create"),
            named("coordination.k8s.io", "leases", "kube-controller-manager", "get update"),
            on("core", "secrets serviceaccounts", "create"),
            on("core", "secrets", "delete"),
            on("core", "configmaps namespaces secrets serviceaccounts", "get"),
            on("core", "secrets serviceaccounts", "update"),
            on("authentication.k8s.io", "tokenreviews", "create"),
            on("authorization.k8s.io", "subjectaccessreviews", "create"),
            on("*", "*", "list watch"),
            on("core", "serviceaccounts/token", "create"),
        ],
    },
    Role {
        name: "system:kube-dns",
        part_of: "",
        gathers: "",
        rules: &[
            on("core", "endpoints services", "list watch"),
        ],
    },
    Role {
        name: "system:kube-scheduler",
        part_of: "",
        gathers: "",
        rules: &[
            on("core events.k8s.io", "events", "create patch update"),
            on("coordination.k8s.io", "leases", "create"),
            named("coordination.k8s.io", "leases", "kube-scheduler", "get list update watch"),
            on("coordination.k8s.io", "leasecandidates", "create delete deletecollection get list patch update watch"),
            on("core", "nodes", "get list watch"),
            on("core", "pods", "delete get list watch"),
            on("core", "bindings pods/binding", "create"),
            on("core", "pods/status", "patch update"),
            on("core", "replicationcontrollers services", "get list watch"),
            on("apps extensions", "replicasets", "get list watch"),
            on("apps", "statefulsets", "get list watch"),
            on("policy", "poddisruptionbudgets", "get list watch"),
            on("core", "persistentvolumeclaims persistentvolumes", "get list watch"),
            on("authentication.k8s.io", "tokenreviews", "create"),
            on("authorization.k8s.io", "subjectaccessreviews", "create"),
            on("storage.k8s.io", "csinodes", "get list watch"),
            on("storage.k8s.io", "volumeattachments", "get list watch"),
            on("core", "namespaces", "get list watch"),
            on("storage.k8s.io", "csidrivers", "get list watch"),
            on("storage.k8s.io", "csistoragecapacities", "get list watch"),
            on("resource.k8s.io", "deviceclasses", "get list watch"),
            on("resource.k8s.io", "resourceclaims", "get list patch update watch"),
            on("resource.k8s.io", "resourceclaims/status", "get list patch update watch"),
            on("core", "pods/finalizers", "update"),
            on("resource.k8s.io", "resourceslices", "get list watch"),
            on("resource.k8s.io", "resourceclaims", "create delete"),
            on("resource.k8s.io", "resourceclaims/binding", "patch update"),
        ],
    },
    Role {
        name: "system:persistent-volume-provisioner",
        part_of: "",
        gathers: "",
        rules: &[
            on("core", "persistentvolumes", "create delete get list watch"),
            on("core", "persistentvolumeclaims", "get list update watch"),
            on("storage.k8s.io", "storageclasses", "get list watch"),
            on("core", "events", "watch"),
            on("core events.k8s.io", "events", "create patch update"),
        ],
    },
    Role {
        name: "system:volume-scheduler",
        part_of: "",
        gathers: "",
        rules: &[
            on("core", "persistentvolumes", "get list patch update watch"),
            on("storage.k8s.io", "storageclasses", "get list watch"),
            on("core", "persistentvolumeclaims", "get list patch update watch"),
        ],
    },
];
