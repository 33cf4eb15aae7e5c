//! One line of a log. Pure.

/// A line in CRI's format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Line<'a> {
    /// When it was written: RFC 3339 with nanoseconds.
    pub time: &'a str,
    /// `stdout` or `stderr`.
    pub stream: &'a str,
    /// Whether the line of the program goes on in the next one.
    pub partial: bool,
    /// What was written.
    pub text: &'a [u8],
}

impl<'a> Line<'a> {
    /// Reads a line, without its end.
    pub fn parse(bytes: &'a [u8]) -> Option<Self> {
        let mut parts = bytes.splitn(4, |byte| *byte == b' ');
        let time = std::str::from_utf8(parts.next()?).ok()?;
        let stream = std::str::from_utf8(parts.next()?).ok()?;
        let tag = parts.next()?;
        let partial = tag.split(|byte| *byte == b':').next() == Some(b"P");
        Some(Self { time, stream, partial, text: parts.next().unwrap_or_default() })
    }

    /// Adds the line as clients see it.
    pub fn show(&self, timestamps: bool, out: &mut Vec<u8>) {
        if timestamps {
            out.extend(self.time.as_bytes());
            out.push(b' ');
        }
        out.extend(self.text);
        if !self.partial {
            out.push(b'\n');
        }
    }
}

/// The last lines of a log as plain text, at most so many and so many bytes.
pub fn last_lines(log: &str, lines: usize, bytes: usize) -> String {
    let all: Vec<Line<'_>> = log.lines().filter_map(|line| Line::parse(line.as_bytes())).collect();
    let mut out = Vec::new();
    all[all.len().saturating_sub(lines)..].iter().for_each(|line| line.show(false, &mut out));
    String::from_utf8_lossy(&out[out.len().saturating_sub(bytes)..]).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_and_partial_lines() {
        let log = "2026-01-02T03:04:05.000000006Z stdout F one\nT stderr P two\nT stderr F -more\nT stdout F \nbad\n";
        assert_eq!(last_lines(log, 80, 2048), "one\ntwo-more\n\n");
        assert_eq!(last_lines(log, 1, 2048), "\n");
        assert_eq!(last_lines(log, 80, 3), "e\n\n");
        let mut out = Vec::new();
        Line::parse(log.lines().next().unwrap().as_bytes()).unwrap().show(true, &mut out);
        assert_eq!(out, b"2026-01-02T03:04:05.000000006Z one\n");
    }
}
