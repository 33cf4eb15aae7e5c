//! The node as the API shows it: a pure view of what the machine, the runtime and the configuration say.

use std::collections::BTreeMap;
use std::net::IpAddr;

use api::Quantity;
use api::core::v1::{
    ContainerImage, DaemonEndpoint, Node, NodeAddress, NodeCondition, NodeDaemonEndpoints, NodeSpec,
    NodeStatus, NodeSwapStatus, NodeSystemInfo,
};
use api::meta::ObjectMeta;
use api::well_known::label;
use node::{Image, RuntimeStatus, RuntimeVersion};

use crate::config::Config;
use crate::machine::Machine;
use crate::status::time;

/// The version of Kubernetes that this is.
pub const VERSION: &str = "v1.36.4";
/// As many images are shown.
const MOST_IMAGES: usize = 50;
/// As many names of one image are shown.
const MOST_NAMES: usize = 5;

/// What is known at one moment.
#[derive(Debug, Clone, Default)]
pub struct Known {
    /// The runtime's name and version.
    pub version: RuntimeVersion,
    /// How the runtime is; `None` if it does not answer.
    pub runtime: Option<RuntimeStatus>,
    /// Images of the node.
    pub images: Vec<Image>,
    /// The port that the kubelet serves on.
    pub port: u16,
}

/// A new node object.
pub fn new_node(config: &Config, machine: &Machine) -> Node {
    let taints = config.register_with_taints.clone();
    Node {
        metadata: ObjectMeta {
            name: Some(config.node_name.clone()),
            labels: Some(labels(config, machine)),
            ..ObjectMeta::default()
        },
        spec: Some(NodeSpec {
            taints: (!taints.is_empty()).then_some(taints),
            unschedulable: (!config.register_schedulable).then_some(true),
            provider_id: config.provider_id.clone(),
            pod_cidr: config.pod_cidr.clone(),
            pod_cidrs: config.pod_cidr.clone().map(|range| vec![range]),
            ..NodeSpec::default()
        }),
        ..Node::default()
    }
}

/// The labels that every node has, and those it was given.
pub fn labels(config: &Config, machine: &Machine) -> BTreeMap<String, String> {
    let mut labels: BTreeMap<String, String> = [
        (label::HOSTNAME, config.node_name.as_str()),
        (label::OS, "linux"),
        (label::ARCH, machine.architecture.as_str()),
        ("beta.kubernetes.io/os", "linux"),
        ("beta.kubernetes.io/arch", machine.architecture.as_str()),
    ]
    .into_iter()
    .map(|(key, value)| (key.to_owned(), value.to_owned()))
    .collect();
    labels.extend(config.node_labels.iter().cloned());
    labels
}

/// The whole status; times of conditions are kept from `old` where nothing changed.
pub fn render(config: &Config, machine: &Machine, known: &Known, old: &NodeStatus, now: i64) -> NodeStatus {
    NodeStatus {
        addresses: Some(addresses(config)),
        capacity: Some(amounts(config, machine, (0, 0))),
        allocatable: Some(amounts(
            config,
            machine,
            (config.reserved.0, config.reserved.1 + huge_pages(machine)),
        )),
        conditions: Some(conditions(known, old, now)),
        daemon_endpoints: Some(NodeDaemonEndpoints {
            kubelet_endpoint: Some(DaemonEndpoint { port: i32::from(known.port) }),
        }),
        node_info: Some(info(machine, &known.version)),
        images: Some(images(&known.images)),
        ..NodeStatus::default()
    }
}

fn addresses(config: &Config) -> Vec<NodeAddress> {
    let address = |kind: &str, address: String| NodeAddress { type_: kind.into(), address };
    let ips = config.node_ips.iter().map(IpAddr::to_string).map(|ip| address("InternalIP", ip));
    ips.chain([address("Hostname", config.node_name.clone())]).collect()
}

fn amounts(config: &Config, machine: &Machine, (cpu, memory): (i64, i64)) -> BTreeMap<String, Quantity> {
    let cpu = match machine.cpus * 1000 - cpu {
        milli if milli % 1000 == 0 => (milli / 1000).to_string(),
        milli => format!("{milli}m"),
    };
    let memory = machine.memory - memory;
    let mut amounts = vec![
        ("cpu".to_owned(), cpu),
        ("memory".to_owned(), format!("{}Ki", memory / 1024)),
        ("pods".to_owned(), config.max_pods.to_string()),
        ("ephemeral-storage".to_owned(), format!("{}Ki", machine.storage / 1024)),
    ];
    amounts.extend(
        machine.hugepages.iter().map(|(size, bytes)| (format!("hugepages-{size}"), bytes.to_string())),
    );
    amounts.into_iter().map(|(name, text)| (name, Quantity(text))).collect()
}

/// Bytes that are set aside as huge pages, and not for anything else.
fn huge_pages(machine: &Machine) -> i64 {
    machine.hugepages.iter().map(|(_, bytes)| bytes).sum()
}

