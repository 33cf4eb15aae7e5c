//! The Prometheus text format, version 0.0.4, byte for byte as Go's client writes it: metrics by name, labels by name, members by
//! their labels' values, numbers as Go prints them. Pure: a snapshot in, text out.

use std::fmt::Write;

use super::snapshot::{Snapshot, Value};
use super::{Description, Kind};

/// What the text is, for the header.
pub const CONTENT_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

pub(super) fn render(mut snapshots: Vec<Snapshot>) -> String {
    snapshots.sort_by_key(|snapshot| snapshot.description.name);
    let mut out = String::with_capacity(16 * 1024);
    // A metric that has no member yet is not mentioned.
    for snapshot in snapshots.iter().filter(|snapshot| !snapshot.members.is_empty()) {
        write_head(&mut out, &snapshot.description, snapshot.kind);
        for (labels, value) in sorted(snapshot) {
            write_member(&mut out, snapshot.description.name, &labels, value);
        }
    }
    out
}

/// A label's name and value.
type Label<'a> = (&'a str, &'a str);

/// The members with their labels ordered by name, and the members by their labels' values.
fn sorted(snapshot: &Snapshot) -> Vec<(Vec<Label<'_>>, &Value)> {
    let members = snapshot.members.iter().map(|(values, value)| {
        let values = values.iter().map(String::as_str);
        let mut labels: Vec<Label<'_>> = snapshot.labels.iter().copied().zip(values).collect();
        labels.sort_unstable();
        (labels, value)
    });
    let mut members: Vec<_> = members.collect();
    members.sort_by(|(left, _), (right, _)| left.cmp(right));
    members
}

fn write_head(out: &mut String, description: &Description, kind: Kind) {
    let Description { name, help, stability } = description;
    let prefix = stability.map_or("", |stability| stability.prefix());
    let kind = match kind {
        Kind::Counter => "counter",
        Kind::Gauge => "gauge",
        Kind::Histogram => "histogram",
    };
    put(out, format_args!("# HELP {name} {prefix}"));
    escape(out, help, false);
    put(out, format_args!("\n# TYPE {name} {kind}\n"));
}

fn write_member(out: &mut String, name: &str, labels: &[Label<'_>], value: &Value) {
    match value {
        Value::Number(number) => write_line(out, name, "", labels, None, *number),
        Value::Histogram { bounds, counts, sum } => {
            let mut total = 0;
            for (bound, count) in bounds.iter().copied().chain([f64::INFINITY]).zip(counts) {
                total += count;
                write_line(out, name, "_bucket", labels, Some(bound), float(total));
            }
            write_line(out, name, "_sum", labels, None, *sum);
            write_line(out, name, "_count", labels, None, float(total));
        }
    }
}

fn float(count: u64) -> f64 {
    count as f64
}

fn write_line(out: &mut String, name: &str, suffix: &str, labels: &[Label<'_>], le: Option<f64>, value: f64) {
    out.push_str(name);
    out.push_str(suffix);
    let mut separator = '{';
    for (label, value) in labels {
        put(out, format_args!("{separator}{label}=\""));
        escape(out, value, true);
        out.push('"');
        separator = ',';
    }
    if let Some(bound) = le {
        put(out, format_args!("{separator}le=\"{}\"", number(bound)));
        separator = ',';
    }
    if separator == ',' {
        out.push('}');
    }
    put(out, format_args!(" {}\n", number(value)));
}

fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).expect("a string takes whatever is written");
}

fn escape(out: &mut String, text: &str, quotes: bool) {
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '"' if quotes => out.push_str("\\\""),
            c => out.push(c),
        }
    }
}

/// A float as Go prints it: the fewest digits that read back the same, with an exponent below 1e-4 and from 1e6 on.
fn number(value: f64) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "+Inf" } else { "-Inf" }.to_owned();
    }
    if value == 0.0 {
        // Also what is zero from below.
        return "0".to_owned();
    }
    let scientific = format!("{value:e}");
    let (digits, exponent) = scientific.split_once('e').expect("Rust's {:e} always has an exponent");
    let exponent: i32 = exponent.parse().expect("Rust's {:e} ends in a number");
    if (-4..6).contains(&exponent) {
        return format!("{value}");
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_printed_as_go_prints_them() {
        for (value, expected) in [
            (0.0, "0"),
            (-0.0, "0"),
            (1.0, "1"),
            (-1.5, "-1.5"),
            (0.005, "0.005"),
            (0.0001, "0.0001"),
            (0.000_01, "1e-05"),
            (0.1 + 0.2, "0.30000000000000004"),
            (999_999.0, "999999"),
            (1_000_000.0, "1e+06"),
            (1_234_567.5, "1.2345675e+06"),
            (1_763_183_169.63, "1.76318316963e+09"),
            (18_446_744_073_709_551_615.0, "1.8446744073709552e+19"),
            (1e100, "1e+100"),
            (f64::INFINITY, "+Inf"),
            (f64::NEG_INFINITY, "-Inf"),
            (f64::NAN, "NaN"),
        ] {
            assert_eq!(number(value), expected);
        }
    }
}
