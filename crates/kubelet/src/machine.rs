//! What the machine has and who it is, as the kernel tells it.

use std::fs;
use std::path::Path;

/// The machine.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Machine {
    /// Processors.
    pub cpus: i64,
    /// Bytes of memory.
    pub memory: i64,
    /// Bytes of the file system that pods' directories are on.
    pub storage: i64,
    /// Bytes by size of huge pages: `2Mi`.
    pub hugepages: Vec<(String, i64)>,
    /// `/etc/machine-id`.
    pub machine_id: String,
    /// The firmware's id.
    pub system_uuid: String,
    /// New at every start.
    pub boot_id: String,
    /// The kernel.
    pub kernel_version: String,
    /// `Debian GNU/Linux 12 (bookworm)`.
    pub os_image: String,
    /// `amd64`.
    pub architecture: String,
    /// Bytes of swap.
    pub swap: i64,
}

impl Machine {
    /// Asks the kernel.
    pub fn read(root_dir: &Path) -> Self {
        let text = |path: &str| fs::read_to_string(path).unwrap_or_default();
        let meminfo = text("/proc/meminfo");
        let storage = rustix::fs::statvfs(existing(root_dir));
        let storage =
            storage.map_or(0, |stat| i64::try_from(stat.f_blocks * stat.f_frsize).unwrap_or(i64::MAX));
        Self {
            cpus: std::thread::available_parallelism()
                .map_or(1, |count| i64::try_from(count.get()).unwrap_or(1)),
            memory: kilobytes(&meminfo, "MemTotal"),
            storage,
            hugepages: hugepages(),
            machine_id: text("/etc/machine-id").trim().to_owned(),
            system_uuid: text("/sys/class/dmi/id/product_uuid").trim().to_lowercase(),
            boot_id: text("/proc/sys/kernel/random/boot_id").trim().to_owned(),
            kernel_version: text("/proc/sys/kernel/osrelease").trim().to_owned(),
            os_image: pretty_name(&text("/etc/os-release")),
            architecture: go_architecture(std::env::consts::ARCH).to_owned(),
            swap: kilobytes(&meminfo, "SwapTotal"),
        }
    }
}

/// The nearest directory above that is there.
fn existing(path: &Path) -> &Path {
    path.ancestors().find(|above| above.exists()).unwrap_or(Path::new("/"))
}

/// A line of `/proc/meminfo` in bytes.
pub fn kilobytes(text: &str, name: &str) -> i64 {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    let number = line.and_then(|line| line.split_whitespace().next()?.parse::<i64>().ok());
    number.unwrap_or(0) * 1024
}

fn pretty_name(text: &str) -> String {
    let line = text.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="));
    line.unwrap_or("Linux").trim_matches('"').to_owned()
}

/// As Go, and so Kubernetes, calls it.
fn go_architecture(name: &str) -> &str {
    match name {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        "powerpc64" => "ppc64le",
        other => other,
    }
}

fn hugepages() -> Vec<(String, i64)> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/sys/kernel/mm/hugepages").into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let size =
            name.strip_prefix("hugepages-").and_then(|rest| rest.strip_suffix("kB")?.parse::<i64>().ok());
        let count = fs::read_to_string(entry.path().join("nr_hugepages"))
            .ok()
            .and_then(|text| text.trim().parse::<i64>().ok());
        if let (Some(size), Some(count)) = (size, count) {
            let text =
                if size >= 1 << 20 { format!("{}Gi", size >> 20) } else { format!("{}Mi", size >> 10) };
            found.push((text, size * 1024 * count));
        }
    }
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_kernel() {
        assert_eq!(kilobytes("MemTotal:       16 kB\nSwapTotal: 0 kB\n", "MemTotal"), 16384);
        assert_eq!(pretty_name("NAME=x\nPRETTY_NAME=\"Debian 12\"\n"), "Debian 12");
        let here = Machine::read(Path::new("/nowhere/at/all"));
        assert!(here.cpus > 0 && here.memory > 0 && here.storage > 0, "{here:?}");
    }
}
