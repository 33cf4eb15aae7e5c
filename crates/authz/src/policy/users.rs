//! Roles for people and for what every client needs: the classic four, and what everybody may see.

use super::{Role, on, paths};

/// The roles.
pub(super) const ROLES: &[Role] = &[
    Role { name: "cluster-admin", part_of: "", gathers: "", rules: &[on("*", "*", "*"), paths("*", "*")] },
    Role { name: "admin", part_of: "", gathers: "admin", rules: &[] },
    Role { name: "edit", part_of: "admin", gathers: "edit", rules: &[] },
    Role { name: "view", part_of: "edit", gathers: "view", rules: &[] },
    Role {
        name: "system:aggregate-to-admin",
        part_of: "admin",
        gathers: "",
        rules: &[
            on("authorization.k8s.io", "localsubjectaccessreviews", "create"),
            on(
                "rbac.authorization.k8s.io",
                "rolebindings roles",
                "create delete deletecollection get list patch update watch",
            ),
        ],
    },
    Role {
        name: "system:aggregate-to-edit",
        part_of: "edit",
        gathers: "",
        rules: &[
            on(
                "core",
                "pods/attach pods/exec pods/portforward pods/proxy secrets services/proxy",
                "get list watch",
            ),
            on("core", "serviceaccounts", "impersonate"),
            on(
                "core",
                "pods pods/attach pods/exec pods/portforward pods/proxy",
                "create delete deletecollection patch update",
            ),
            on("core", "pods/eviction", "create"),
            on(
                "core",
                "configmaps persistentvolumeclaims replicationcontrollers replicationcontrollers/scale secrets serviceaccounts services services/proxy",
                "create delete deletecollection patch update",
            ),
            on("core", "serviceaccounts/token", "create"),
            on("core events.k8s.io", "events", "create delete deletecollection patch update"),
            on(
                "apps",
                "daemonsets deployments deployments/rollback deployments/scale replicasets replicasets/scale statefulsets statefulsets/scale",
                "create delete deletecollection patch update",
            ),
            on("autoscaling", "horizontalpodautoscalers", "create delete deletecollection patch update"),
            on("batch", "cronjobs jobs", "create delete deletecollection patch update"),
            on(
                "extensions",
                "daemonsets deployments deployments/rollback deployments/scale ingresses networkpolicies replicasets replicasets/scale replicationcontrollers/scale",
                "create delete deletecollection patch update",
            ),
            on("policy", "poddisruptionbudgets", "create delete deletecollection patch update"),
            on(
                "networking.k8s.io",
                "ingresses networkpolicies",
                "create delete deletecollection patch update",
            ),
            on("coordination.k8s.io", "leases", "create delete deletecollection get list patch update watch"),
            on(
                "resource.k8s.io",
                "resourceclaims resourceclaimtemplates",
                "create delete deletecollection patch update",
            ),
        ],
    },
    Role {
        name: "system:aggregate-to-view",
        part_of: "view",
        gathers: "",
        rules: &[
            on(
                "core",
                "configmaps endpoints persistentvolumeclaims persistentvolumeclaims/status pods replicationcontrollers replicationcontrollers/scale serviceaccounts services services/status",
                "get list watch",
            ),
            on(
                "core",
                "bindings limitranges namespaces/status pods/log pods/status replicationcontrollers/status resourcequotas resourcequotas/status",
                "get list watch",
            ),
            on("core", "namespaces", "get list watch"),
            on("core events.k8s.io", "events", "get list watch"),
            on("discovery.k8s.io", "endpointslices", "get list watch"),
            on(
                "apps",
                "controllerrevisions daemonsets daemonsets/status deployments deployments/scale deployments/status replicasets replicasets/scale replicasets/status statefulsets statefulsets/scale statefulsets/status",
                "get list watch",
            ),
            on("autoscaling", "horizontalpodautoscalers horizontalpodautoscalers/status", "get list watch"),
            on("batch", "cronjobs cronjobs/status jobs jobs/status", "get list watch"),
            on(
                "extensions",
                "daemonsets daemonsets/status deployments deployments/scale deployments/status ingresses ingresses/status networkpolicies replicasets replicasets/scale replicasets/status replicationcontrollers/scale",
                "get list watch",
            ),
            on("policy", "poddisruptionbudgets poddisruptionbudgets/status", "get list watch"),
            on("networking.k8s.io", "ingresses ingresses/status networkpolicies", "get list watch"),
            on(
                "resource.k8s.io",
                "resourceclaims resourceclaims/status resourceclaimtemplates",
                "get list watch",
            ),
        ],
    },
    Role {
        name: "system:basic-user",
        part_of: "",
        gathers: "",
        rules: &[
            on("authorization.k8s.io", "selfsubjectaccessreviews selfsubjectrulesreviews", "create"),
            on("authentication.k8s.io", "selfsubjectreviews", "create"),
        ],
    },
    Role {
        name: "system:discovery",
        part_of: "",
        gathers: "",
        rules: &[paths(
            "/api /api/* /apis /apis/* /healthz /livez /openapi /openapi/* /readyz /version /version/",
            "get",
        )],
    },
    Role {
        name: "system:public-info-viewer",
        part_of: "",
        gathers: "",
        rules: &[paths("/healthz /livez /readyz /version /version/", "get")],
    },
    Role {
        name: "system:monitoring",
        part_of: "",
        gathers: "",
        rules: &[
            paths(
                "/flagz /healthz /healthz/* /livez /livez/* /metrics /metrics/slis /readyz /readyz/* /statusz",
                "get",
            ),
            on("core", "nodes/metrics", "get"),
        ],
    },
    Role {
        name: "system:service-account-issuer-discovery",
        part_of: "",
        gathers: "",
        rules: &[paths(
            "/.well-known/openid-configuration /.well-known/openid-configuration/ /openid/v1/jwks /openid/v1/jwks/",
            "get",
        )],
    },
    Role {
        name: "system:auth-delegator",
        part_of: "",
        gathers: "",
        rules: &[
            on("authentication.k8s.io", "tokenreviews", "create"),
            on("authorization.k8s.io", "subjectaccessreviews", "create"),
        ],
    },
    Role {
        name: "system:heapster",
        part_of: "",
        gathers: "",
        rules: &[
            on("core", "events namespaces nodes pods", "get list watch"),
            on("extensions", "deployments", "get list watch"),
        ],
    },
];
