//! Splitting a stream of documents, as `kubectl apply -f` does: at lines that begin with `---`.

/// The documents of a text, without their separators; those with nothing in them are left out.
pub fn documents(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest.take()?;
        let (document, next) = match separator(text) {
            Some((start, end)) => (&text[..start], Some(&text[end..])),
            None => (text, None),
        };
        rest = next;
        Some(document)
    })
    .filter(|document| !is_blank(document))
}

/// Where the first separator line begins and ends.
fn separator(text: &str) -> Option<(usize, usize)> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        if let Some(tail) = line.strip_prefix("---") {
            let tail = tail.trim_end();
            if tail.is_empty() || tail.trim_start().starts_with('#') && tail.starts_with([' ', '\t']) {
                return Some((start, end));
            }
        }
        start = end;
    }
    None
}

/// Nothing but comments, white space and markers.
fn is_blank(document: &str) -> bool {
    document.lines().all(|line| {
        let line = line.trim();
        line.is_empty() || line.starts_with('#') || line == "---" || line == "..."
    })
}
