//! Descriptions of objects as golden text, taken from upstream's own output.

use serde_json::json;

use super::{Facts, describe};

const NOW: i64 = 1_700_000_000;

#[test]
fn a_pod_is_described_as_upstream_does() {
    let pod = json!({
        "apiVersion": "v1", "kind": "Pod",
        "metadata": {"name": "web", "namespace": "default", "labels": {"app": "web", "tier": "front"}, "annotations": {"note": "x"}},
        "spec": {
            "nodeName": "n1", "serviceAccountName": "default", "priority": 0,
            "containers": [{
                "name": "nginx", "image": "nginx:1", "ports": [{"containerPort": 80, "protocol": "TCP"}],
                "resources": {"limits": {"cpu": "1"}, "requests": {"cpu": "500m"}},
                "env": [{"name": "A", "value": "1"}, {"name": "P", "valueFrom": {"fieldRef": {"apiVersion": "v1", "fieldPath": "metadata.name"}}}],
                "volumeMounts": [{"name": "data", "mountPath": "/data"}],
                "readinessProbe": {"httpGet": {"path": "/", "port": 80, "scheme": "HTTP"}, "timeoutSeconds": 1, "periodSeconds": 10, "successThreshold": 1, "failureThreshold": 3},
            }],
            "volumes": [{"name": "data", "emptyDir": {}}],
            "tolerations": [{"key": "node.kubernetes.io/not-ready", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 300}],
        },
        "status": {
            "phase": "Running", "hostIP": "10.0.0.1", "podIP": "10.1.0.5", "podIPs": [{"ip": "10.1.0.5"}], "qosClass": "Burstable",
            "startTime": "2023-11-14T22:00:00Z",
            "conditions": [{"type": "Ready", "status": "True"}],
            "containerStatuses": [{
                "name": "nginx", "containerID": "containerd://abc", "imageID": "sha256:1", "ready": true, "restartCount": 2,
                "state": {"running": {"startedAt": "2023-11-14T22:00:05Z"}},
                "lastState": {"terminated": {"reason": "Error", "exitCode": 1, "startedAt": "2023-11-14T22:00:01Z", "finishedAt": "2023-11-14T22:00:02Z"}},
            }],
        },
    });
    let mut facts = Facts::of(&pod, NOW);
    facts.events = Some(vec![json!({
        "type": "Normal", "reason": "Pulled", "message": "Container image already present", "count": 3,
        "firstTimestamp": "2023-11-14T22:03:20Z", "lastTimestamp": "2023-11-14T22:13:00Z",
        "source": {"component": "kubelet"}, "involvedObject": {"fieldPath": "spec.containers{nginx}"},
    })]);
    assert_eq!(describe(&facts), include_str!("golden/pod.txt"));
}

#[test]
fn others_are_described_as_upstream_does() {
    let secret = json!({
        "apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s", "namespace": "default"},
        "type": "Opaque", "data": {"key": "dmFsdWU="},
    });
    let expected = "Name:         s\nNamespace:    default\nLabels:       <none>\nAnnotations:  <none>\n\nType:  Opaque\n\nData\n====\nkey:  5 bytes\n";
    assert_eq!(describe(&Facts::of(&secret, NOW)), expected);

    let role = json!({
        "apiVersion": "rbac.authorization.k8s.io/v1", "kind": "Role", "metadata": {"name": "r"},
        "rules": [{"apiGroups": ["", "apps"], "resources": ["pods", "deployments"], "verbs": ["get", "list"]}],
    });
    let expected = "Name:         r\nLabels:       <none>\nAnnotations:  <none>\nPolicyRule:\n  \
        Resources         Non-Resource URLs  Resource Names  Verbs\n  \
        ---------         -----------------  --------------  -----\n  \
        deployments       []                 []              [get list]\n  \
        pods              []                 []              [get list]\n  \
        deployments.apps  []                 []              [get list]\n  \
        pods.apps         []                 []              [get list]\n";
    assert_eq!(describe(&Facts::of(&role, NOW)), expected);

    let custom = json!({
        "apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "w", "namespace": "default", "uid": "u"},
        "spec": {"sizeInMeters": 3, "parts": ["a", "b"]},
    });
    let expected = "Name:         w\nNamespace:    default\nLabels:       <none>\nAnnotations:  <none>\nAPI Version:  example.com/v1\n\
        Kind:         Widget\nMetadata:\n  UID:  u\nSpec:\n  Parts:\n    a\n    b\n  Size In Meters:  3\n";
    assert_eq!(describe(&Facts::of(&custom, NOW)), expected);
}
