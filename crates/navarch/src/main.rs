//! `navarch`: one program for the whole cluster. This file turns the command line into a call of one command.
//!
//! Every command is one file in `commands/` and one line in [`Command`]; components themselves are libraries with a
//! configuration and a `run`, and know nothing of flags.

mod cluster;
mod commands;
mod controller_flags;
mod node_flags;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use commands::{agent, backup, bench, check, down, image, kubectl, reset, restore, server, token, up};
use telemetry::logs;

/// What one thread allocates another one frees, all the time (writers and the store's committer, watchers and the cache): the system's
/// allocator is slow at that.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Kubernetes in one binary.
#[derive(Debug, Parser)]
#[command(name = "navarch", version, about, propagate_version = true, subcommand_required = true)]
struct Cli {
    /// Where all state lives.
    #[arg(long, global = true, value_name = "DIR", default_value = "/var/lib/navarch")]
    data_dir: PathBuf,

    /// What to log: a level, or levels by part such as `info,store=debug`.
    #[arg(long, global = true, value_name = "FILTER", env = "NAVARCH_LOG", default_value = "info")]
    log: String,

    /// How log lines look: text or json.
    #[arg(long, global = true, value_name = "FORMAT", default_value = "text")]
    log_format: logs::Format,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Agent(agent::Args),
    Backup(backup::Args),
    Bench(bench::Args),
    Check(check::Args),
    Down(down::Args),
    Image(image::Args),
    Kubectl(kubectl::Args),
    Reset(reset::Args),
    Restore(restore::Args),
    Server(server::Args),
    Token(token::Args),
    Up(up::Args),
}

/// Programs within the program, for which the usual command line does not hold. They must start before any thread does.
fn inner_program() -> Option<ExitCode> {
    let arguments: Vec<String> = std::env::args_os().map(|one| one.to_string_lossy().into_owned()).collect();
    let called = Path::new(arguments.first()?).file_name()?.to_str()?;
    if called == network::cni::PROGRAM {
        return Some(network::cni::main());
    }
    if called == kubectl::PROGRAM {
        return Some(kubectl::run_words(&arguments[1..]));
    }
    match arguments.get(1)?.as_str() {
        // Flags of kubectl may have the names of ours.
        "kubectl" => Some(kubectl::run_words(&arguments[2..])),
        "oci-shim" => Some(oci::shim::main(&arguments[2..])),
        "hold" => {
            Some(if cluster::isolation::hold().is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        _ => None,
    }
}

fn main() -> ExitCode {
    if let Some(code) = inner_program() {
        return code;
    }
    let cli = Cli::parse();
    // It has its own way of telling what is wrong, and its own exit codes.
    if let Command::Kubectl(args) = &cli.command {
        return kubectl::run(&cli.data_dir, args);
    }
    match run(&cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            #[expect(clippy::print_stderr, reason = "the one place that tells the user why a command failed")]
            {
                eprintln!("navarch: {error:#}");
            }
            ExitCode::FAILURE
        }
    }
}

fn run(cli: &Cli) -> anyhow::Result<()> {
    logs::init(&logs::Options { format: cli.log_format, filter: cli.log.clone() })?;
    match &cli.command {
        Command::Agent(args) => agent::run(&cli.data_dir, args),
        Command::Backup(args) => backup::run(&cli.data_dir, args),
        Command::Bench(args) => bench::run(args),
        Command::Check(args) => check::run(&cli.data_dir, args),
        Command::Down(args) => down::run(&cli.data_dir, args),
        Command::Image(args) => image::run(&cli.data_dir, args),
        Command::Kubectl(_) => Ok(()),
        Command::Reset(args) => reset::run(&cli.data_dir, args),
        Command::Restore(args) => restore::run(&cli.data_dir, args),
        Command::Server(args) => server::run(&cli.data_dir, args),
        Command::Token(args) => token::run(&cli.data_dir, args),
        Command::Up(args) => up::run(&cli.data_dir, args),
    }
}
