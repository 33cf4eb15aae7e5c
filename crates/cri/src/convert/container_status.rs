//! Containers with all that is known.

use node::{ContainerStatus, LinuxResources, Mount, Propagation};

use super::container::container_of;
use super::signal;
use crate::wire;

fn mount(mount: wire::Mount) -> Mount {
    Mount {
        container_path: mount.container_path,
        host_path: mount.host_path,
        read_only: mount.readonly,
        recursive_read_only: mount.recursive_read_only,
        propagation: match mount.propagation {
            1 => Propagation::HostToContainer,
            2 => Propagation::Bidirectional,
            _ => Propagation::Private,
        },
        image: mount.image.map(|image| image.image),
        image_sub_path: mount.image_sub_path,
    }
}

fn resources(resources: wire::LinuxContainerResources) -> LinuxResources {
    LinuxResources {
        cpu_period: resources.cpu_period,
        cpu_quota: resources.cpu_quota,
        cpu_shares: resources.cpu_shares,
        memory_limit: resources.memory_limit_in_bytes,
        memory_swap_limit: resources.memory_swap_limit_in_bytes,
        oom_score_adj: resources.oom_score_adj,
        cpuset_cpus: resources.cpuset_cpus,
        cpuset_mems: resources.cpuset_mems,
        pids_limit: 0,
        hugepage_limits: resources
            .hugepage_limits
            .into_iter()
            .map(|page| (page.page_size, page.limit))
            .collect(),
        unified: resources.unified,
    }
}

/// A container's status; which sandbox it is in the answer does not say.
pub(crate) fn container_status(status: wire::ContainerStatus, sandbox_id: String) -> ContainerStatus {
    let image_id = status.image_ref.clone();
    let container = wire::Container {
        id: status.id,
        pod_sandbox_id: sandbox_id,
        metadata: status.metadata,
        image: status.image,
        image_ref: status.image_ref,
        state: status.state,
        created_at: status.created_at,
        labels: status.labels,
        annotations: status.annotations,
        image_id: status.image_id,
    };
    let user = status.user.and_then(|user| user.linux);
    ContainerStatus {
        container: container_of(container),
        started_at: status.started_at,
        finished_at: status.finished_at,
        exit_code: status.exit_code,
        reason: status.reason,
        message: status.message,
        image_id,
        log_path: status.log_path,
        mounts: status.mounts.into_iter().map(mount).collect(),
        resources: status.resources.and_then(|all| all.linux).map(resources),
        user: user.map(|user| (user.uid, user.gid, user.supplemental_groups)),
        stop_signal: signal::name(status.stop_signal),
    }
}
