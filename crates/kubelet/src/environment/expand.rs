//! `$(NAME)` in commands, arguments and values. `$$` stands for one `$`; a name that nobody knows stays as it is written.

/// The text with every `$(NAME)` replaced by what `known` says.
pub fn expand(text: &str, known: impl Fn(&str) -> Option<String>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('$') {
        out.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        if let Some(tail) = after.strip_prefix('$') {
            out.push('$');
            rest = tail;
        } else if let Some((name, tail)) = after.strip_prefix('(').and_then(|inner| inner.split_once(')')) {
            match known(name) {
                Some(value) => out.push_str(&value),
                None => out.extend(["$(", name, ")"]),
            }
            rest = tail;
        } else {
            out.push('$');
            rest = after;
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::expand;

    #[test]
    fn references_and_their_escapes() {
        for (text, expected) in [
            ("$(A)", "a"),
            ("x$(A)$(A)y", "xaay"),
            ("$(B)", "$(B)"),
            ("$$(A)", "$(A)"),
            ("$$$(A)", "$a"),
            ("$A $ $(A", "$A $ $(A"),
            ("plain", "plain"),
        ] {
            assert_eq!(expand(text, |name| (name == "A").then(|| "a".into())), expected, "{text}");
        }
    }
}
