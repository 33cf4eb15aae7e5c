//! The verbs, one file each, and their table. A verb that is not in it does not exist.

mod annotate;
mod attach;
mod create;
mod delete;
mod describe;
mod exec;
mod expose;
mod get;
mod label;
mod logs;
mod port_forward;
mod rollout;
mod run;
mod scale;
mod set;

use crate::command::Verb;

/// All verbs, in the order of the help.
pub static VERBS: &[Verb] = &[
    create::VERB,
    expose::VERB,
    run::VERB,
    get::VERB,
    delete::VERB,
    scale::VERB,
    logs::VERB,
    attach::VERB,
    exec::VERB,
    port_forward::VERB,
    label::VERB,
    annotate::VERB,
    describe::VERB,
    rollout::VERB,
    set::VERB,
];

/// Five letters, as upstream ends names that must be unique.
pub(crate) fn random_suffix() -> String {
    const LETTERS: &[u8] = b"bcdfghjklmnpqrstvwxz2456789";
    (0..5).map(|_| char::from(LETTERS[fastrand::usize(..LETTERS.len())])).collect()
}

/// Why a file cannot be read, in the words that Go has for it.
pub(crate) fn why(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "no such file or directory".to_owned(),
        std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}
