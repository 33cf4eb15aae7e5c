//! Roles for nodes, and for those who let them join.

use super::{Role, named, on};

/// The roles.
pub(super) const ROLES: &[Role] = &[
    Role {
        name: "system:node",
        part_of: "",
        gathers: "",
        rules: &[
            on("authentication.k8s.io", "tokenreviews", "create"),
            on("authorization.k8s.io", "localsubjectaccessreviews subjectaccessreviews", "create"),
            on("core", "services", "get list watch"),
            on("core", "nodes", "create get list watch"),
            on("core", "nodes/status", "patch update"),
            on("core", "nodes", "patch update"),
            on("core events.k8s.io", "events", "create patch update"),
            on("core", "pods", "get list watch"),
            on("core", "pods", "create delete"),
            on("core", "pods/status", "patch update"),
            on("core", "pods/eviction", "create"),
            on("core", "configmaps secrets", "get list watch"),
            on("core", "persistentvolumeclaims persistentvolumes", "get"),
            on("core", "endpoints", "get"),
            on("certificates.k8s.io", "certificatesigningrequests", "create get list watch"),
            on("coordination.k8s.io", "leases", "create delete get patch update"),
            on("storage.k8s.io", "volumeattachments", "get"),
            on("core", "serviceaccounts/token", "create"),
            on("core", "persistentvolumeclaims/status", "get patch update"),
            on("storage.k8s.io", "csidrivers", "get list watch"),
            on("storage.k8s.io", "csinodes", "create delete get patch update"),
            on("node.k8s.io", "runtimeclasses", "get list watch"),
            on("resource.k8s.io", "resourceclaims", "get"),
            on("resource.k8s.io", "resourceslices", "deletecollection"),
            on("core", "serviceaccounts", "get"),
        ],
    },
    Role {
        name: "system:node-bootstrapper",
        part_of: "",
        gathers: "",
        rules: &[on("certificates.k8s.io", "certificatesigningrequests", "create get list watch")],
    },
    Role {
        name: "system:node-problem-detector",
        part_of: "",
        gathers: "",
        rules: &[
            on("core", "nodes", "get"),
            on("core", "nodes/status", "patch"),
            on("core events.k8s.io", "events", "create patch update"),
        ],
    },
    Role {
        name: "system:node-proxier",
        part_of: "",
        gathers: "",
        rules: &[
            on("core", "endpoints services", "list watch"),
            on("core", "nodes", "get list watch"),
            on("core events.k8s.io", "events", "create patch update"),
            on("networking.k8s.io", "servicecidrs", "list watch"),
            on("discovery.k8s.io", "endpointslices", "list watch"),
        ],
    },
    Role {
        name: "system:kubelet-api-admin",
        part_of: "",
        gathers: "",
        rules: &[
            on("core", "nodes", "get list watch"),
            on("core", "nodes", "proxy"),
            on("core", "nodes/log nodes/metrics nodes/proxy nodes/stats", "*"),
            on("core", "nodes/configz nodes/healthz nodes/pods", "*"),
        ],
    },
    Role {
        name: "system:certificates.k8s.io:certificatesigningrequests:nodeclient",
        part_of: "",
        gathers: "",
        rules: &[on("certificates.k8s.io", "certificatesigningrequests/nodeclient", "create")],
    },
    Role {
        name: "system:certificates.k8s.io:certificatesigningrequests:selfnodeclient",
        part_of: "",
        gathers: "",
        rules: &[on("certificates.k8s.io", "certificatesigningrequests/selfnodeclient", "create")],
    },
    Role {
        name: "system:certificates.k8s.io:kube-apiserver-client-approver",
        part_of: "",
        gathers: "",
        rules: &[named("certificates.k8s.io", "signers", "kubernetes.io/kube-apiserver-client", "approve")],
    },
    Role {
        name: "system:certificates.k8s.io:kube-apiserver-client-kubelet-approver",
        part_of: "",
        gathers: "",
        rules: &[named(
            "certificates.k8s.io",
            "signers",
            "kubernetes.io/kube-apiserver-client-kubelet",
            "approve",
        )],
    },
    Role {
        name: "system:certificates.k8s.io:kubelet-serving-approver",
        part_of: "",
        gathers: "",
        rules: &[named("certificates.k8s.io", "signers", "kubernetes.io/kubelet-serving", "approve")],
    },
    Role {
        name: "system:certificates.k8s.io:legacy-unknown-approver",
        part_of: "",
        gathers: "",
        rules: &[named("certificates.k8s.io", "signers", "kubernetes.io/legacy-unknown", "approve")],
    },
];
