//! What the kernel knows of this process, under the names that every Prometheus client uses. Reads `/proc` when somebody looks.
//!
//! What cannot be read is left out: a metric that is missing says more than one that is wrong.

use std::path::{Path, PathBuf};

use super::snapshot::{Declared, Scrape};
use super::{Description, RegisterError, Registry};

const CPU: &str = "process_cpu_seconds_total";
const MAX_FDS: &str = "process_max_fds";
const OPEN_FDS: &str = "process_open_fds";
const RESIDENT: &str = "process_resident_memory_bytes";
const START: &str = "process_start_time_seconds";
const VIRTUAL: &str = "process_virtual_memory_bytes";
const VIRTUAL_MAX: &str = "process_virtual_memory_max_bytes";

/// Adds the process's own metrics.
pub fn register(registry: &Registry) -> Result<(), RegisterError> {
    let gauge = |name, help| Declared::gauge(Description::plain(name, help), &[]);
    let declared = vec![
        Declared::counter(
            Description::plain(
                CPU,
                "Seconds of processor time that the process has used, in user and system mode.",
            ),
            &[],
        ),
        gauge(MAX_FDS, "How many file descriptors the process may have open."),
        gauge(OPEN_FDS, "How many file descriptors the process has open."),
        gauge(RESIDENT, "Bytes of memory of the process that are in RAM."),
        Declared::gauge(Description::alpha(START, "When the process started, in seconds since 1970."), &[]),
        gauge(VIRTUAL, "Bytes of address space of the process."),
        gauge(VIRTUAL_MAX, "Bytes of address space that the process may use."),
    ];
    let kernel = Kernel {
        proc: PathBuf::from("/proc"),
        ticks_per_second: rustix::param::clock_ticks_per_second() as f64,
        page_size: rustix::param::page_size() as f64,
    };
    registry.collector(declared, move |scrape| kernel.collect(scrape))
}

struct Kernel {
    proc: PathBuf,
    ticks_per_second: f64,
    page_size: f64,
}

impl Kernel {
    fn collect(&self, scrape: &mut Scrape<'_>) {
        let text = |path: &str| std::fs::read_to_string(self.proc.join(path)).unwrap_or_default();
        let mut put = |name, value: Option<f64>| {
            if let Some(value) = value {
                scrape.put(name, &[], value);
            }
        };
        if let Some(stat) = Stat::parse(&text("self/stat")) {
            put(CPU, Some((stat.user_ticks + stat.system_ticks) / self.ticks_per_second));
            put(RESIDENT, Some(stat.resident_pages * self.page_size));
            put(VIRTUAL, Some(stat.virtual_bytes));
            let boot = boot_time(&text("stat"));
            put(START, boot.map(|boot| boot + stat.start_ticks / self.ticks_per_second));
        }
        let limits = text("self/limits");
        put(MAX_FDS, soft_limit(&limits, "Max open files"));
        put(VIRTUAL_MAX, soft_limit(&limits, "Max address space"));
        put(OPEN_FDS, open_files(&self.proc.join("self/fd")));
    }
}

/// The fields of `/proc/self/stat` that are shown.
#[derive(Debug, PartialEq)]
struct Stat {
    user_ticks: f64,
    system_ticks: f64,
    start_ticks: f64,
    virtual_bytes: f64,
    resident_pages: f64,
}

impl Stat {
    fn parse(text: &str) -> Option<Self> {
        // The second field is the command in parentheses, which may itself hold spaces and parentheses.
        let (_, rest) = text.rsplit_once(')')?;
        let fields: Vec<&str> = rest.split_whitespace().collect();
        // The manual counts from one, and two fields are gone.
        let field = |number: usize| fields.get(number - 3)?.parse().ok();
        Some(Self {
            user_ticks: field(14)?,
            system_ticks: field(15)?,
            start_ticks: field(22)?,
            virtual_bytes: field(23)?,
            resident_pages: field(24)?,
        })
    }
}

fn boot_time(stat: &str) -> Option<f64> {
    stat.lines().find_map(|line| line.strip_prefix("btime "))?.trim().parse().ok()
}

/// The first figure after the limit's name; without a limit, the largest figure there is, as other clients show it.
fn soft_limit(limits: &str, name: &str) -> Option<f64> {
    let rest = limits.lines().find_map(|line| line.strip_prefix(name))?;
    match rest.split_whitespace().next()? {
        "unlimited" => Some(u64::MAX as f64),
        figure => figure.parse().ok(),
    }
}

fn open_files(directory: &Path) -> Option<f64> {
    let files = std::fs::read_dir(directory).ok()?.count();
    // Looking opens the directory itself.
    Some(files.saturating_sub(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernels_texts_are_read() {
        let stat = "42 (a (b) c) S 1 42 42 0 -1 4194304 100 0 0 0 250 50 0 0 20 0 9 0 12345 1048576 256 18446744073709551615 1";
        let expected = Stat {
            user_ticks: 250.0,
            system_ticks: 50.0,
            start_ticks: 12345.0,
            virtual_bytes: 1_048_576.0,
            resident_pages: 256.0,
        };
        assert_eq!(Stat::parse(stat), Some(expected));
        assert_eq!(Stat::parse("42 (cut off) S 1"), None);
        assert_eq!(boot_time("cpu 1 2\nbtime 1700000000\n"), Some(1.7e9));
        let limits = "Limit  Soft Limit  Hard Limit  Units\nMax open files            1024   4096   files\n\
                      Max address space         unlimited   unlimited   bytes\n";
        assert_eq!(soft_limit(limits, "Max open files"), Some(1024.0));
        assert_eq!(soft_limit(limits, "Max address space"), Some(18_446_744_073_709_551_615.0));
        assert_eq!(soft_limit(limits, "Max nice"), None);
    }

    #[test]
    fn without_proc_nothing_is_shown() {
        let declared = [Declared::gauge(Description::plain(RESIDENT, ""), &[])];
        let mut scrape = Scrape::new(&declared);
        Kernel { proc: "/nowhere".into(), ticks_per_second: 100.0, page_size: 4096.0 }.collect(&mut scrape);
        assert!(scrape.finish().iter().all(|snapshot| snapshot.members.is_empty()));
    }
}
