//! `kubectl`: the command line of a cluster, as upstream's: the same verbs, flags, output, errors and exit codes.
//!
//! The life of a run: words → [`command::Verb`] from the table in `verbs` → flags and arguments (`flags`) → [`cx::Cx`] → the verb,
//! which asks the server (`server`, `discovery`) for the objects that arguments and files select (`resources`) and shows them
//! (`print`, `describe`). Objects are trees: a verb knows no more of a kind than it must, so custom resources work like others.
//!
//! Not here: sending and TLS (`client`), the wire of exec (`streaming`), patches (`patch`), YAML (`codec`). Called by the binary.

mod changes;
mod command;
mod config;
mod cx;
mod describe;
mod discovery;
mod error;
mod flags;
mod generate;
mod history;
mod io;
mod pods;
mod print;
mod resources;
mod server;
mod terminal;
mod tree;
mod verbs;
mod waiting;

use std::path::PathBuf;
use std::process::ExitCode;

pub use cx::Surroundings;
pub use io::Io;

use command::Verb;
use cx::Cx;
use error::{Error, Result};
use tokio::sync::OnceCell;

/// Runs a command line (without the program's name) with the streams of the process.
pub fn main(words: &[String], data_dir: PathBuf) -> ExitCode {
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            Io::process().err(format!("error: {error}\n"));
            return ExitCode::FAILURE;
        }
    };
    let code = runtime.block_on(run(words, Io::process(), Surroundings::process(data_dir)));
    // A thread that waits for input cannot be told to stop.
    runtime.shutdown_background();
    ExitCode::from(code)
}

/// Runs a command line and gives its exit code.
pub async fn run(words: &[String], io: Io, around: Surroundings) -> u8 {
    let found = match find(words) {
        Ok(found) => found,
        Err(error) => return tell(&io, &error),
    };
    let Found { verb, path, words } = found;
    let Some(verb) = verb else {
        io.out(command::overview(verbs::VERBS));
        return 0;
    };
    // What comes after the command of an exec is not ours.
    let parsed = match flags::parse(&words, &command::sets(verb), true) {
        Ok(parsed) => parsed,
        Err(error) => return tell(&io, &Error::Usage(format!("{error}\nSee '{path} --help' for usage."))),
    };
    if parsed.flags.on("help") {
        io.out(verb.help(&path));
        return 0;
    }
    let Some(run) = verb.run else {
        if let Some(unknown) = parsed.args.first() {
            let text = format!(
                "unknown command {}\nSee '{path} -h' for help and examples",
                meta::go::quote(unknown)
            );
            return tell(&io, &Error::Usage(text));
        }
        io.out(verb.help(&path));
        return 0;
    };
    let missing: Vec<_> = verb
        .required
        .iter()
        .filter(|name| !parsed.flags.changed(name))
        .map(|name| meta::go::quote(name))
        .collect();
    if !missing.is_empty() {
        return tell(&io, &error::plain(format!("required flag(s) {} not set", missing.join(", "))));
    }
    let cx = Cx {
        path,
        verb,
        flags: parsed.flags,
        args: parsed.args,
        dash: parsed.dash,
        io: std::sync::Arc::new(io),
        around,
        server: OnceCell::new(),
        config: OnceCell::new(),
    };
    match run(&cx).await {
        Ok(()) => cx.server.get().map_or(0, Server::final_code),
        Err(error) => tell(&cx.io, &error),
    }
}

use server::Server;

fn tell(io: &Io, error: &Error) -> u8 {
    let mut text = error.told();
    if !text.is_empty() {
        if !text.ends_with('\n') {
            text.push('\n');
        }
        io.err(text);
    }
    error.code()
}

struct Found {
    verb: Option<&'static Verb>,
    path: String,
    words: Vec<String>,
}

/// The verb that the words name, and the words that are left.
fn find(words: &[String]) -> Result<Found> {
    let mut found = Found { verb: None, path: "kubectl".to_owned(), words: words.to_vec() };
    let mut table = verbs::VERBS;
    while let Some(at) = first_argument(&found.words) {
        let word = found.words[at].clone();
        let Some(verb) = table.iter().find(|verb| verb.is_called(&word)) else {
            if found.verb.is_none() {
                return Err(unknown(&word));
            }
            break;
        };
        found.path = format!("{} {}", found.path, verb.name);
        found.words.remove(at);
        (found.verb, table) = (Some(verb), verb.below);
    }
    Ok(found)
}

fn unknown(word: &str) -> Error {
    let mut text = format!("unknown command {} for \"kubectl\"", meta::go::quote(word));
    let close = command::similar(verbs::VERBS, word);
    if !close.is_empty() {
        let lines: String = close.iter().map(|name| format!("\t{name}\n")).collect();
        text += &format!("\n\nDid you mean this?\n{lines}");
    }
    error::plain(text)
}

/// Where the first word is that is neither a flag nor a global flag's value.
fn first_argument(words: &[String]) -> Option<usize> {
    let mut at = 0;
    while let Some(word) = words.get(at) {
        if word == "--" {
            return None;
        }
        let takes_value = |flag: &&flags::Flag| flag.implied.is_empty();
        let known = |matches: &dyn Fn(&flags::Flag) -> bool| flags::GLOBAL.iter().find(|flag| matches(flag));
        if let Some(long) = word.strip_prefix("--") {
            let value = !long.contains('=') && known(&|flag| flag.long == long).filter(takes_value).is_some();
            at += 1 + usize::from(value);
        } else if word.len() > 1 && word.starts_with('-') {
            let short = word[1..].chars().next();
            let value = word.chars().count() == 2
                && known(&|flag| Some(flag.short) == short).filter(takes_value).is_some();
            at += 1 + usize::from(value);
        } else {
            return Some(at);
        }
    }
    None
}
