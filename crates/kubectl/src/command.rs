//! What a verb is, how one is found from the words of a command line, and its help.

use std::pin::Pin;

use crate::cx::Cx;
use crate::error::Result;
use crate::flags::{Flag, GLOBAL, Kind};

/// What a verb does.
pub type Run = for<'a> fn(&'a Cx) -> Pin<Box<dyn Future<Output = Result> + 'a>>;

/// Where a verb stands in the help of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// To begin with.
    Beginner,
    /// For every day.
    Intermediate,
    /// What runs.
    Deploy,
    /// The cluster itself.
    Cluster,
    /// What is wrong.
    Troubleshooting,
    /// For those who know.
    Advanced,
    /// How the client is set up.
    Settings,
    /// The rest.
    Other,
}

impl Section {
    /// All, in the order of the help.
    pub const ALL: [(Self, &'static str); 8] = [
        (Self::Beginner, "Basic Commands (Beginner):"),
        (Self::Intermediate, "Basic Commands (Intermediate):"),
        (Self::Deploy, "Deploy Commands:"),
        (Self::Cluster, "Cluster Management Commands:"),
        (Self::Troubleshooting, "Troubleshooting and Debugging Commands:"),
        (Self::Advanced, "Advanced Commands:"),
        (Self::Settings, "Settings Commands:"),
        (Self::Other, "Other Commands:"),
    ];
}

/// A verb: one file, one line in the table.
#[derive(Clone, Copy, Debug)]
pub struct Verb {
    /// Its name.
    pub name: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// Where it stands in the help.
    pub section: Section,
    /// What comes after its name.
    pub usage: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// Examples, a comment and a command each.
    pub examples: &'static [(&'static str, &'static str)],
    /// Its flags.
    pub flags: &'static [&'static [Flag]],
    /// Verbs below it.
    pub below: &'static [Verb],
    /// Flags that must be given.
    pub required: &'static [&'static str],
    /// What it does; without it, it shows its help.
    pub run: Option<Run>,
}

impl Verb {
    /// Nothing, to start from.
    pub const NONE: Self = Self {
        name: "",
        aliases: &[],
        section: Section::Other,
        usage: "[flags]",
        about: "",
        examples: &[],
        flags: &[],
        below: &[],
        required: &[],
        run: None,
    };

    /// Whether it goes by this name.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }

    /// Its help.
    pub fn help(&self, path: &str) -> String {
        let mut text = format!("{}.\n", self.about.trim_end_matches('.'));
        if !self.aliases.is_empty() {
            text += &format!("\nAliases:\n{}, {}\n", self.name, self.aliases.join(", "));
        }
        if !self.examples.is_empty() {
            text += "\nExamples:\n";
            let examples: Vec<_> =
                self.examples.iter().map(|(why, line)| format!("  # {why}\n  {line}\n")).collect();
            text += &examples.join("  \n");
        }
        if !self.below.is_empty() {
            text += "\nAvailable Commands:\n";
            for verb in self.below {
                text += &format!("  {:<width$}   {}\n", verb.name, verb.about, width = self.width());
            }
        }
        if self.flags.iter().any(|set| !set.is_empty()) {
            text += "\nOptions:\n";
            text += &options(self.flags);
        }
        let tail = if self.flags.is_empty() { "[options]" } else { "" };
        let usage = self.usage.replace("[flags]", "[options]");
        text += &format!("\nUsage:\n  {} {}\n", path, if usage.is_empty() { tail } else { &usage })
            .replace(" \n", "\n");
        if !self.below.is_empty() {
            text +=
                &format!("\nUse \"{path} <command> --help\" for more information about a given command.\n");
        }
        text += "\nUse \"kubectl options\" for a list of global command-line options (applies to all commands).\n";
        text
    }

    fn width(&self) -> usize {
        self.below.iter().map(|verb| verb.name.len()).max().unwrap_or_default().max(11)
    }
}

/// The help of flags, by name.
pub fn options(sets: &[&'static [Flag]]) -> String {
    let mut flags: Vec<&Flag> = sets.iter().flat_map(|set| set.iter()).collect();
    flags.sort_by_key(|flag| flag.long);
    flags.dedup_by_key(|flag| flag.long);
    let entry = |flag: &&Flag| {
        let default = match flag.kind {
            Kind::Text => format!("'{}'", flag.default),
            Kind::List | Kind::Repeat => "[]".to_owned(),
            _ => flag.default.to_owned(),
        };
        format!("    {}={default}:\n\t{}\n", flag.title(), flag.help)
    };
    flags.iter().map(entry).collect::<Vec<_>>().join("\n")
}

/// The help of the program.
pub fn overview(verbs: &[Verb]) -> String {
    let mut text = "kubectl controls the Kubernetes cluster manager.\n".to_owned();
    for (section, title) in Section::ALL {
        let mut lines = verbs.iter().filter(|verb| verb.section == section).peekable();
        if lines.peek().is_some() {
            text += &format!("\n{title}\n");
            for verb in lines {
                text += &format!("  {:<15} {}\n", verb.name, verb.about);
            }
        }
    }
    text + "\nUsage:\n  kubectl [flags] [options]\n\nUse \"kubectl <command> --help\" for more information about a given command.\n\
            Use \"kubectl options\" for a list of global command-line options (applies to all commands).\n"
}

/// The verbs whose name is close to one that is not there.
pub fn similar(verbs: &[Verb], word: &str) -> Vec<&'static str> {
    let close = |verb: &&Verb| {
        distance(&verb.name.to_lowercase(), &word.to_lowercase()) <= 2 || verb.name.starts_with(word)
    };
    verbs.iter().filter(close).map(|verb| verb.name).collect()
}

fn distance(left: &str, right: &str) -> usize {
    let (left, right): (Vec<char>, Vec<char>) = (left.chars().collect(), right.chars().collect());
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, l) in left.iter().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, r) in right.iter().enumerate() {
            let above = row[j + 1];
            row[j + 1] = if l == r { corner } else { 1 + corner.min(above).min(row[j]) };
            corner = above;
        }
    }
    row[right.len()]
}

/// The sets of flags that are parsed for a verb.
pub fn sets(verb: &Verb) -> Vec<&'static [Flag]> {
    verb.flags.iter().copied().chain([GLOBAL]).collect()
}
