//! The verbs, one file each, and their table. A verb that is not in it does not exist.

mod annotate;
mod api_resources;
mod api_versions;
mod apply;
mod attach;
mod auth;
mod autoscale;
mod cluster_info;
mod completion;
mod config;
mod cordon;
mod cp;
mod create;
mod delete;
mod describe;
mod diff;
mod drain;
mod edit;
mod exec;
mod explain;
mod expose;
mod get;
mod label;
mod logs;
mod options;
mod patch;
mod port_forward;
mod proxy;
mod replace;
mod rollout;
mod run;
mod scale;
mod set;
mod taint;
mod top;
mod version;
mod wait;

use crate::command::Verb;

/// All verbs, in the order of the help.
pub static VERBS: &[Verb] = &[
    create::VERB,
    expose::VERB,
    run::VERB,
    set::VERB,
    explain::VERB,
    get::VERB,
    edit::VERB,
    delete::VERB,
    rollout::VERB,
    scale::VERB,
    autoscale::VERB,
    cluster_info::VERB,
    top::VERB,
    cordon::CORDON,
    cordon::UNCORDON,
    drain::VERB,
    taint::VERB,
    describe::VERB,
    logs::VERB,
    attach::VERB,
    exec::VERB,
    port_forward::VERB,
    proxy::VERB,
    cp::VERB,
    auth::VERB,
    diff::VERB,
    apply::VERB,
    patch::VERB,
    replace::VERB,
    wait::VERB,
    label::VERB,
    annotate::VERB,
    completion::VERB,
    api_resources::VERB,
    api_versions::VERB,
    config::VERB,
    options::VERB,
    version::VERB,
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

#[cfg(test)]
mod tests {
    use super::*;

    fn check(verbs: &[Verb]) {
        for verb in verbs {
            let mut seen: Vec<(&str, char)> = Vec::new();
            for flag in verb.flags.iter().flat_map(|set| set.iter()) {
                let clash = |(long, short): &(&str, char)| {
                    *long == flag.long || *short == flag.short && *short != '\0'
                };
                assert!(
                    !seen.iter().any(clash),
                    "{} has --{} twice, or its short name",
                    verb.name,
                    flag.long
                );
                seen.push((flag.long, flag.short));
            }
            check(verb.below);
        }
    }

    #[test]
    fn no_verb_has_a_flag_twice() {
        check(VERBS);
    }
}
