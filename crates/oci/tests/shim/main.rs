//! Programs that this crate's tests need beside themselves: `shim DIR` is the shim (the product runs it as a hidden command of
//! `navarch`), `host DIR` a runtime that is there to be killed.

#[path = "../suite/parts.rs"]
mod parts;

use std::process::ExitCode;

use node::ContainerRuntime as _;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some("shim") => oci::shim::main(&arguments[1..]),
        Some("host") => host(&arguments[1]),
        _ => ExitCode::FAILURE,
    }
}

/// Runs a pod with two containers, says their ids, and waits for its end.
#[expect(clippy::print_stdout, reason = "this is how the test learns the ids")]
fn host(dir: &str) -> ExitCode {
    let threads = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("threads start");
    threads.block_on(async {
        let this = std::env::current_exe().expect("a program has a path").display().to_string();
        let runtime =
            oci::Runtime::open(parts::config(dir.as_ref(), &this)).await.expect("the runtime opens");
        runtime.import(&std::path::Path::new(dir).join("busybox.tar")).await.expect("the image is imported");
        let pod = parts::pod(dir.as_ref(), "survivor");
        let sandbox = runtime.run_sandbox(&pod, "").await.expect("the sandbox runs");
        println!("{sandbox}");
        for (name, script) in [
            ("stays", "while true; do echo tick; sleep 0.05; done"),
            ("ends", "until [ -e /flag/go ]; do sleep 0.02; done; echo gone; exit 3"),
        ] {
            let mut config = parts::shell(name, script);
            let host_path = format!("{dir}/flag");
            config.mounts.push(node::Mount {
                container_path: "/flag".into(),
                host_path,
                ..node::Mount::default()
            });
            let id = runtime.create_container(&sandbox, &config, &pod).await.expect("the container is made");
            runtime.start_container(&id).await.expect("the container starts");
            println!("{id}");
        }
        std::future::pending::<()>().await;
    });
    ExitCode::SUCCESS
}
