//! Labels and annotations on sandboxes and containers, as every kubelet spells them, so that tools and the next kubelet find them.

/// On sandboxes and containers: the pod's name.
pub const POD_NAME: &str = "io.kubernetes.pod.name";
/// On sandboxes and containers: the pod's namespace.
pub const POD_NAMESPACE: &str = "io.kubernetes.pod.namespace";
/// On sandboxes and containers: the pod's UID.
pub const POD_UID: &str = "io.kubernetes.pod.uid";
/// On containers: the name in the pod.
pub const CONTAINER_NAME: &str = "io.kubernetes.container.name";
/// Annotation of containers: a hash of what can't be changed without a restart.
pub const CONTAINER_HASH: &str = "io.kubernetes.container.hash";
/// Annotation of containers: how often it was started again.
pub const RESTART_COUNT: &str = "io.kubernetes.container.restartCount";
/// Annotation of containers: the file of last words.
pub const TERMINATION_MESSAGE_PATH: &str = "io.kubernetes.container.terminationMessagePath";
/// Annotation of containers: what else counts as last words.
pub const TERMINATION_MESSAGE_POLICY: &str = "io.kubernetes.container.terminationMessagePolicy";
/// Annotation of containers: how long the pod has to end when it is deleted.
pub const TERMINATION_GRACE: &str = "io.kubernetes.pod.terminationGracePeriod";

/// Annotation of pods: where they come from: `api`, `file`, `http`.
pub const CONFIG_SOURCE: &str = "kubernetes.io/config.source";
/// Annotation of pods that don't come from the API: a hash of what was read.
pub const CONFIG_HASH: &str = "kubernetes.io/config.hash";
/// Annotation of mirror pods: the hash of what they show.
pub const CONFIG_MIRROR: &str = "kubernetes.io/config.mirror";
/// Annotation of pods that don't come from the API: when they were first seen.
pub const CONFIG_SEEN: &str = "kubernetes.io/config.seen";
