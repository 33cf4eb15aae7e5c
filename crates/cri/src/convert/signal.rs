//! Signals by the numbers that the contract gives them.

/// In the order of their numbers; the first stands for none.
const NAMES: &[&str] = &[
    "",
    "SIGABRT",
    "SIGALRM",
    "SIGBUS",
    "SIGCHLD",
    "SIGCLD",
    "SIGCONT",
    "SIGFPE",
    "SIGHUP",
    "SIGILL",
    "SIGINT",
    "SIGIO",
    "SIGIOT",
    "SIGKILL",
    "SIGPIPE",
    "SIGPOLL",
    "SIGPROF",
    "SIGPWR",
    "SIGQUIT",
    "SIGSEGV",
    "SIGSTKFLT",
    "SIGSTOP",
    "SIGSYS",
    "SIGTERM",
    "SIGTRAP",
    "SIGTSTP",
    "SIGTTIN",
    "SIGTTOU",
    "SIGURG",
    "SIGUSR1",
    "SIGUSR2",
    "SIGVTALRM",
    "SIGWINCH",
    "SIGXCPU",
    "SIGXFSZ",
    "SIGRTMIN",
    "SIGRTMIN+1",
    "SIGRTMIN+2",
    "SIGRTMIN+3",
    "SIGRTMIN+4",
    "SIGRTMIN+5",
    "SIGRTMIN+6",
    "SIGRTMIN+7",
    "SIGRTMIN+8",
    "SIGRTMIN+9",
    "SIGRTMIN+10",
    "SIGRTMIN+11",
    "SIGRTMIN+12",
    "SIGRTMIN+13",
    "SIGRTMIN+14",
    "SIGRTMIN+15",
    "SIGRTMAX-14",
    "SIGRTMAX-13",
    "SIGRTMAX-12",
    "SIGRTMAX-11",
    "SIGRTMAX-10",
    "SIGRTMAX-9",
    "SIGRTMAX-8",
    "SIGRTMAX-7",
    "SIGRTMAX-6",
    "SIGRTMAX-5",
    "SIGRTMAX-4",
    "SIGRTMAX-3",
    "SIGRTMAX-2",
    "SIGRTMAX-1",
    "SIGRTMAX",
];

/// A signal's number: 0 for none and for names that nobody knows.
pub(crate) fn number(name: Option<&str>) -> i32 {
    let found = name.and_then(|name| NAMES.iter().position(|known| *known == name));
    found.and_then(|at| i32::try_from(at).ok()).unwrap_or_default()
}

/// A signal's name.
pub(crate) fn name(number: i32) -> Option<String> {
    let name = NAMES.get(usize::try_from(number).ok()?)?;
    (!name.is_empty()).then(|| (*name).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_contract() {
        for (text, expected) in [("SIGABRT", 1), ("SIGTERM", 23), ("SIGRTMIN+3", 38), ("SIGRTMAX", 65)] {
            assert_eq!(number(Some(text)), expected);
            assert_eq!(name(expected).as_deref(), Some(text));
        }
        assert_eq!((number(None), number(Some("SIGNOT")), name(0), name(99)), (0, 0, None, None));
    }
}
