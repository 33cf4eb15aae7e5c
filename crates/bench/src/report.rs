//! The report: tables that read well on a terminal and as Markdown, and their place in a document. Pure but for [`update`].

use std::path::Path;

use crate::aims;
use crate::error::{Error, Result};
use crate::figures::{Figures, Row};
use crate::table::{Table, grouped};

const BEGIN: &str = "<!-- api server: begin, written by `navarch bench --update` -->";
const END: &str = "<!-- api server: end -->";

/// The tables alone, for a terminal.
pub fn text(figures: &Figures) -> String {
    let mut parts = Vec::new();
    if !figures.idle.is_empty() {
        parts.push(idle(figures));
    }
    parts.push(rows(figures));
    if figures.pairs().next().is_some() {
        parts.push(ratios(figures));
    }
    let aims = aims(figures);
    parts.extend(aims);
    parts.join("\n")
}

/// The report for a document; `about` says what was measured, and by which command.
pub fn markdown(figures: &Figures, about: &str) -> String {
    let aims = aims(figures).map(|aims| format!("{aims}\n")).unwrap_or_default();
    let ratios =
        if figures.pairs().next().is_some() { format!("\n{}", ratios(figures)) } else { String::new() };
    format!(
        "{about}\n\n{aims}### Requests\n\n{}\n{LEGEND}\n{ratios}\n### Idle\n\n{}",
        rows(figures),
        idle(figures)
    )
}

const LEGEND: &str = "“Each” is a request, or an event delivered to one watcher; “own” is the processor time of the load generator. Lists \
are asked for one after the other on one connection. The latency of a watch is that from sending a write to receiving its event.";

/// Puts the report between the two marker comments of a document.
pub fn update(file: &Path, figures: &Figures, about: &str) -> Result<()> {
    let shown = file.display().to_string();
    let failed = |source| Error::File { path: shown.clone(), source };
    let text = std::fs::read_to_string(file).map_err(failed)?;
    let found = text.split_once(BEGIN).and_then(|(head, rest)| Some((head, rest.split_once(END)?.1)));
    let (head, tail) = found.ok_or_else(|| Error::NoPlace(shown.clone()))?;
    std::fs::write(file, format!("{head}{BEGIN}\n{}\n{END}{tail}", markdown(figures, about).trim()))
        .map_err(failed)
}

fn rows(figures: &Figures) -> String {
    let mut table = Table::new([
        "Scenario",
        "server",
        "clients",
        "rate/s",
        "p50 ms",
        "p99 ms",
        "errors",
        "bytes each",
        "server µs each",
        "own µs each",
        "server MiB",
    ]);
    for row in &figures.rows {
        table.row([
            row.scenario.clone(),
            row.server.clone(),
            row.connections.to_string(),
            grouped(row.rate),
            millis(row.p50_micros),
            millis(row.p99_micros),
            row.errors.to_string(),
            grouped(row.bytes_each),
            row.server_cpu_micros.map_or("?".into(), short),
            short(row.client_cpu_micros),
            row.server_resident_bytes.map_or("?".into(), mib),
        ]);
    }
    table.render()
}

fn ratios(figures: &Figures) -> String {
    let mut table = Table::new(["Scenario", "beside", "rate", "p50", "p99", "server's processor time"]);
    let ratio =
        |above: f64, below: f64| if below > 0.0 { format!("{:.2} ×", above / below) } else { "?".into() };
    for (ours, theirs) in figures.pairs() {
        let of = |get: fn(&Row) -> f64| ratio(get(ours), get(theirs));
        table.row([
            ours.scenario.clone(),
            theirs.server.clone(),
            of(|row| row.rate),
            of(|row| row.p50_micros as f64),
            of(|row| row.p99_micros as f64),
            of(|row| row.server_cpu_micros.unwrap_or(0.0)),
        ]);
    }
    table.render()
}

fn idle(figures: &Figures) -> String {
    let mut table = Table::new(["Idle server", "memory MiB", "processor ms/s", "start to ready s"]);
    for idle in &figures.idle {
        table.row([
            idle.server.clone(),
            idle.resident_bytes.map_or("?".into(), mib),
            idle.cpu_millis_per_second.map_or("?".into(), |millis| format!("{millis:.1}")),
            idle.ready_seconds.map_or("–".into(), |seconds| format!("{seconds:.2}")),
        ]);
    }
    table.render()
}

fn aims(figures: &Figures) -> Option<String> {
    let aims = aims::judge(figures);
    let mut table = Table::new(["Aim", "wanted", "measured", "met"]);
    for aim in &aims {
        let met = if aim.met { "yes" } else { "no" };
        table.row([aim.what.clone(), aim.wanted.clone(), aim.measured.clone(), met.into()]);
    }
    (!aims.is_empty()).then(|| table.render())
}

fn millis(micros: u64) -> String {
    format!("{:.2}", micros as f64 / 1e3)
}

fn mib(bytes: f64) -> String {
    format!("{:.0}", bytes / 1024.0 / 1024.0)
}

/// Few digits: small numbers have one behind the point.
fn short(number: f64) -> String {
    if number < 100.0 { format!("{number:.1}") } else { grouped(number) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures() -> Figures {
        let row = |server: &str, rate| Row {
            scenario: "get".into(),
            server: server.into(),
            rate,
            p50_micros: 1234,
            server_cpu_micros: Some(50.0),
            ..Row::default()
        };
        Figures { rows: vec![row("ours", 12_345.0), row("theirs", 1000.0)], ..Figures::default() }
    }

    #[test]
    fn a_report_shows_rows_ratios_and_aims() {
        let text = text(&figures());
        for part in ["| 12,345 |", "1.23 |", "12.35 ×", "≥ 8 ×", "1.00 ×"] {
            assert!(text.contains(part), "{part} in\n{text}");
        }
    }

    #[test]
    fn lines_of_a_table_are_equally_long() {
        let rows = rows(&figures());
        let mut lengths = rows.lines().map(|line| line.chars().count());
        let first = lengths.next();
        assert!(lengths.all(|length| Some(length) == first), "{rows}");
    }
}
