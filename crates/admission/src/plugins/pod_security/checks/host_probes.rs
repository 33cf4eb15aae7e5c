//! The kubelet is not made to call other hosts by probes and handlers.

use std::collections::BTreeSet;

use api::core::v1::{Container, HTTPGetAction, LifecycleHandler, Probe, TCPSocketAction};

use super::{Pod, Violation, containers, plural, quoted};

pub fn judge(pod: &Pod<'_>) -> Option<Violation> {
    let (mut names, mut hosts) = (BTreeSet::new(), BTreeSet::new());
    for container in &pod.containers {
        let called = called(container);
        if !called.is_empty() {
            names.insert(container.name.as_str());
            hosts.extend(called);
        }
    }
    if names.is_empty() {
        return None;
    }
    let names: Vec<&str> = names.into_iter().collect();
    let (who, use_) = (containers(&names), plural("uses", "use", names.len()));
    let word = plural("probe or lifecycle host", "probe or lifecycle hosts", hosts.len());
    Violation::new("probe or lifecycle host", format!("{who} {use_} {word} {}", quoted(&hosts)))
}

fn called(container: &Container) -> Vec<String> {
    let mut hosts = Vec::new();
    let mut note = |http: Option<&HTTPGetAction>, tcp: Option<&TCPSocketAction>| {
        let http = http.and_then(|action| action.host.clone());
        let tcp = tcp.and_then(|action| action.host.clone());
        hosts.extend(http.into_iter().chain(tcp).filter(|host| !host.is_empty()));
    };
    let probes: [&Option<Probe>; 3] =
        [&container.liveness_probe, &container.readiness_probe, &container.startup_probe];
    for probe in probes.into_iter().flatten() {
        note(probe.http_get.as_ref(), probe.tcp_socket.as_ref());
    }
    if let Some(lifecycle) = &container.lifecycle {
        let handlers: [&Option<LifecycleHandler>; 2] = [&lifecycle.post_start, &lifecycle.pre_stop];
        for handler in handlers.into_iter().flatten() {
            note(handler.http_get.as_ref(), handler.tcp_socket.as_ref());
        }
    }
    hosts
}
