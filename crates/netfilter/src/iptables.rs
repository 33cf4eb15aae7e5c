//! iptables by its own tools, whose two variants (legacy and nft) keep rules in different places of the kernel.
//!
//! Rules go in by `iptables-restore --noflush`, which changes only the chains that the text names, and come out by `iptables-save`.
//! What the text says is the caller's. Tools run in the given network namespace, and wait for the lock that they share.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::netns;

/// Seconds to wait for another iptables to finish.
const WAIT: &str = "5";

/// A tool that is missing, or that failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The namespace cannot be entered.
    #[error(transparent)]
    Namespace(#[from] netns::Error),
    /// The tool does not start: mostly it is not installed.
    #[error("{program}: {source}")]
    Start {
        /// Which tool.
        program: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// The tool says no.
    #[error("{program} failed: {message}")]
    Failed {
        /// Which tool.
        program: String,
        /// What it wrote.
        message: String,
    },
}

/// Which of the two iptables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Rules in the kernel's own iptables.
    Legacy,
    /// Rules in nftables, in iptables' clothes.
    Nft,
}

impl Variant {
    /// The word in the tools' names.
    pub fn word(self) -> &'static str {
        match self {
            Self::Legacy => "legacy",
            Self::Nft => "nft",
        }
    }
}

/// One family's tools in one variant and one network namespace. Calls block.
#[derive(Debug, Clone)]
pub struct Iptables {
    ip6: bool,
    variant: Variant,
    namespace: Option<PathBuf>,
}

impl Iptables {
    /// The tools of this variant.
    pub fn new(ip6: bool, variant: Variant, namespace: Option<&Path>) -> Self {
        Self { ip6, variant, namespace: namespace.map(Path::to_owned) }
    }

    /// The tools of the variant that this machine uses: the one that has more rules already (a kubelet's hint chains among them),
    /// else the one that plain `iptables` stands for.
    pub fn detect(ip6: bool, namespace: Option<&Path>) -> Result<Self, Error> {
        let of = |variant| Self::new(ip6, variant, namespace);
        let (legacy, nft) = (of(Variant::Legacy).rules(), of(Variant::Nft).rules());
        let variant = match (legacy, nft) {
            (Ok(legacy), Ok(nft)) if legacy > nft => Variant::Legacy,
            (Ok(legacy), Ok(nft)) if legacy < nft => Variant::Nft,
            (Ok(_), Ok(_)) => plain(ip6)?,
            (Ok(_), Err(_)) => Variant::Legacy,
            (Err(_), Ok(_)) => Variant::Nft,
            (Err(_), Err(error)) => return Err(error),
        };
        Ok(of(variant))
    }

    /// Which variant this is.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Whether this is for IPv6.
    pub fn is_ip6(&self) -> bool {
        self.ip6
    }

    /// Applies a text in `iptables-save`'s format; chains that it does not name stay as they are. Each table is all or nothing.
    pub fn restore(&self, text: &str) -> Result<(), Error> {
        self.run("restore", &["-w", WAIT, "--noflush"], Some(text)).map(drop)
    }

    /// The rules of one table, in `iptables-save`'s format.
    pub fn save(&self, table: &str) -> Result<String, Error> {
        self.run("save", &["-t", table], None)
    }

    /// Runs `iptables` itself with these arguments.
    pub fn call(&self, arguments: &[&str]) -> Result<String, Error> {
        self.run("", &[&["-w", WAIT], arguments].concat(), None)
    }

    /// Whether there is a rule like this (`-t nat OUTPUT -j X`, without `-C`).
    pub fn has_rule(&self, table: &str, chain: &str, rule: &[&str]) -> bool {
        self.call(&[&["-t", table, "-C", chain], rule].concat()).is_ok()
    }

    /// Whether the table exists at all. Asking the legacy tools would make it, and packets would pay for it from then on.
    pub fn has_table(&self, table: &str) -> Result<bool, Error> {
        if self.variant == Variant::Nft {
            return Ok(true);
        }
        let file = if self.ip6 { "ip6_tables_names" } else { "ip_tables_names" };
        let path = format!("/proc/thread-self/net/{file}");
        let names = netns::within(self.namespace.as_deref(), || std::fs::read_to_string(path))?;
        Ok(names.is_ok_and(|names| names.lines().any(|name| name == table)))
    }

    fn rules(&self) -> Result<usize, Error> {
        let mut rules = 0;
        for table in ["nat", "filter", "mangle"] {
            if !self.has_table(table)? {
                continue;
            }
            rules += self.save(table)?.lines().filter(|line| line.starts_with("-A")).count();
        }
        Ok(rules)
    }

    fn run(&self, tool: &str, arguments: &[&str], input: Option<&str>) -> Result<String, Error> {
        let mut program =
            format!("{}-{}", if self.ip6 { "ip6tables" } else { "iptables" }, self.variant.word());
        if !tool.is_empty() {
            program = format!("{program}-{tool}");
        }
        let failed = |source| Error::Start { program: program.clone(), source };
        let output = netns::within(self.namespace.as_deref(), || execute(&program, arguments, input))?;
        let output = output.map_err(failed)?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        let message = String::from_utf8_lossy(&output.stderr).trim().replace('\n', "; ");
        Err(Error::Failed { program, message })
    }
}

fn execute(program: &str, arguments: &[&str], input: Option<&str>) -> std::io::Result<Output> {
    let stdin = if input.is_some() { Stdio::piped() } else { Stdio::null() };
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(stdin)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let pipe = child.stdin.take();
    std::thread::scope(|scope| {
        // On a thread of its own: a tool that complains early would otherwise wait for us while we wait for it.
        scope.spawn(move || {
            if let (Some(mut pipe), Some(input)) = (pipe, input) {
                // A tool that stops reading says why in its exit code.
                let _ = pipe.write_all(input.as_bytes());
            }
        });
        child.wait_with_output()
    })
}

/// What plain `iptables` is on this machine.
fn plain(ip6: bool) -> Result<Variant, Error> {
    let program = if ip6 { "ip6tables" } else { "iptables" };
    let output = execute(program, &["--version"], None)
        .map_err(|source| Error::Start { program: program.to_owned(), source })?;
    let legacy = String::from_utf8_lossy(&output.stdout).contains("legacy");
    Ok(if legacy { Variant::Legacy } else { Variant::Nft })
}
