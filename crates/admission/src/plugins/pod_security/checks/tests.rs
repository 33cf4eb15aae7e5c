//! What each level says of pods, as of which version, and that the table is in order.

use api::Typed as _;
use serde_json::{Value, json};

use super::*;

fn verdict(spec: Value, level: Level, version: Version) -> String {
    let spec = PodSpec::decode(&spec).unwrap();
    let annotations = BTreeMap::new();
    run(&Pod::new(&annotations, &spec), LevelVersion { level, version }).detail()
}

#[test]
fn the_table_is_in_the_order_in_which_checks_speak() {
    let key = |check: &Check| (check.level, check.id);
    assert!(TABLE.windows(2).all(|pair| key(&pair[0]) < key(&pair[1])));
    for check in TABLE {
        assert!(check.versions.windows(2).all(|pair| pair[0].0 < pair[1].0), "{}", check.id);
        let known = |id: &&str| TABLE.iter().any(|other| other.id == *id && other.level == Level::Baseline);
        assert!(check.overrides.iter().all(known), "{}", check.id);
    }
}

#[test]
fn a_plain_pod_passes_baseline_and_not_restricted() {
    let spec = json!({"containers": [{"name": "a", "image": "x"}]});
    assert_eq!(verdict(spec.clone(), Level::Baseline, Version::Latest), "");
    assert_eq!(verdict(spec.clone(), Level::Privileged, Version::Latest), "");
    assert_eq!(
        verdict(spec, Level::Restricted, Version::Latest),
        "allowPrivilegeEscalation != false (container \"a\" must set securityContext.allowPrivilegeEscalation=false), \
         unrestricted capabilities (container \"a\" must set securityContext.capabilities.drop=[\"ALL\"]), \
         runAsNonRoot != true (pod or container \"a\" must set securityContext.runAsNonRoot=true), \
         seccompProfile (pod or container \"a\" must set securityContext.seccompProfile.type to \"RuntimeDefault\" or \
         \"Localhost\")"
    );
}

#[test]
fn what_baseline_forbids() {
    let spec = json!({"hostNetwork": true, "hostPID": true, "volumes": [{"name": "v", "hostPath": {"path": "/"}}],
        "securityContext": {"sysctls": [{"name": "kernel.msgmax", "value": "1"}], "seccompProfile": {"type": "Unconfined"}},
        "initContainers": [{"name": "i", "securityContext": {"privileged": true}}],
        "containers": [{"name": "a", "ports": [{"containerPort": 1, "hostPort": 80}],
            "securityContext": {"capabilities": {"add": ["SYS_ADMIN", "CHOWN"]}, "procMount": "Unmasked",
                "seLinuxOptions": {"type": "x", "user": "u"}}}]});
    assert_eq!(
        verdict(spec, Level::Baseline, Version::Latest),
        "non-default capabilities (container \"a\" must not include \"SYS_ADMIN\" in securityContext.capabilities.add), \
         host namespaces (hostNetwork=true, hostPID=true), hostPath volumes (volume \"v\"), \
         hostPort (container \"a\" uses hostPort 80), \
         privileged (container \"i\" must not set securityContext.privileged=true), \
         procMount (container \"a\" must not set securityContext.procMount to \"Unmasked\"), \
         seLinuxOptions (container \"a\" set forbidden securityContext.seLinuxOptions: type \"x\"; user may not be set), \
         seccompProfile (pod must not set securityContext.seccompProfile.type to \"Unconfined\"), \
         forbidden sysctls (kernel.msgmax)"
    );
}

#[test]
fn checks_follow_the_version() {
    let spec = json!({"securityContext": {"sysctls": [{"name": "net.ipv4.tcp_rmem", "value": "1"}]}, "containers": []});
    assert_eq!(
        verdict(spec.clone(), Level::Baseline, Version::Minor(31)),
        "forbidden sysctls (net.ipv4.tcp_rmem)"
    );
    assert_eq!(verdict(spec, Level::Baseline, Version::Minor(32)), "");
    let spec = json!({"hostUsers": false, "containers": [{"name": "a", "securityContext": {"runAsUser": 0,
        "runAsNonRoot": false, "allowPrivilegeEscalation": false, "capabilities": {"drop": ["ALL"]},
        "seccompProfile": {"type": "RuntimeDefault"}}}]});
    assert_eq!(verdict(spec.clone(), Level::Restricted, Version::Minor(36)), "");
    assert!(verdict(spec, Level::Restricted, Version::Minor(34)).starts_with("runAsNonRoot != true"));
}
