//! A reader of the Prometheus text format, strict where the format is, to read back what is rendered.

use std::collections::BTreeMap;

/// A line: the name with its suffix, the labels, the value.
pub type Sample = (String, Vec<(String, String)>, f64);

/// A metric as the text tells of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Read {
    pub help: String,
    pub kind: String,
    pub samples: Vec<Sample>,
}

impl Read {
    pub fn value(&self, name: &str, labels: &[(&str, &str)]) -> Option<f64> {
        let same = |found: &[(String, String)]| {
            found.len() == labels.len()
                && labels.iter().all(|(n, v)| found.iter().any(|(fn_, fv)| fn_ == n && fv == v))
        };
        self.samples.iter().find(|(found, with, _)| found == name && same(with)).map(|(.., value)| *value)
    }
}

/// Reads a whole text; every line must belong to the metric that was announced last, and no metric is announced twice.
pub fn parse(text: &str) -> BTreeMap<String, Read> {
    assert!(text.is_empty() || text.ends_with('\n'));
    let mut metrics = BTreeMap::new();
    let mut current = String::new();
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("# HELP ") {
            let (name, help) = rest.split_once(' ').unwrap();
            current = name.to_owned();
            let read = Read { help: unescape(help), ..Read::default() };
            assert!(metrics.insert(current.clone(), read).is_none(), "{name} is announced twice");
            continue;
        }
        let metric: &mut Read = metrics.get_mut(&current).unwrap();
        if let Some(rest) = line.strip_prefix("# TYPE ") {
            let (name, kind) = rest.split_once(' ').unwrap();
            assert_eq!(name, current);
            metric.kind = kind.to_owned();
            continue;
        }
        let sample = sample(line);
        let suffixes: &[&str] =
            if metric.kind == "histogram" { &["_bucket", "_sum", "_count"] } else { &[""] };
        let rest = sample.0.strip_prefix(&current).unwrap();
        assert!(suffixes.contains(&rest), "{line} under {current}");
        metric.samples.push(sample);
    }
    metrics
}

fn sample(line: &str) -> Sample {
    let (head, value) = line.rsplit_once(' ').unwrap();
    let value = match value {
        "+Inf" => f64::INFINITY,
        "-Inf" => f64::NEG_INFINITY,
        value => value.parse().unwrap(),
    };
    let Some((name, labels)) = head.split_once('{') else {
        return (head.to_owned(), Vec::new(), value);
    };
    let mut rest = labels.strip_suffix('}').unwrap();
    let mut labels = Vec::new();
    while !rest.is_empty() {
        let (label, after) = rest.split_once("=\"").unwrap();
        let end = closing_quote(after);
        labels.push((label.to_owned(), unescape(&after[..end])));
        rest = &after[end + 1..];
        rest = rest.strip_prefix(',').unwrap_or(rest);
    }
    (name.to_owned(), labels, value)
}

fn closing_quote(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            '"' if !escaped => return at,
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    panic!("no end of {text}");
}

fn unescape(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, c == '\\') {
            (_, true) => match chars.next().unwrap() {
                'n' => out.push('\n'),
                other => out.push(other),
            },
            (c, false) => out.push(c),
        }
    }
    out
}
