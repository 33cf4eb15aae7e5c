//! The flow schemas and priority levels that every cluster starts with.

use serde_json::{Value, json};

const API: &str = "flowcontrol.apiserver.k8s.io/v1";

/// Name, shares, percentage that may be lent, queues and hand size; without queues requests are turned away.
type Level = (&'static str, i64, i64, Option<(i64, i64)>);

const LEVELS: &[Level] = &[
    ("catch-all", 5, 0, None),
    ("global-default", 20, 50, Some((128, 6))),
    ("leader-election", 10, 0, Some((16, 4))),
    ("node-high", 40, 25, Some((64, 6))),
    ("system", 30, 33, Some((64, 6))),
    ("workload-high", 40, 50, Some((128, 6))),
    ("workload-low", 100, 90, Some((128, 6))),
];

const ANYBODY: &str = "g:system:unauthenticated g:system:authenticated";

/// Name, level, precedence, how flows are told apart, whose requests (`u:` users, `g:` groups, `s:` service accounts as
/// `namespace/name`), which requests.
type FlowSchema = (&'static str, &'static str, i64, &'static str, &'static str, Requests);

const SCHEMAS: &[FlowSchema] = &[
    ("exempt", "exempt", 1, "", "g:system:masters", Requests::All),
    ("probes", "exempt", 2, "", ANYBODY, Requests::Probes),
    (
        "system-leader-election",
        "leader-election",
        100,
        "ByUser",
        "u:system:kube-controller-manager u:system:kube-scheduler s:kube-system/*",
        Requests::Locks,
    ),
    ("system-node-high", "node-high", 400, "ByUser", "g:system:nodes", Requests::OfNodes),
    ("system-nodes", "system", 500, "ByUser", "g:system:nodes", Requests::All),
    (
        "kube-controller-manager",
        "workload-high",
        800,
        "ByNamespace",
        "u:system:kube-controller-manager",
        Requests::All,
    ),
    ("kube-scheduler", "workload-high", 800, "ByNamespace", "u:system:kube-scheduler", Requests::All),
    ("kube-system-service-accounts", "workload-high", 900, "ByNamespace", "s:kube-system/*", Requests::All),
    ("service-accounts", "workload-low", 9000, "ByUser", "g:system:serviceaccounts", Requests::All),
    ("global-default", "global-default", 9900, "ByUser", ANYBODY, Requests::All),
    ("catch-all", "catch-all", 10000, "ByUser", ANYBODY, Requests::All),
];

/// The requests that a schema is about.
#[derive(Clone, Copy)]
enum Requests {
    All,
    Probes,
    Locks,
    OfNodes,
}

impl Requests {
    /// The rules on resources and on paths.
    fn rules(self) -> (Value, Value) {
        let rule = |verbs: &[&str], group: &str, resources: &[&str], cluster: bool| {
            let mut rule =
                json!({"verbs": verbs, "apiGroups": [group], "resources": resources, "namespaces": ["*"]});
            if cluster {
                rule["clusterScope"] = true.into();
            }
            rule
        };
        let locks = |verbs: &[&str]| rule(verbs, "coordination.k8s.io", &["leases"], false);
        match self {
            Self::All => (
                json!([rule(&["*"], "*", &["*"], true)]),
                json!([{"verbs": ["*"], "nonResourceURLs": ["*"]}]),
            ),
            Self::Probes => {
                let urls = ["/healthz", "/readyz", "/livez"];
                (Value::Null, json!([{"verbs": ["get"], "nonResourceURLs": urls}]))
            }
            Self::Locks => (json!([locks(&["get", "create", "update"])]), Value::Null),
            Self::OfNodes => {
                let nodes = rule(&["*"], "", &["nodes", "nodes/status"], true);
                (json!([nodes, locks(&["*"])]), Value::Null)
            }
        }
    }
}

fn metadata(name: &str) -> Value {
    json!({"name": name, "annotations": {"apf.kubernetes.io/autoupdate-spec": "true"}})
}

/// All priority levels.
pub fn priority_levels() -> Vec<Value> {
    let level = |name: &str, spec: Value| {
        json!({
            "apiVersion": API,
            "kind": "PriorityLevelConfiguration",
            "metadata": metadata(name),
            "spec": spec,
        })
    };
    let exempt = json!({"type": "Exempt", "exempt": {"nominalConcurrencyShares": 0, "lendablePercent": 0}});
    let mut levels = vec![level("exempt", exempt)];
    levels.extend(LEVELS.iter().map(|(name, shares, lendable, queues)| {
        let response = match queues {
            None => json!({"type": "Reject"}),
            Some((queues, hand)) => {
                let queuing = json!({"queues": queues, "handSize": hand, "queueLengthLimit": 50});
                json!({"type": "Queue", "queuing": queuing})
            }
        };
        let limited = json!({
            "nominalConcurrencyShares": shares,
            "limitResponse": response,
            "lendablePercent": lendable,
        });
        level(name, json!({"type": "Limited", "limited": limited}))
    }));
    levels
}

/// All flow schemas.
pub fn flow_schemas() -> Vec<Value> {
    let schema = |(name, level, precedence, by, who, requests): &FlowSchema| {
        let (on_resources, on_paths) = requests.rules();
        let mut rule = json!({"subjects": who.split(' ').map(subject).collect::<Value>()});
        for (field, rules) in [("resourceRules", on_resources), ("nonResourceRules", on_paths)] {
            if !rules.is_null() {
                rule[field] = rules;
            }
        }
        let mut spec = json!({
            "priorityLevelConfiguration": {"name": level},
            "matchingPrecedence": precedence,
            "rules": [rule],
        });
        if !by.is_empty() {
            spec["distinguisherMethod"] = json!({"type": by});
        }
        json!({"apiVersion": API, "kind": "FlowSchema", "metadata": metadata(name), "spec": spec})
    };
    SCHEMAS.iter().map(schema).collect()
}

fn subject(text: &str) -> Value {
    let (kind, name) = text.split_once(':').unwrap_or_default();
    match kind {
        "g" => json!({"kind": "Group", "group": {"name": name}}),
        "u" => json!({"kind": "User", "user": {"name": name}}),
        _ => {
            let (namespace, name) = name.split_once('/').unwrap_or_default();
            json!({"kind": "ServiceAccount", "serviceAccount": {"namespace": namespace, "name": name}})
        }
    }
}
