//! A container's log in CRI's form: `2026-01-02T03:04:05.000000006Z stdout F a line`. The text is made by pure functions.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

/// A line longer than this is cut; the pieces are marked with `P`.
const LONGEST: usize = 16 << 10;

/// Which stream a line came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stream {
    /// Output, and everything of a terminal.
    Stdout,
    /// Complaints.
    Stderr,
}

/// What came without a line's end so far, by stream.
#[derive(Debug, Default)]
pub struct Lines {
    rest: [Vec<u8>; 2],
}

impl Lines {
    /// Cuts `bytes` into lines, written to `text`.
    pub fn feed(&mut self, stream: Stream, now: SystemTime, bytes: &[u8], text: &mut Vec<u8>) {
        let rest = &mut self.rest[stream as usize];
        rest.extend_from_slice(bytes);
        let mut from = 0;
        while from < rest.len() {
            let window = &rest[from..];
            match window.iter().take(LONGEST + 1).position(|byte| *byte == b'\n') {
                Some(end) => {
                    line(text, stream, now, 'F', &window[..end]);
                    from += end + 1;
                }
                None if window.len() >= LONGEST => {
                    line(text, stream, now, 'P', &window[..LONGEST]);
                    from += LONGEST;
                }
                None => break,
            }
        }
        rest.drain(..from);
    }

    /// The end of both streams: a last line without its end is a line.
    pub fn finish(&mut self, now: SystemTime, text: &mut Vec<u8>) {
        for stream in [Stream::Stdout, Stream::Stderr] {
            let rest = std::mem::take(&mut self.rest[stream as usize]);
            if !rest.is_empty() {
                line(text, stream, now, 'P', &rest);
            }
        }
    }
}

fn line(text: &mut Vec<u8>, stream: Stream, now: SystemTime, tag: char, content: &[u8]) {
    let stream = if stream == Stream::Stdout { "stdout" } else { "stderr" };
    text.extend_from_slice(format!("{} {stream} {tag} ", timestamp(now)).as_bytes());
    text.extend_from_slice(content);
    text.push(b'\n');
}

/// RFC 3339 with nine digits after the point, in UTC.
pub fn timestamp(time: SystemTime) -> String {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    let (days, second) = (since.as_secs() / 86_400, since.as_secs() % 86_400);
    // Days since 1970 to a date, by eras of 400 years that begin in March.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let date = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + era * 400 + u64::from(month <= 2);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{date:02}T{hour:02}:{minute:02}:{second:02}.{:09}Z", since.subsec_nanos())
}

/// The file.
#[derive(Debug, Default)]
pub struct Log {
    path: Option<PathBuf>,
    file: Option<File>,
    lines: Lines,
}

impl Log {
    /// Opens the log; no path means no log.
    pub fn open(path: Option<PathBuf>) -> io::Result<Self> {
        let mut log = Self { path, ..Self::default() };
        log.reopen()?;
        Ok(log)
    }

    /// Opens the file anew, after it was moved away.
    pub fn reopen(&mut self) -> io::Result<()> {
        if let Some(path) = &self.path {
            if let Some(dir) = path.parent() {
                std::fs::create_dir_all(dir)?;
            }
            self.file = Some(OpenOptions::new().create(true).append(true).open(path)?);
        }
        Ok(())
    }

    /// Writes what a stream gave.
    pub fn write(&mut self, stream: Stream, now: SystemTime, bytes: &[u8]) {
        let mut text = Vec::with_capacity(bytes.len() + 64);
        self.lines.feed(stream, now, bytes, &mut text);
        self.put(&text);
    }

    /// Writes what is left.
    pub fn finish(&mut self, now: SystemTime) {
        let mut text = Vec::new();
        self.lines.finish(now, &mut text);
        self.put(&text);
    }

    /// A disk that is full must not stop a container: what can't be written is lost.
    fn put(&mut self, text: &[u8]) {
        if let Some(file) = &mut self.file {
            let _ = file.write_all(text);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn times_are_written_in_full() {
        for (seconds, nanos, expected) in [
            (0, 0, "1970-01-01T00:00:00.000000000Z"),
            (951_782_400, 5, "2000-02-29T00:00:00.000000005Z"),
            (1_794_700_799, 999_999_999, "2026-11-14T23:59:59.999999999Z"),
        ] {
            assert_eq!(timestamp(UNIX_EPOCH + Duration::new(seconds, nanos)), expected);
        }
    }

    #[test]
    fn lines_are_whole_cut_or_left_over() {
        let mut lines = Lines::default();
        let mut text = Vec::new();
        lines.feed(Stream::Stdout, UNIX_EPOCH, b"one\ntwo", &mut text);
        lines.feed(Stream::Stderr, UNIX_EPOCH, b"oops\n", &mut text);
        lines.feed(Stream::Stdout, UNIX_EPOCH, b" more\n\n", &mut text);
        lines.feed(Stream::Stdout, UNIX_EPOCH, &[b'x'; LONGEST + 3], &mut text);
        lines.finish(UNIX_EPOCH, &mut text);
        let text = String::from_utf8(text).unwrap();
        let tails: Vec<_> = text.lines().map(|line| line.split_once(' ').unwrap().1).collect();
        assert_eq!(tails[..4], ["stdout F one", "stderr F oops", "stdout F two more", "stdout F "]);
        assert_eq!((tails[4].len(), tails[5]), ("stdout P ".len() + LONGEST, "stdout P xxx"));
    }
}
