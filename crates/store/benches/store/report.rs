//! The report, as Markdown whose tables also read well on a terminal, and its place in a document. Pure but for [`update`].

use std::path::Path;

use anyhow::{Context, Result};

use crate::figures::{Figures, Machine, Opening, Renewal, Side, Watching, Writes};
use crate::table::{Table, grouped};

const BEGIN: &str = "<!-- store: begin, written by `make bench` -->";
const END: &str = "<!-- store: end -->";
/// With more work of others than this, figures say little.
const BUSY: f64 = 0.1;

/// Puts the report between the two marker comments of a document.
pub fn update(file: &Path, figures: &Figures) -> Result<()> {
    let shown = file.display();
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {shown}"))?;
    let found = text.split_once(BEGIN).and_then(|(head, rest)| Some((head, rest.split_once(END)?.1)));
    let (head, tail) = found.with_context(|| format!("{shown} has no lines `{BEGIN}` and `{END}`"))?;
    std::fs::write(file, format!("{head}{BEGIN}\n{}\n{END}{tail}", render(figures).trim()))
        .with_context(|| format!("cannot write {shown}"))
}

/// The whole report.
pub fn render(figures: &Figures) -> String {
    let Figures { writes, watching, renewal, .. } = figures;
    let mut parts = vec![machine(&figures.machine, figures.quick)];
    let mut part = |heading: &str, wanted: bool, body: &dyn Fn() -> String| {
        if wanted {
            parts.push(format!("{heading}{}", body().trim_end()));
        }
    };
    part("", !figures.goals.is_empty(), &|| goals(figures));
    part("### Durable writes of 1 KiB\n\n", !writes.is_empty(), &|| rates(writes));
    part("", !writes.is_empty(), &|| costs(writes));
    if let Some(opening) = &figures.opening {
        part("### A large store\n\n", true, &|| large(opening));
    }
    part("### Watches\n\n", !watching.is_empty(), &|| fan_out(watching));
    part("### Renewal of leases\n\n", !renewal.is_empty(), &|| leases(renewal));
    parts.join("\n\n") + "\n"
}

const BATCHES: &str = "“Raw” writes frames as large as the embedded store's, one write and one `fdatasync` after the other, into a file that \
is there already; “raw, full” puts all writers into one frame. Ratios are taken round by round; the table shows medians of the rounds. \
“Batch” is writes per sync of the embedded store.";

fn machine(machine: &Machine, quick: bool) -> String {
    let Machine { cores, memory_gib, file_system, etcd, others } = machine;
    let busy = if *others > BUSY { ": too much, measure again on a quiet machine" } else { "" };
    let others = format!("Other programs took {:.0} % of the processors meanwhile{busy}.", others * 100.0);
    let quick = if quick { " A short run: not to be published." } else { "" };
    format!(
        "Measured on a machine with {cores} cores and {memory_gib} GiB of memory, {file_system}, against etcd {etcd} with one \
         member on the same disk, reached through our own etcd back end. To reproduce: `make bench`. {others}{quick}"
    )
}

fn goals(figures: &Figures) -> String {
    let mut table = Table::new(["Goal", "wanted", "measured", "met"]);
    for goal in &figures.goals {
        // On a busy machine the bare disk's loop, one thread, suffers more than the store does: no verdict then.
        let busy = figures.machine.others > BUSY;
        let met = if busy {
            "unclear"
        } else if goal.met {
            "yes"
        } else {
            "no"
        };
        table.row([goal.what.clone(), goal.wanted.clone(), goal.measured.clone(), met.into()]);
    }
    table.render()
}

