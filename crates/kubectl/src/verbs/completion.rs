//! `completion`: scripts that complete verbs and flags, made from the table.

use crate::command::{Section, Verb, sets};
use crate::cx::Cx;
use crate::error::Result;

const SHELLS: [&str; 3] = ["bash", "zsh", "fish"];

/// The verb.
pub const VERB: Verb = Verb {
    name: "completion",
    section: Section::Settings,
    usage: "SHELL",
    about: "Output shell completion code for the specified shell (bash, zsh, fish)",
    examples: &[(
        "Load the kubectl completion code for bash into the current shell",
        "source <(kubectl completion bash)",
    )],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

async fn run(cx: &Cx) -> Result {
    let shell = match cx.args.as_slice() {
        [] => return Err(cx.usage("Shell not specified.")),
        [shell] => shell.as_str(),
        _ => return Err(cx.usage("Too many arguments. Expected only the shell type.")),
    };
    match shell {
        "bash" => cx.io.out(bash()),
        "zsh" => {
            cx.io.out(format!("#compdef kubectl\nautoload -U +X bashcompinit && bashcompinit\n{}", bash()))
        }
        "fish" => cx.io.out(fish()),
        other => return Err(cx.usage(format!("Unsupported shell type {}.", meta::go::quote(other)))),
    }
    debug_assert!(SHELLS.contains(&shell));
    Ok(())
}

/// Every verb by its path, with the words that may follow.
fn entries(verbs: &[Verb], path: &str, all: &mut Vec<(String, String)>) {
    for verb in verbs {
        let path = if path.is_empty() { verb.name.to_owned() } else { format!("{path} {}", verb.name) };
        let mut words: Vec<String> = verb.below.iter().map(|below| below.name.to_owned()).collect();
        words.extend(sets(verb).iter().flat_map(|set| set.iter()).map(|flag| format!("--{}", flag.long)));
        words.sort();
        words.dedup();
        all.push((path.clone(), words.join(" ")));
        entries(verb.below, &path, all);
    }
}

fn bash() -> String {
    let mut all = Vec::new();
    entries(super::VERBS, "", &mut all);
    let top: Vec<&str> = super::VERBS.iter().map(|verb| verb.name).collect();
    let cases: String =
        all.iter().map(|(path, words)| format!("    \"{path}\") words=\"{words}\" ;;\n")).collect();
    format!(
        "# bash completion for kubectl\n\
         __kubectl_words() {{\n  local words\n  case \"$1\" in\n    \"\") words=\"{}\" ;;\n{cases}    *) return 1 ;;\n  esac\n  echo \"$words\"\n}}\n\
         __kubectl_names() {{\n  kubectl get \"$1\" -o name --request-timeout=2s 2>/dev/null | cut -d/ -f2\n}}\n\
         __start_kubectl() {{\n  local cur=\"${{COMP_WORDS[COMP_CWORD]}}\" path=\"\" word args=()\n\
         \x20 for word in \"${{COMP_WORDS[@]:1:COMP_CWORD-1}}\"; do\n    [[ \"$word\" == -* ]] && continue\n\
         \x20   if __kubectl_words \"${{path:+$path }}$word\" >/dev/null; then path=\"${{path:+$path }}$word\"; else args+=(\"$word\"); fi\n  done\n\
         \x20 if [[ \"$cur\" != -* && ${{#args[@]}} -eq 0 && \"$path\" =~ ^(get|describe|delete|edit|label|annotate|explain|wait)$ ]]; then\n\
         \x20   COMPREPLY=($(compgen -W \"$(kubectl api-resources -o name --request-timeout=2s 2>/dev/null)\" -- \"$cur\"))\n\
         \x20 elif [[ \"$cur\" != -* && ${{#args[@]}} -eq 1 ]]; then\n\
         \x20   COMPREPLY=($(compgen -W \"$(__kubectl_names \"${{args[0]}}\")\" -- \"$cur\"))\n\
         \x20 elif [[ \"$cur\" != -* && \"$path\" =~ ^(logs|exec|attach|port-forward)$ ]]; then\n\
         \x20   COMPREPLY=($(compgen -W \"$(__kubectl_names pods)\" -- \"$cur\"))\n\
         \x20 else\n    COMPREPLY=($(compgen -W \"$(__kubectl_words \"$path\")\" -- \"$cur\"))\n  fi\n}}\n\
         complete -o default -F __start_kubectl kubectl\n",
        top.join(" ")
    )
}

fn fish() -> String {
    let mut all = Vec::new();
    entries(super::VERBS, "", &mut all);
    let mut text = "# fish completion for kubectl\n".to_owned();
    for verb in super::VERBS {
        text += &format!(
            "complete -c kubectl -f -n __fish_use_subcommand -a {} -d '{}'\n",
            verb.name,
            verb.about.replace('\'', "")
        );
    }
    for (path, words) in all {
        let seen = path
            .split(' ')
            .map(|word| format!("__fish_seen_subcommand_from {word}"))
            .collect::<Vec<_>>()
            .join("; and ");
        for word in words.split(' ').filter(|word| !word.is_empty()) {
            match word.strip_prefix("--") {
                Some(long) => text += &format!("complete -c kubectl -n '{seen}' -l {long}\n"),
                None => text += &format!("complete -c kubectl -f -n '{seen}' -a {word}\n"),
            }
        }
    }
    text
}
