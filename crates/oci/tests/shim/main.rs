//! The shim as a program of its own, for the tests of this crate. The product runs it as a hidden command of `navarch`.

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    oci::shim::main(&arguments)
}
