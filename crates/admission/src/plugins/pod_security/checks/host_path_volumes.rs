//! No volume is a directory of the node.

use super::{Pod, Violation, plural, quoted};

pub fn judge(pod: &Pod<'_>) -> Option<Violation> {
    let volumes = pod.spec.volumes.iter().flatten().filter(|volume| volume.host_path.is_some());
    let names: Vec<&str> = volumes.map(|volume| volume.name.as_str()).collect();
    if names.is_empty() {
        return None;
    }
    let detail = format!("{} {}", plural("volume", "volumes", names.len()), quoted(&names));
    Violation::new("hostPath volumes", detail)
}