fn rates(rows: &[Writes]) -> String {
    let mut table = Table::new([
        "Writers",
        "batch",
        "embedded/s",
        "raw/s",
        "raw, full/s",
        "etcd/s",
        "of raw",
        "of raw, full",
        "by etcd",
    ]);
    let percent = |part: f64| format!("{:.0} %", part * 100.0);
    for row in rows {
        table.row([
            row.writers.to_string(),
            format!("{:.1}", row.batch),
            grouped(row.embedded.per_second),
            grouped(row.raw.per_second),
            grouped(row.raw_full.per_second),
            grouped(row.etcd.per_second),
            percent(row.by_raw),
            percent(row.by_raw_full),
            format!("{:.1} ×", row.by_etcd),
        ]);
    }
    format!("{}\n{BATCHES}", table.render())
}

fn costs(rows: &[Writes]) -> String {
    let mut table = Table::new([
        "Writers",
        "",
        "p50 µs",
        "p99 µs",
        "bytes per write",
        "device bytes per write",
        "processor µs per write",
    ]);
    for row in rows {
        let sides: [(&str, &Side); 3] =
            [("embedded", &row.embedded), ("raw (per sync)", &row.raw), ("etcd", &row.etcd)];
        for (name, side) in sides {
            table.row([
                row.writers.to_string(),
                name.into(),
                grouped(side.p50_micros),
                grouped(side.p99_micros),
                grouped(side.disk_bytes),
                grouped(side.device_bytes),
                format!("{:.1}", side.cpu_micros),
            ]);
        }
    }
    format!(
        "{}\nBytes are those of all blocks written, checkpoints and new log files included, as the store (or the kernel, for etcd) counts them; \
         device bytes are all that the machine gave to the device meanwhile, journal included. Processor time is that of the whole process, \
         writers included, for the embedded store; that of the server alone for etcd.",
        table.render()
    )
}

fn large(opening: &Opening) -> String {
    let mut table = Table::new(["What", "measured"]);
    let (keys, millis) = (grouped(opening.keys as f64), |millis: f64| format!("{} ms", grouped(millis)));
    let mib = |bytes: f64| format!("{} MiB", grouped(bytes / f64::from(1 << 20)));
    for open in &opening.opens {
        let cached = if open.cached { "files cached" } else { "files not cached" };
        let what =
            format!("open {keys} keys of {} bytes from a {}, {cached}", opening.value_bytes, open.from);
        table.row([what, format!("{} ({} per 100 MB)", millis(open.millis), millis(open.millis_per_100_mb))]);
    }
    let mut row = |what: &str, measured: String| table.row([what.into(), measured]);
    row("keys and values", mib(opening.live_bytes));
    row("resident memory after opening (at most while opening)", {
        format!("{} ({})", mib(opening.resident_bytes), mib(opening.peak_bytes))
    });
    row("memory for each key beside its value", format!("{} bytes", grouped(opening.bytes_per_key)));
    row("checkpoint of all keys, under writes", millis(opening.checkpoint_millis));
    row("slowest write meanwhile", format!("{:.1} ms", opening.checkpoint_slowest_write_millis));
    row("read all keys at once", format!("{:.1} ms", opening.range_millis));
    row("read all keys in pages of 500", format!("{:.1} ms", opening.pages_millis));
    table.render()
}

fn fan_out(rows: &[Watching]) -> String {
    let mut table = Table::new(["Watchers", "events/s while written", "events/s from history"]);
    for row in rows {
        let (live, replay) = (grouped(row.live_per_second), grouped(row.replay_per_second));
        table.row([row.watchers.to_string(), live, replay]);
    }
    format!("{}\nEvents are counted at each watcher.", table.render())
}

fn leases(rows: &[Renewal]) -> String {
    let mut table = Table::new([
        "Leases",
        "renewals/s",
        "commits per renewal",
        "log bytes per renewal",
        "bytes to disk per renewal",
        "p99 µs",
    ]);
    for row in rows {
        table.row([
            format!("{} of 512 bytes, {}", grouped(row.leases as f64), row.how),
            grouped(row.per_second),
            format!("{:.3}", row.commits),
            grouped(row.log_bytes),
            grouped(row.disk_bytes),
            grouped(row.p99_micros),
        ]);
    }
    table.render()
}
