//! `Ingress`: which services of a namespace are reached from outside, by host and path.

mod rules;

use api::networking::v1::{Ingress, IngressSpec};
use meta::{BadValue, ErrorList, Path, Time, names, validate};
use resource::{Context, Kind, Object, Part, Strategy};
use serde_json::Value;
use std::collections::BTreeSet;

use crate::describe;
use crate::printing::{NONE, age, age_of, name, text};
use crate::rules::object::{keep, typed, typed_update};
use crate::rules::report::{Report, list, text as of};

/// The annotation that named the class before there was a field.
const CLASS: &str = "kubernetes.io/ingress.class";
/// So many hosts are shown.
const HOSTS_SHOWN: usize = 3;

/// The descriptor.
pub fn kind() -> Kind {
    let class = "The name of the IngressClass resource that should be used for additional configuration";
    describe::namespaced("networking.k8s.io", "v1", "Ingress", "ingresses")
        .short(&["ing"])
        .status()
        .generation()
        .columns(vec![
            name(),
            text("Class", class),
            text("Hosts", "Hosts that incoming requests are matched against before the ingress rule"),
            text("Address", "Address is a list containing ingress points for the load-balancer"),
            text("Ports", "Ports of TLS configurations that open"),
            age(),
        ])
        .strategy(Rules)
}

struct Rules;

impl Strategy for Rules {
    fn validate(&self, object: &Object, _cx: &Context<'_>) -> ErrorList {
        typed(object, |new: &Ingress| {
            let spec = new.spec.clone().unwrap_or_default();
            let mut errors = spec_errors(&spec, None);
            if let (Some(class), Some(given)) = (&spec.ingress_class_name, object.annotation(CLASS))
                && class != given
            {
                let at = Path::new("annotations");
                errors.invalid(
                    &at.child(CLASS),
                    given,
                    "must match `ingressClassName` when both are specified",
                );
            }
            errors
        })
    }

    fn prepare_update(&self, part: Part<'_>, new: &mut Object, old: &Object, _cx: &Context<'_>) {
        keep(new, old, if part == Part::Main { &["status"] } else { &["spec"] });
    }

    fn validate_update(&self, part: Part<'_>, new: &Object, old: &Object, _cx: &Context<'_>) -> ErrorList {
        match part {
            Part::Main => typed_update(new, old, |new: &Ingress, old: &Ingress| {
                let (spec, old) =
                    (new.spec.clone().unwrap_or_default(), old.spec.clone().unwrap_or_default());
                spec_errors(&spec, Some(&old))
            }),
            Part::Status | Part::View(_) => status_errors(new, old),
        }
    }

    fn warnings(&self, new: &Object, old: Option<&Object>, _cx: &Context<'_>) -> Vec<String> {
        if old.is_some() || new.annotation(CLASS).is_none() || new.get("spec.ingressClassName").is_some() {
            return Vec::new();
        }
        vec![format!("annotation \"{CLASS}\" is deprecated, please use 'spec.ingressClassName' instead")]
    }

    fn cells(&self, object: &Object, now: Time) -> Vec<Value> {
        let secured = object.get("spec.tls").and_then(Value::as_array).is_some_and(|tls| !tls.is_empty());
        let points: BTreeSet<&str> = points(object)
            .map(|point| point["ip"].as_str().or(point["hostname"].as_str()).unwrap_or_default())
            .filter(|point| !point.is_empty())
            .collect();
        vec![
            object.get("spec.ingressClassName").and_then(Value::as_str).unwrap_or(NONE).into(),
            hosts(object).into(),
            points.into_iter().collect::<Vec<_>>().join(",").into(),
            if secured { "80, 443" } else { "80" }.into(),
            age_of(object, now),
        ]
    }
}

fn points(object: &Object) -> impl Iterator<Item = &Value> {
    object.get("status.loadBalancer.ingress").and_then(Value::as_array).into_iter().flatten()
}

fn hosts(object: &Object) -> String {
    let rules: Vec<&Value> =
        object.get("spec.rules").and_then(Value::as_array).into_iter().flatten().collect();
    let (mut shown, mut more) = (Vec::new(), false);
    for host in rules.iter().map(|rule| rule["host"].as_str().unwrap_or_default()) {
        more |= shown.len() == HOSTS_SHOWN;
        if !more && !host.is_empty() {
            shown.push(host);
        }
    }
    match (shown.is_empty(), more) {
        (true, _) => "*".to_owned(),
        (false, true) => format!("{} + {} more...", shown.join(","), rules.len() - HOSTS_SHOWN),
        (false, false) => shown.join(","),
    }
}

fn spec_errors(spec: &IngressSpec, old: Option<&IngressSpec>) -> ErrorList {
    let path = Path::new("spec");
    let mut errors = ErrorList::new();
    if list(&spec.rules).is_empty() && spec.default_backend.is_none() {
        errors.invalid(&path, BadValue::Null, "either `defaultBackend` or `rules` must be specified");
    }
    if let Some(backend) = &spec.default_backend {
        rules::backend_errors(backend, &path.child("defaultBackend"), &mut errors);
    }
    let lenient = old.is_some_and(rules::has_wrong_wildcard);
    rules::validate(list(&spec.rules), lenient, &path.child("rules"), &mut errors);
    tls_errors(spec, old, &path.child("tls"), &mut errors);
    if let Some(class) = &spec.ingress_class_name {
        errors.problems(&path.child("ingressClassName"), class, names::dns_subdomain(class, false));
    }
    errors
}

fn tls_errors(spec: &IngressSpec, old: Option<&IngressSpec>, path: &Path<'_>, errors: &mut ErrorList) {
    let wrong = |name: &str| if name.is_empty() { Vec::new() } else { names::dns_subdomain(name, false) };
    let any_secret =
        old.is_some_and(|old| list(&old.tls).iter().any(|tls| !wrong(of(&tls.secret_name)).is_empty()));
    for (i, tls) in list(&spec.tls).iter().enumerate() {
        let at = path.index(i);
        let hosts = at.child("hosts");
        for (j, host) in list(&tls.hosts).iter().enumerate() {
            errors.problems(&hosts.index(j), host, rules::host_problems(host));
        }
        if !any_secret {
            let secret = of(&tls.secret_name);
            errors.problems(&at.child("secretName"), secret, wrong(secret));
        }
    }
}

fn status_errors(new: &Object, old: &Object) -> ErrorList {
    let mut errors = ErrorList::new();
    let known: Vec<&str> = points(old).filter_map(|point| point["ip"].as_str()).collect();
    let path = Path::new("status.loadBalancer.ingress");
    for (i, point) in points(new).enumerate() {
        let at = path.index(i);
        if let Some(ip) = point["ip"].as_str().filter(|ip| !ip.is_empty()) {
            errors.append(validate::ip_legacy(&at.child("ip"), ip, true, &known));
        }
        if let Some(host) = point["hostname"].as_str().filter(|host| !host.is_empty()) {
            let at = at.child("hostname");
            errors.problems(&at, host, validate::dns1123_subdomain(host));
            if validate::parse_ip_sloppy(host).is_some() {
                errors.invalid(&at, host, "must be a DNS name, not an IP address");
            }
        }
    }
    errors
}
