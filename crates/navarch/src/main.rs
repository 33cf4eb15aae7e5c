//! `navarch`: one program for the whole cluster. This file turns the command line into a call of one command.
//!
//! Every command is one file in `commands/` and one line in [`Command`]; components themselves are libraries with a
//! configuration and a `run`, and know nothing of flags.

mod commands;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use commands::{backup, check, restore, server, token};
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
    Backup(backup::Args),
    Check(check::Args),
    Restore(restore::Args),
    Server(server::Args),
    Token(token::Args),
}

fn main() -> ExitCode {
    match run(&Cli::parse()) {
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
        Command::Backup(args) => backup::run(&cli.data_dir, args),
        Command::Check(args) => check::run(&cli.data_dir, args),
        Command::Restore(args) => restore::run(&cli.data_dir, args),
        Command::Server(args) => server::run(&cli.data_dir, args),
        Command::Token(args) => token::run(&cli.data_dir, args),
    }
}
