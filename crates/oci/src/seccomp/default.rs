//! Our own profile, `RuntimeDefault`: what programs need, less what reaches the kernel's insides, as Docker's does.

use super::profile::{Action, Argument, Condition, Operator, Profile, Rule};

/// The profile.
pub fn profile() -> Profile {
    let mut syscalls = vec![allow(ALWAYS)];
    syscalls.extend(WITH_CAPABILITY.iter().map(|(cap, names)| Rule { includes: with(cap), ..allow(names) }));
    syscalls.extend(clone());
    // 40 reaches the host of a virtual machine, 38 the kernel's cryptography.
    syscalls.push(Rule { args: when(0, Operator::Lt, 38, 0), ..allow(&["socket"]) });
    syscalls.push(Rule { args: when(0, Operator::Eq, 39, 0), ..allow(&["socket"]) });
    syscalls.push(Rule { args: when(0, Operator::Gt, 40, 0), ..allow(&["socket"]) });
    for kind in [0x0, 0x8, 0x2_0000, 0x2_0008, 0xffff_ffff] {
        syscalls.push(Rule { args: when(0, Operator::Eq, kind, 0), ..allow(&["personality"]) });
    }
    Profile { default_action: Action::Errno, default_errno_ret: Some(1), syscalls }
}

/// Threads and processes, but no new namespaces. What `clone3` asks for lies in memory, where a filter can't look: programs hear that
/// it does not exist and take `clone`.
fn clone() -> [Rule; 2] {
    let admin = with("CAP_SYS_ADMIN");
    let plain = Rule {
        args: when(0, Operator::MaskedEq, 0x7e02_0000, 0),
        excludes: admin.clone(),
        ..allow(&["clone"])
    };
    let hidden = Rule { action: Action::Errno, errno_ret: Some(38), excludes: admin, ..allow(&["clone3"]) };
    [plain, hidden]
}

fn allow(names: &[&str]) -> Rule {
    Rule {
        names: names.iter().map(|&name| name.to_owned()).collect(),
        action: Action::Allow,
        errno_ret: None,
        args: None,
        includes: Condition::default(),
        excludes: Condition::default(),
    }
}

fn with(cap: &str) -> Condition {
    Condition { caps: vec![cap.to_owned()], arches: Vec::new() }
}

fn when(index: u32, op: Operator, value: u64, value_two: u64) -> Option<Vec<Argument>> {
    Some(vec![Argument { index, value, value_two, op }])
}

/// What a capability brings along.
const WITH_CAPABILITY: &[(&str, &[&str])] = &[
    ("CAP_BPF", &["bpf"]),
    ("CAP_DAC_READ_SEARCH", &["open_by_handle_at"]),
    ("CAP_PERFMON", &["perf_event_open"]),
    (
        "CAP_SYS_ADMIN",
        &[
            "bpf",
            "clone",
            "clone3",
            "fanotify_init",
            "fsconfig",
            "fsmount",
            "fsopen",
            "fspick",
            "lookup_dcookie",
            "mount",
            "mount_setattr",
            "move_mount",
            "open_tree",
            "perf_event_open",
            "quotactl",
            "quotactl_fd",
            "setdomainname",
            "sethostname",
            "setns",
            "syslog",
            "umount2",
            "unshare",
        ],
    ),
    ("CAP_SYS_BOOT", &["reboot"]),
    ("CAP_SYS_CHROOT", &["chroot"]),
    ("CAP_SYS_MODULE", &["delete_module", "finit_module", "init_module"]),
    ("CAP_SYS_NICE", &["get_mempolicy", "mbind", "set_mempolicy", "set_mempolicy_home_node"]),
    ("CAP_SYS_PACCT", &["acct"]),
    ("CAP_SYS_PTRACE", &["kcmp", "pidfd_getfd", "process_madvise"]),
    ("CAP_SYS_RAWIO", &["ioperm", "iopl"]),
    ("CAP_SYS_TIME", &["clock_settime", "settimeofday"]),
    ("CAP_SYS_TTY_CONFIG", &["vhangup"]),
    ("CAP_SYSLOG", &["syslog"]),
];

