//! `version`: of this client and of the server.

use serde_json::{Value, json};

use crate::command::{Section, Verb};
use crate::cx::Cx;
use crate::error::{Result, bail};
use crate::flags::Flag;
use crate::io::{err, out};
use crate::tree::Tree as _;

/// The version of Kubernetes whose client this is.
const GIT_VERSION: &str = "v1.36.4";

/// The verb.
pub const VERB: Verb = Verb {
    name: "version",
    section: Section::Other,
    about: "Print the client and server version information",
    examples: &[("Print the client and server versions for the current context", "kubectl version")],
    flags: &[OWN],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

static OWN: &[Flag] = &[
    Flag::switch("client", "If true, shows client version only (no server required)"),
    Flag::text("output", "", "One of 'yaml' or 'json'").short('o'),
];

async fn run(cx: &Cx) -> Result {
    if !cx.args.is_empty() {
        bail!("extra arguments: [{}]", cx.args.join(" "));
    }
    let output = cx.flags.text("output");
    if !["", "yaml", "json"].contains(&output) {
        bail!("--output must be 'yaml' or 'json'");
    }
    let platform = format!(
        "{}/{}",
        std::env::consts::OS,
        match std::env::consts::ARCH {
            "x86_64" => "amd64",
            "aarch64" => "arm64",
            other => other,
        }
    );
    let client = json!({"major": "1", "minor": "36", "gitVersion": GIT_VERSION, "platform": platform});
    let server = match cx.flags.on("client") {
        true => Ok(Value::Null),
        false => match cx.server().await {
            Ok(server) => server.get("/version").await,
            Err(error) => Err(error),
        },
    };
    let mut all = json!({"clientVersion": client});
    if let Ok(server) = server.as_ref().map(Clone::clone)
        && !server.is_null()
    {
        all["serverVersion"] = server;
    }
    match output {
        "yaml" => cx.io.out(codec::yaml::to_string(&all)),
        "json" => cx.io.out(serde_json::to_string_pretty(&all)? + "\n"),
        _ => {
            out!(cx, "Client Version: {GIT_VERSION}");
            if all.has("serverVersion") {
                out!(cx, "Server Version: {}", all.text("serverVersion.gitVersion"));
            }
        }
    }
    let server = server?;
    let minor: i64 = server.text("minor").trim_end_matches('+').parse().unwrap_or(36);
    if !server.is_null() && (minor - 36).abs() > 1 {
        let major = server.text("major");
        err!(
            cx,
            "WARNING: version difference between client (1.36) and server ({major}.{minor}) exceeds the supported minor version skew of +/-1"
        );
    }
    Ok(())
}
