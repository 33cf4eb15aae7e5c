//! `navarch kubectl`: the command line of a cluster. Also when the program is called through a link named `kubectl`.

use std::path::Path;
use std::process::ExitCode;

/// Control a cluster: the same verbs, flags and output as kubectl.
#[derive(Debug, clap::Args)]
#[command(disable_help_flag = true)]
pub struct Args {
    /// A verb of kubectl and what follows it.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENT")]
    words: Vec<String>,
}

/// The name that a link to this program may have.
pub const PROGRAM: &str = "kubectl";

/// Runs a command line; it tells the user itself what is wrong.
pub fn run(data_dir: &Path, args: &Args) -> ExitCode {
    kubectl::main(&args.words, data_dir.to_owned())
}

/// The same for words that the program's own command line did not see.
pub fn run_words(words: &[String]) -> ExitCode {
    let data_dir = std::env::var_os("NAVARCH_DATA_DIR").unwrap_or_else(|| "/var/lib/navarch".into());
    kubectl::main(words, data_dir.into())
}