/// What every program may do.
#[rustfmt::skip]
const ALWAYS: &[&str] = &[
    "accept", "accept4", "access", "adjtimex", "alarm", "arch_prctl", "bind", "brk", "capget", "capset",
    "chdir", "chmod", "chown", "clock_getres", "clock_gettime", "clock_nanosleep", "close", "close_range",
    "connect", "copy_file_range", "creat", "dup", "dup2", "dup3", "epoll_create", "epoll_create1",
    "epoll_ctl", "epoll_pwait", "epoll_pwait2", "epoll_wait", "eventfd", "eventfd2", "execve", "execveat",
    "exit", "exit_group", "faccessat", "faccessat2", "fadvise64", "fallocate", "fanotify_mark", "fchdir",
    "fchmod", "fchmodat", "fchmodat2", "fchown", "fchownat", "fcntl", "fdatasync", "fgetxattr",
    "flistxattr", "flock", "fork", "fremovexattr", "fsetxattr", "fstat", "fstatfs", "fsync", "ftruncate",
    "futex", "futex_waitv", "futimesat", "get_robust_list", "get_thread_area", "getcpu", "getcwd",
    "getdents", "getdents64", "getegid", "geteuid", "getgid", "getgroups", "getitimer", "getpeername",
    "getpgid", "getpgrp", "getpid", "getppid", "getpriority", "getrandom", "getresgid", "getresuid",
    "getrlimit", "getrusage", "getsid", "getsockname", "getsockopt", "gettid", "gettimeofday", "getuid",
    "getxattr", "inotify_add_watch", "inotify_init", "inotify_init1", "inotify_rm_watch", "io_cancel",
    "io_destroy", "io_getevents", "io_setup", "io_submit", "ioctl", "ioprio_get", "ioprio_set", "kill",
    "landlock_add_rule", "landlock_create_ruleset", "landlock_restrict_self", "lchown", "lgetxattr", "link",
    "linkat", "listen", "listxattr", "llistxattr", "lremovexattr", "lseek", "lsetxattr", "lstat", "madvise",
    "membarrier", "memfd_create", "memfd_secret", "mincore", "mkdir", "mkdirat", "mknod", "mknodat",
    "mlock", "mlock2", "mlockall", "mmap", "modify_ldt", "mprotect", "mq_getsetattr", "mq_notify",
    "mq_open", "mq_timedreceive", "mq_timedsend", "mq_unlink", "mremap", "mseal", "msgctl", "msgget",
    "msgrcv", "msgsnd", "msync", "munlock", "munlockall", "munmap", "name_to_handle_at", "nanosleep",
    "newfstatat", "open", "openat", "openat2", "pause", "pidfd_open", "pidfd_send_signal", "pipe", "pipe2",
    "pkey_alloc", "pkey_free", "pkey_mprotect", "poll", "ppoll", "prctl", "pread64", "preadv", "preadv2",
    "prlimit64", "process_mrelease", "process_vm_readv", "process_vm_writev", "pselect6", "ptrace",
    "pwrite64", "pwritev", "pwritev2", "read", "readahead", "readlink", "readlinkat", "readv", "recvfrom",
    "recvmmsg", "recvmsg", "remap_file_pages", "removexattr", "rename", "renameat", "renameat2",
    "restart_syscall", "rmdir", "rseq", "rt_sigaction", "rt_sigpending", "rt_sigprocmask",
    "rt_sigqueueinfo", "rt_sigreturn", "rt_sigsuspend", "rt_sigtimedwait", "rt_tgsigqueueinfo",
    "sched_get_priority_max", "sched_get_priority_min", "sched_getaffinity", "sched_getattr",
    "sched_getparam", "sched_getscheduler", "sched_rr_get_interval", "sched_setaffinity", "sched_setattr",
    "sched_setparam", "sched_setscheduler", "sched_yield", "seccomp", "select", "semctl", "semget", "semop",
    "semtimedop", "sendfile", "sendmmsg", "sendmsg", "sendto", "set_robust_list", "set_thread_area",
    "set_tid_address", "setfsgid", "setfsuid", "setgid", "setgroups", "setitimer", "setpgid", "setpriority",
    "setregid", "setresgid", "setresuid", "setreuid", "setrlimit", "setsid", "setsockopt", "setuid",
    "setxattr", "shmat", "shmctl", "shmdt", "shmget", "shutdown", "sigaltstack", "signalfd", "signalfd4",
    "socketpair", "splice", "stat", "statfs", "statx", "symlink", "symlinkat", "sync", "sync_file_range",
    "syncfs", "sysinfo", "tee", "tgkill", "time", "timer_create", "timer_delete", "timer_getoverrun",
    "timer_gettime", "timer_settime", "timerfd_create", "timerfd_gettime", "timerfd_settime", "times",
    "tkill", "truncate", "umask", "uname", "unlink", "unlinkat", "utime", "utimensat", "utimes", "vfork",
    "vmsplice", "wait4", "waitid", "write", "writev",
    "cachestat", "futex_requeue", "futex_wait", "futex_wake", "getxattrat", "listmount", "listxattrat",
    "map_shadow_stack", "removexattrat", "setxattrat", "statmount",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seccomp::syscalls;

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn every_name_is_a_system_call_and_none_is_there_twice() {
        let mut names: Vec<&str> = ALWAYS.to_vec();
        names.extend(WITH_CAPABILITY.iter().flat_map(|(_, names)| names.iter().copied()));
        for name in &names {
            assert!(syscalls::number(name).is_some(), "{name}");
        }
        let mut always = ALWAYS.to_vec();
        always.sort_unstable();
        always.dedup();
        assert_eq!(always.len(), ALWAYS.len());
    }
}
