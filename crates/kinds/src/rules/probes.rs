//! Probes of containers and their lifecycle hooks: one handler each.

use api::IntOrString;
use api::core::v1::{
    ExecAction, GRPCAction, HTTPGetAction, Lifecycle, LifecycleHandler, Probe, SleepAction, TCPSocketAction,
};
use meta::{BadValue, ErrorList, FieldError, Path, validate};

use super::report::{Report, list, text};

/// What probes and hooks have in common.
#[derive(Default)]
struct Handler<'a> {
    exec: Option<&'a ExecAction>,
    http_get: Option<&'a HTTPGetAction>,
    tcp_socket: Option<&'a TCPSocketAction>,
    grpc: Option<&'a GRPCAction>,
    sleep: Option<&'a SleepAction>,
}

/// A liveness or startup probe.
pub fn liveness(probe: &Probe, path: &Path<'_>, errors: &mut ErrorList) {
    probe_errors(probe, path, errors);
    let threshold = probe.success_threshold.unwrap_or(0);
    if threshold != 1 {
        errors.invalid(&path.child("successThreshold"), threshold, "must be 1");
    }
}

/// A readiness probe.
pub fn readiness(probe: &Probe, path: &Path<'_>, errors: &mut ErrorList) {
    probe_errors(probe, path, errors);
    if let Some(seconds) = probe.termination_grace_period_seconds {
        let at = path.child("terminationGracePeriodSeconds");
        errors.invalid(&at, seconds, "must not be set for readinessProbes");
    }
}

fn probe_errors(probe: &Probe, path: &Path<'_>, errors: &mut ErrorList) {
    let parts = Handler {
        exec: probe.exec.as_ref(),
        http_get: probe.http_get.as_ref(),
        tcp_socket: probe.tcp_socket.as_ref(),
        grpc: probe.grpc.as_ref(),
        sleep: None,
    };
    handler(&parts, None, path, errors);
    let numbers = [
        ("initialDelaySeconds", probe.initial_delay_seconds),
        ("timeoutSeconds", probe.timeout_seconds),
        ("periodSeconds", probe.period_seconds),
        ("successThreshold", probe.success_threshold),
        ("failureThreshold", probe.failure_threshold),
    ];
    for (name, number) in numbers {
        errors.not_negative(&path.child(name), number.unwrap_or(0).into());
    }
    if let Some(seconds) = probe.termination_grace_period_seconds.filter(|seconds| *seconds <= 0) {
        errors.invalid(&path.child("terminationGracePeriodSeconds"), seconds, "must be greater than 0");
    }
}

/// `lifecycle`; `os` is the pod's.
pub fn lifecycle(
    lifecycle: &Lifecycle,
    grace: Option<i64>,
    os: Option<&str>,
    path: &Path<'_>,
    errors: &mut ErrorList,
) {
    if let Some(hook) = &lifecycle.post_start {
        handler(&of_hook(hook), grace, &path.child("postStart"), errors);
    }
    if let Some(hook) = &lifecycle.pre_stop {
        handler(&of_hook(hook), grace, &path.child("preStop"), errors);
    }
    if let Some(signal) = &lifecycle.stop_signal {
        stop_signal(signal, os, &path.child("stopSignal"), errors);
    }
}

fn of_hook(hook: &LifecycleHandler) -> Handler<'_> {
    Handler {
        exec: hook.exec.as_ref(),
        http_get: hook.http_get.as_ref(),
        tcp_socket: hook.tcp_socket.as_ref(),
        grpc: None,
        sleep: hook.sleep.as_ref(),
    }
}

fn handler(handler: &Handler<'_>, grace: Option<i64>, path: &Path<'_>, errors: &mut ErrorList) {
    let given = [
        ("exec", handler.exec.is_some()),
        ("httpGet", handler.http_get.is_some()),
        ("tcpSocket", handler.tcp_socket.is_some()),
        ("grpc", handler.grpc.is_some()),
        ("sleep", handler.sleep.is_some()),
    ];
    let mut given = given.iter().filter(|(_, given)| *given).map(|(name, _)| *name);
    let Some(first) = given.next() else { return errors.required(path, "must specify a handler type") };
    let at = path.child(first);
    if let ("exec", Some(exec)) = (first, handler.exec)
        && list(&exec.command).is_empty()
    {
        errors.required(&at.child("command"), "");
    }
    match (first, handler.http_get, handler.tcp_socket, handler.grpc, handler.sleep) {
        ("httpGet", Some(http), ..) => http_get(http, &at, errors),
        ("tcpSocket", _, Some(tcp), ..) => port(&tcp.port, &at.child("port"), errors),
        ("grpc", _, _, Some(grpc), _) => port(&IntOrString::Int(grpc.port), &at.child("port"), errors),
        ("sleep", _, _, _, Some(sleep)) => sleep_errors(sleep, grace, &at, errors),
        _ => {}
    }
    for name in given {
        errors.forbidden(&path.child(name), "may not specify more than 1 handler type");
    }
}

fn sleep_errors(sleep: &SleepAction, grace: Option<i64>, path: &Path<'_>, errors: &mut ErrorList) {
    if let Some(grace) = grace.filter(|grace| sleep.seconds < 0 || sleep.seconds > *grace) {
        let detail = format!("must be non-negative and less than terminationGracePeriodSeconds ({grace})");
        errors.invalid(path, sleep.seconds, detail);
    }
}

fn http_get(http: &HTTPGetAction, path: &Path<'_>, errors: &mut ErrorList) {
    errors.need(&path.child("path"), text(&http.path));
    port(&http.port, &path.child("port"), errors);
    errors.one_of(&path.child("scheme"), text(&http.scheme), &["HTTP", "HTTPS"]);
    for header in list(&http.http_headers) {
        errors.problems(&path.child("httpHeaders"), &header.name, validate::http_header_name(&header.name));
    }
}

/// A port by number or by name.
pub fn port(port: &IntOrString, path: &Path<'_>, errors: &mut ErrorList) {
    match port {
        IntOrString::Int(number) => {
            for problem in validate::port_number((*number).into()) {
                errors.invalid(path, *number, problem);
            }
        }
        IntOrString::String(name) => errors.problems(path, name, validate::port_name(name)),
    }
}

fn stop_signal(signal: &str, os: Option<&str>, path: &Path<'_>, errors: &mut ErrorList) {
    match os {
        None => errors.forbidden(path, "may not be set for containers with empty `spec.os.name`"),
        Some("windows") => errors.one_of(path, signal, &["SIGKILL", "SIGTERM"]),
        Some("linux") => {
            let signals = linux_signals();
            if !signals.iter().any(|known| known == signal) {
                errors.push(FieldError::not_in_set(path, BadValue::json(signal), &signals));
            }
        }
        Some(_) => {}
    }
}

fn linux_signals() -> Vec<String> {
    let names = "ABRT ALRM BUS CHLD CLD CONT FPE HUP ILL INT IO IOT KILL PIPE POLL PROF PWR QUIT SEGV STKFLT STOP SYS \
                 TERM TRAP TSTP TTIN TTOU URG USR1 USR2 VTALRM WINCH XCPU XFSZ RTMIN RTMAX";
    let plain = names.split_whitespace().map(|name| format!("SIG{name}"));
    let up = (1..=15).map(|n| format!("SIGRTMIN+{n}"));
    let down = (1..=14).map(|n| format!("SIGRTMAX-{n}"));
    plain.chain(up).chain(down).collect()
}
