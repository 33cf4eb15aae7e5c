//! The plugin program: what the runtime gives by environment and input goes to the agent, its answer to output and exit code.
//!
//! Synchronous and small: it runs once per pod and has nothing to wait for but the agent.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::process::ExitCode;

use serde_json::{Value, json};

use crate::cni::message::{Answer, CniError, Request, VERSIONS};

/// Runs the plugin with the process's environment, input and output. Called by the binary when it is invoked as [`super::PROGRAM`].
pub fn main() -> ExitCode {
    let mut input = String::new();
    let environment: BTreeMap<String, String> = std::env::vars().collect();
    let read = std::io::stdin().read_to_string(&mut input);
    let outcome = read
        .map_err(|error| CniError::new(5, "can't read the configuration", error))
        .and_then(|_| answer(&environment, &input));
    let (output, code) = match outcome {
        Ok(Value::Null) => return ExitCode::SUCCESS,
        Ok(value) => (value, ExitCode::SUCCESS),
        Err(error) => (json!(error), ExitCode::FAILURE),
    };
    match writeln!(std::io::stdout(), "{output}") {
        Ok(()) => code,
        Err(_) => ExitCode::FAILURE,
    }
}

/// What is to be printed.
fn answer(environment: &BTreeMap<String, String>, input: &str) -> Result<Value, CniError> {
    let request = request(environment, input)?;
    let version = request.version().to_owned();
    let stamp = |error: CniError| CniError { version: version.clone(), ..error };
    if request.command == "VERSION" {
        return Ok(json!({"cniVersion": version, "supportedVersions": VERSIONS}));
    }
    if !VERSIONS.contains(&version.as_str()) {
        return Err(stamp(CniError::new(1, "incompatible CNI version", format!("{version} is not spoken"))));
    }
    match ask(&request).map_err(stamp)? {
        Answer::Result(value) => Ok(value),
        Answer::Error(error) => Err(stamp(error)),
    }
}

fn request(environment: &BTreeMap<String, String>, input: &str) -> Result<Request, CniError> {
    let config: Value = serde_json::from_str(input)
        .map_err(|error| CniError::new(6, "the configuration is not JSON", error))?;
    let get = |name: &str| environment.get(name).cloned().unwrap_or_default();
    let request = Request {
        command: get("CNI_COMMAND"),
        container_id: get("CNI_CONTAINERID"),
        netns: get("CNI_NETNS"),
        interface: get("CNI_IFNAME"),
        args: get("CNI_ARGS")
            .split(';')
            .filter_map(|pair| pair.split_once('='))
            .map(|(k, v)| (k.to_owned(), v.to_owned()))
            .collect(),
        config,
    };
    let needed: &[(&str, &str)] = match request.command.as_str() {
        "ADD" | "CHECK" => &[
            ("CNI_CONTAINERID", &request.container_id),
            ("CNI_NETNS", &request.netns),
            ("CNI_IFNAME", &request.interface),
        ],
        "DEL" => &[("CNI_CONTAINERID", &request.container_id)],
        "VERSION" | "STATUS" | "GC" => &[],
        other => return Err(CniError::new(4, "invalid environment", format!("CNI_COMMAND is {other:?}"))),
    };
    match needed.iter().find(|(_, value)| value.is_empty()) {
        Some((name, _)) => Err(CniError::new(4, "invalid environment", format!("{name} is missing"))),
        None => Ok(request),
    }
}

fn ask(request: &Request) -> Result<Answer, CniError> {
    let path = request.config["socket"].as_str().unwrap_or_default();
    let failed =
        |error: std::io::Error| CniError::new(11, "the agent can't be reached", format!("{path}: {error}"));
    let mut stream = UnixStream::connect(path).map_err(failed)?;
    stream.write_all(&serde_json::to_vec(request).map_err(|error| failed(error.into()))?).map_err(failed)?;
    stream.shutdown(Shutdown::Write).map_err(failed)?;
    let mut text = Vec::new();
    stream.read_to_end(&mut text).map_err(failed)?;
    serde_json::from_slice(&text)
        .map_err(|error| CniError::new(6, "the agent's answer makes no sense", error))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(pairs: &[(&str, &str)], input: &str) -> Result<Value, CniError> {
        answer(&pairs.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect(), input)
    }

    #[test]
    fn what_needs_no_agent_is_answered_at_once() {
        let version = given(&[("CNI_COMMAND", "VERSION")], r#"{"cniVersion":"1.0.0"}"#).unwrap();
        assert_eq!(version, json!({"cniVersion": "1.0.0", "supportedVersions": VERSIONS}));
        let all =
            [("CNI_COMMAND", "ADD"), ("CNI_CONTAINERID", "x"), ("CNI_NETNS", "/n"), ("CNI_IFNAME", "eth0")];
        for (environment, input, code) in [
            (&all[..], "{", 6),
            (&all[..3], r#"{"cniVersion":"1.0.0"}"#, 4),
            (&[("CNI_COMMAND", "MAKE")], r#"{"cniVersion":"1.0.0"}"#, 4),
            (&all[..], r#"{"cniVersion":"0.2.0"}"#, 1),
            (&all[..], r#"{"cniVersion":"1.0.0","socket":"/nowhere"}"#, 11),
        ] {
            assert_eq!(given(environment, input).unwrap_err().code, code, "{environment:?} {input}");
        }
    }
}