fn info(machine: &Machine, version: &RuntimeVersion) -> NodeSystemInfo {
    NodeSystemInfo {
        machine_id: machine.machine_id.clone(),
        system_uuid: machine.system_uuid.clone(),
        boot_id: machine.boot_id.clone(),
        kernel_version: machine.kernel_version.clone(),
        os_image: machine.os_image.clone(),
        container_runtime_version: format!("{}://{}", version.name, version.version),
        kubelet_version: VERSION.into(),
        kube_proxy_version: String::new(),
        operating_system: "linux".into(),
        architecture: machine.architecture.clone(),
        swap: (machine.swap > 0).then_some(NodeSwapStatus { capacity: Some(machine.swap) }),
    }
}

/// The largest images, by all their names.
fn images(images: &[Image]) -> Vec<ContainerImage> {
    let mut images: Vec<&Image> = images.iter().collect();
    images.sort_by(|a, b| b.size.cmp(&a.size).then_with(|| a.id.cmp(&b.id)));
    let shown = images.into_iter().take(MOST_IMAGES).map(|image| ContainerImage {
        names: Some(image.digests.iter().chain(&image.tags).take(MOST_NAMES).cloned().collect()),
        size_bytes: i64::try_from(image.size).ok(),
    });
    shown.filter(|image| image.names.as_ref().is_some_and(|names| !names.is_empty())).collect()
}

fn conditions(known: &Known, old: &NodeStatus, now: i64) -> Vec<NodeCondition> {
    let ready = unready(known);
    let found = [
        (
            "MemoryPressure",
            "False",
            "KubeletHasSufficientMemory",
            "kubelet has sufficient memory available".to_owned(),
        ),
        ("DiskPressure", "False", "KubeletHasNoDiskPressure", "kubelet has no disk pressure".to_owned()),
        (
            "PIDPressure",
            "False",
            "KubeletHasSufficientPID",
            "kubelet has sufficient PID available".to_owned(),
        ),
        match ready {
            None => ("Ready", "True", "KubeletReady", "kubelet is posting ready status".to_owned()),
            Some(message) => ("Ready", "False", "KubeletNotReady", message),
        },
    ];
    let old = old.conditions.as_deref().unwrap_or_default();
    found
        .into_iter()
        .map(|(kind, status, reason, message)| {
            let before = old.iter().find(|condition| condition.type_ == kind && condition.status == status);
            let since = before.and_then(|condition| condition.last_transition_time.clone());
            NodeCondition {
                type_: kind.into(),
                status: status.into(),
                reason: Some(reason.into()),
                message: Some(message),
                last_heartbeat_time: Some(time(now)),
                last_transition_time: Some(since.unwrap_or_else(|| time(now))),
            }
        })
        .collect()
}

/// Why the node can't run pods, if it can't.
fn unready(known: &Known) -> Option<String> {
    let Some(runtime) = &known.runtime else {
        return Some("container runtime is down".to_owned());
    };
    let bad = runtime.conditions.iter().filter(|condition| !condition.ok);
    let texts: Vec<String> = bad
        .map(|condition| {
            let what = if condition.kind == "NetworkReady" {
                "container runtime network not ready"
            } else {
                "container runtime not ready"
            };
            format!(
                "{what}: {}=false reason:{} message:{}",
                condition.kind, condition.reason, condition.message
            )
        })
        .collect();
    (!texts.is_empty()).then(|| format!("[{}]", texts.join(", ")).trim_matches(['[', ']']).to_owned())
}

/// Whether two statuses differ in more than the time of the last heartbeat.
pub fn differs(a: &NodeStatus, b: &NodeStatus) -> bool {
    let bare = |status: &NodeStatus| {
        let mut status = status.clone();
        status.conditions.iter_mut().flatten().for_each(|condition| condition.last_heartbeat_time = None);
        status
    };
    bare(a) != bare(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_tells_what_it_has_and_how_it_is() {
        let config = Config::new("n1", "10.0.0.5".parse().unwrap());
        let machine = Machine {
            cpus: 2,
            memory: 4 << 30,
            storage: 1 << 30,
            architecture: "amd64".into(),
            ..Machine::default()
        };
        let well = Known { runtime: Some(RuntimeStatus::default()), port: 10250, ..Known::default() };
        let first = render(&config, &machine, &well, &NodeStatus::default(), 5_000_000_000);
        let text = |name: &str| first.capacity.as_ref().unwrap()[name].0.clone();
        assert_eq!(
            (text("cpu"), text("memory"), text("pods")),
            ("2".into(), "4194304Ki".into(), "110".into())
        );
        let ready = |status: &NodeStatus| status.conditions.as_ref().unwrap()[3].clone();
        assert_eq!((ready(&first).type_.as_str(), ready(&first).status.as_str()), ("Ready", "True"));
        let later = render(&config, &machine, &well, &first, 9_000_000_000);
        assert!(!differs(&first, &later) && first != later, "only the heartbeat moved");
        let ill = Known { runtime: None, ..well };
        let third = render(&config, &machine, &ill, &later, 20_000_000_000);
        assert_eq!(ready(&third).message.as_deref(), Some("container runtime is down"));
        assert!(differs(&later, &third));
    }
}
