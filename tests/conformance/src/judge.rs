//! Calls the suite: the parallel tests first, then those that must be alone.

use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, Result, bail};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::Command;

use crate::Args;
use crate::cluster::Cluster;
use crate::results::{self, Results};

/// What marks a test that must be alone.
const ALONE: &str = r"\[Serial\]|\[Disruptive\]";
/// Matches no test's name.
const NONE: &str = "^no such test$";

/// Runs what was asked for; gives one result per test that ran.
pub async fn run(args: &Args, cluster: Option<&Cluster>) -> Result<Results> {
    let list = match &args.list {
        Some(list) => {
            Some(std::fs::read_to_string(list).with_context(|| format!("read {}", list.display()))?)
        }
        None => None,
    };
    let (all, alone) = focus(list.as_deref(), &args.focus);
    if args.procs <= 1 {
        return part(args, cluster, "serial", 1, &all, &args.skip).await;
    }
    let skip = [args.skip.as_str(), ALONE].into_iter().filter(|one| !one.is_empty());
    let skip = skip.collect::<Vec<_>>().join("|");
    let mut results = part(args, cluster, "parallel", args.procs, &all, &skip).await?;
    results.extend(part(args, cluster, "serial", 1, &alone, &args.skip).await?);
    Ok(results)
}

/// The expressions for all tests, and for those of them that must be alone.
fn focus(list: Option<&str>, focus: &str) -> (String, String) {
    match list {
        Some(list) => {
            let alone =
                list.lines().filter(|name| name.contains("[Serial]") || name.contains("[Disruptive]"));
            let alone = one_of(&alone.collect::<Vec<_>>().join("\n"));
            (one_of(list), if alone.is_empty() { NONE.to_owned() } else { alone })
        }
        None => (focus.to_owned(), format!("({focus}).*({ALONE})|({ALONE}).*({focus})")),
    }
}

/// The kubectl that the tests call: the suite's own, or the machine's.
pub fn kubectl(suite: &Path) -> String {
    let own = suite.join("bin/kubectl");
    if own.exists() { own.display().to_string() } else { "kubectl".to_owned() }
}

async fn part(
    args: &Args,
    cluster: Option<&Cluster>,
    name: &str,
    procs: u32,
    focus: &str,
    skip: &str,
) -> Result<Results> {
    let report = args.out.join(format!("{name}.json"));
    let _ = std::fs::remove_file(&report);
    let arguments = arguments(args, cluster.is_some(), name, procs, focus, skip);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut command = match cluster {
        Some(cluster) => cluster.first().command(&arguments),
        None => {
            let mut command = Command::new(arguments[0]);
            command.args(&arguments[1..]).stdin(Stdio::null()).kill_on_drop(true);
            command
        }
    };
    let log = args.out.join(format!("{name}.log"));
    follow(command.stdout(Stdio::piped()).stderr(Stdio::inherit()), &log, name).await?;
    // The suite ends with an error whenever a test failed; what counts is whether it wrote its report.
    if !report.exists() {
        bail!("the suite wrote no report; see {}", log.display());
    }
    results::read(&report)
}

fn arguments(args: &Args, in_lab: bool, name: &str, procs: u32, focus: &str, skip: &str) -> Vec<String> {
    let program = args.suite.join("bin/e2e.test").display().to_string();
    let (out, report) = (args.out.display(), format!("{name}.json"));
    let mut all = Vec::new();
    if procs > 1 {
        all.push(args.suite.join("bin/ginkgo").display().to_string());
        all.extend([format!("--procs={procs}"), "--timeout=6h".into(), "--no-color".into()]);
        all.extend([format!("--focus={focus}"), format!("--skip={skip}"), "-v".into()]);
        all.extend([format!("--output-dir={out}"), format!("--json-report={report}"), program, "--".into()]);
    } else {
        all.extend([program, format!("--ginkgo.focus={focus}"), format!("--ginkgo.skip={skip}")]);
        all.extend(["--ginkgo.timeout=6h".into(), "--ginkgo.no-color".into(), "--ginkgo.v".into()]);
        all.push(format!("--ginkgo.json-report={out}/{report}"));
    }
    let kubeconfig = match (&args.kubeconfig, in_lab) {
        (Some(path), false) => path.display().to_string(),
        _ => Cluster::kubeconfig(),
    };
    all.extend([format!("--kubeconfig={kubeconfig}"), "--provider=skeleton".into()]);
    all.push(format!("--kubectl-path={}", kubectl(&args.suite)));
    all.extend(["--node-os-distro=custom".into(), "--num-nodes=-1".into()]);
    all.extend(["--allowed-not-ready-nodes=0".into(), "--system-pods-startup-timeout=1m".into()]);
    all
}

/// Runs it with its output in a file, and tells how far it is.
async fn follow(command: &mut Command, log: &Path, name: &str) -> Result<()> {
    let mut child = command.spawn().context("start the suite")?;
    let output = child.stdout.take().context("its output is a pipe")?;
    let mut file = tokio::fs::File::create(log).await?;
    let (mut lines, mut ended, mut failed) = (BufReader::new(output).lines(), 0_u32, 0_u32);
    while let Some(line) = lines.next_line().await? {
        file.write_all(line.as_bytes()).await?;
        file.write_all(b"\n").await?;
        if line.starts_with('•') {
            ended += 1;
            failed += u32::from(line.contains("[FAILED]") || line.contains("[PANICKED]"));
            say(&format!("{name}: {ended} tests ended, {failed} failed"));
        }
    }
    file.flush().await?;
    child.wait().await.context("wait for the suite")?;
    Ok(())
}

#[expect(clippy::print_stderr, reason = "progress of something slow")]
fn say(words: &str) {
    eprint!("\r{words}   ");
}

/// A regular expression that matches exactly the tests of a list.
fn one_of(list: &str) -> String {
    let names = list.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    names.map(escape).collect::<Vec<_>>().join("|")
}

fn escape(name: &str) -> String {
    let mut text = String::with_capacity(name.len() + 8);
    for letter in name.chars() {
        if r"\.+*?()|[]{}^$".contains(letter) {
            text.push('\\');
        }
        text.push(letter);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_of_a_list_that_must_be_alone_are_found() {
        let (all, alone) = focus(Some("[sig-a] one\n[sig-b] two [Serial] x\n"), "");
        assert_eq!(
            (all.as_str(), alone.as_str()),
            (r"\[sig-a\] one|\[sig-b\] two \[Serial\] x", r"\[sig-b\] two \[Serial\] x")
        );
        assert_eq!(focus(Some("[sig-a] one\n"), "").1, NONE);
        assert!(focus(None, "F").1.starts_with("(F).*("));
    }

    #[test]
    fn a_list_becomes_an_expression_of_plain_names() {
        assert_eq!(
            one_of("# head\n[sig-a] does (it) a.b\n\n[sig-b] x\n"),
            r"\[sig-a\] does \(it\) a\.b|\[sig-b\] x"
        );
    }
}
