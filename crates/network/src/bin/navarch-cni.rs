//! The CNI plugin as a program of its own. The `navarch` binary does the same when it is invoked under this name.

fn main() -> std::process::ExitCode {
    network::cni::main()
}
