//! The pure parts by tables: where webhooks are, what rules are about, what answers mean.

use std::sync::Arc;
use std::time::Duration;

use resource::{Object, User};
use serde_json::{Value, json};

use super::caller::Reply;
use super::conditions::{Asker, Condition, Facts, hold};
use super::endpoint::{Endpoint, Location};
use super::hook::Hook;
use super::review::{self, Objects, Version};
use super::rules::{Asked, Rule};
use super::verdict;
use crate::Masters;

#[test]
fn endpoints_have_an_address_and_a_name() {
    let at = |config: Value| {
        let endpoint = Endpoint::read(&config).unwrap();
        (endpoint.url(Duration::from_secs(10)), endpoint.server_name(), endpoint.port)
    };
    let expect = |url: &str, name: &str, port: u16| (url.to_owned(), name.to_owned(), port);
    for (config, expected) in [
        (
            json!({"service": {"name": "s", "namespace": "n", "port": 8443, "path": "/p/q"}}),
            expect("https://s.n.svc:8443/p/q?timeout=10s", "s.n.svc", 8443),
        ),
        (
            json!({"service": {"name": "s", "namespace": "n"}}),
            expect("https://s.n.svc:443/?timeout=10s", "s.n.svc", 443),
        ),
        (
            json!({"url": "https://127.0.0.1:9443/x"}),
            expect("https://127.0.0.1:9443/x?timeout=10s", "127.0.0.1", 9443),
        ),
        (json!({"url": "https://h.example"}), expect("https://h.example/?timeout=10s", "h.example", 443)),
        (json!({"url": "https://[::1]:1/"}), expect("https://[::1]:1/?timeout=10s", "::1", 1)),
    ] {
        assert_eq!(at(config.clone()), expected, "{config}");
    }
    assert!(Endpoint::read(&json!({})).is_err());
    assert!(Endpoint::read(&json!({"url": "https://:x/"})).is_err());
    let endpoint = Endpoint::read(&json!({"url": "https://h", "caBundle": "UEVN"})).unwrap();
    assert_eq!((endpoint.location, endpoint.authorities.as_str()), (Location::Host("h".into()), "PEM"));
}

#[test]
fn rules_name_operations_resources_and_scopes() {
    let asked = |operation, (group, version, resource), subresource, namespace| Asked {
        operation,
        group,
        version,
        resource,
        subresource,
        namespace,
    };
    let pods = ("", "v1", "pods");
    let rule = |resources: &[&str], scope: &str| {
        Rule::read(&json!({
            "operations": ["CREATE", "CONNECT"], "apiGroups": [""], "apiVersions": ["v1"], "resources": resources,
            "scope": scope,
        }))
    };
    for (resources, scope, asked, expected) in [
        (&["pods"][..], "*", asked("CREATE", pods, "", "ns"), true),
        (&["pods"], "*", asked("UPDATE", pods, "", "ns"), false),
        (&["pods"], "*", asked("CREATE", pods, "status", "ns"), false),
        (&["pods/*"], "*", asked("CREATE", pods, "status", "ns"), true),
        (&["pods/*"], "*", asked("CREATE", pods, "", "ns"), true),
        (&["*"], "*", asked("CREATE", pods, "status", "ns"), false),
        (&["*/*"], "*", asked("CREATE", pods, "status", "ns"), true),
        (&["*/attach"], "*", asked("CONNECT", pods, "attach", "ns"), true),
        (&["*"], "*", asked("CREATE", ("apps", "v1", "deployments"), "", "ns"), false),
        (&["*"], "*", asked("CREATE", ("", "v2", "pods"), "", "ns"), false),
        (&["*"], "Namespaced", asked("CREATE", pods, "", "ns"), true),
        (&["*"], "Cluster", asked("CREATE", pods, "", "ns"), false),
        (&["*"], "Namespaced", asked("CREATE", ("", "v1", "namespaces"), "", "ns"), false),
        (&["*"], "Cluster", asked("CREATE", ("", "v1", "namespaces"), "", "ns"), true),
        (&["*"], "Cluster", asked("CREATE", ("", "v1", "nodes"), "", ""), true),
        (&["*"], "Namespaced", asked("CREATE", ("", "v1", "nodes"), "", ""), false),
    ] {
        assert_eq!(rule(resources, scope).matches(&asked), expected, "{resources:?} {scope} {asked:?}");
    }
    let all = Rule::read(
        &json!({"operations": ["*"], "apiGroups": ["*"], "apiVersions": ["*"], "resources": ["*"]}),
    );
    assert!(all.matches(&asked("DELETE", ("apps", "v1", "deployments"), "", "ns")));
}

#[test]
fn hooks_are_told_apart_and_say_how_they_fail() {
    let configuration = json!({
        "metadata": {"name": "c"},
        "webhooks": [
            {"name": "a.b.c", "failurePolicy": "Ignore", "matchPolicy": "Exact", "sideEffects": "Some", "timeoutSeconds": 3,
             "admissionReviewVersions": ["v9", "v1beta1", "v1"], "namespaceSelector": {}, "reinvocationPolicy": "IfNeeded"},
            {"name": "a.b.c", "failurePolicy": "Fail", "matchPolicy": "Equivalent", "sideEffects": "NoneOnDryRun",
             "admissionReviewVersions": ["v9"], "objectSelector": {"matchLabels": {"x": "y"}}},
        ],
    });
    let hooks = Hook::read_all(&Object::new(configuration).unwrap());
    let [a, b] = hooks.as_slice() else { panic!("two") };
    assert_eq!((a.uid.as_str(), b.uid.as_str()), ("c/a.b.c/0", "c/a.b.c/1"));
    assert_eq!((a.fails_open, a.equivalent, a.dry_run, a.again), (true, false, Some(false), true));
    assert_eq!((b.fails_open, b.equivalent, b.dry_run, b.again), (false, true, Some(true), false));
    assert_eq!((a.version, b.version), (Some(Version::V1Beta1), None));
    assert_eq!((a.timeout.as_secs(), b.timeout.as_secs()), (3, 10));
    assert!(a.namespaces.as_ref().unwrap().is_everything() && !b.objects.as_ref().unwrap().is_everything());
}

#[test]
fn conditions_hold_fail_or_break() {
    let judge = |expressions: &[&str]| {
        let conditions: Vec<Condition> = expressions
            .iter()
            .map(|text| Condition::read(&json!({"name": "n", "expression": text})))
            .collect();
        let request = json!({
            "name": "x", "userInfo": {"username": "u"}, "requestResource": {"group": "", "version": "v1", "resource": "pods"},
        });
        let object = json!({"metadata": {"name": "x"}});
        let user = User { groups: vec!["system:masters".into()], ..User::default() };
        let asker = Arc::new(Asker { user, permits: Arc::new(Masters) });
        hold(&conditions, &Facts { request: &request, object: &object, old: &Value::Null, asker })
    };
    let held = |value| Ok::<bool, String>(value);
    for (expressions, expected) in [
        (&["object.metadata.name != 'skip-me'"][..], held(true)),
        (&["object.metadata.name == 'skip-me'"], held(false)),
        (&["request.userInfo.username == 'u'", "oldObject == null"], held(true)),
        (&["authorizer.group('').resource('pods').check('get').allowed()"], held(true)),
        (
            &["!authorizer.serviceAccount('a', 'b').group('').resource('pods').check('get').allowed()"],
            held(true),
        ),
        (&["authorizer.requestResource.check('get').allowed()"], held(true)),
        (&["object.spec.missing == 1", "false"], held(false)),
        (
            &["object.missing == 1"],
            Err("expression 'object.missing == 1' resulted in error: no such key: missing".to_owned()),
        ),
        (&["1"], Err("compilation error: must evaluate to bool but got int".to_owned())),
    ] {
        assert_eq!(judge(expressions), expected, "{expressions:?}");
    }
    assert!(
        judge(&["... [] bad"])
            .unwrap_err()
            .starts_with("compilation error: compilation failed: ERROR: <input>:1:")
    );
}

#[test]
fn reviews_carry_the_request_and_its_objects() {
    let request = json!({"operation": "CREATE"});
    let objects = Objects { object: json!({"a": 1}), old: Value::Null };
    let made = review::review(Version::V1, "u", request, objects);
    let expected = json!({
        "kind": "AdmissionReview", "apiVersion": "admission.k8s.io/v1",
        "request": {"operation": "CREATE", "uid": "u", "object": {"a": 1}, "oldObject": null},
    });
    assert_eq!(made, expected);
    let uid = review::uid();
    assert_eq!((uid.len(), uid.as_bytes()[14], uid != review::uid()), (36, b'4', true));
    assert!(b"89ab".contains(&uid.as_bytes()[19]), "{uid}");
}

fn reply(code: u16, body: impl ToString) -> Reply {
    Reply { code, content_type: "application/json".into(), body: body.to_string().into_bytes() }
}

fn answer(response: Value) -> Reply {
    reply(200, json!({"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "response": response}))
}

#[test]
fn answers_that_make_no_sense_count_as_none() {
    let invalid = "received invalid webhook response: ";
    for (mutating, reply, expected) in [
        (true, answer(json!(null)), format!("{invalid}webhook response was absent")),
        (true, answer(json!({"uid": "x", "allowed": true})), format!("{invalid}expected response.uid=\"u\", got \"x\"")),
        (
            true,
            reply(200, json!({"response": {"uid": "u", "allowed": true}})),
            format!("{invalid}expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got /, Kind="),
        ),
        (
            true,
            answer(json!({"uid": "u", "patch": "W10="})),
            format!("{invalid}webhook returned response.patch but not response.patchType"),
        ),
        (
            true,
            answer(json!({"uid": "u", "patchType": "JSONPatch"})),
            format!("{invalid}webhook returned response.patchType but not response.patch"),
        ),
        (
            false,
            answer(json!({"uid": "u", "patch": "W10="})),
            format!("{invalid}validating webhook may not return response.patch"),
        ),
        (
            false,
            answer(json!({"uid": "u", "patchType": "JSONPatch"})),
            format!("{invalid}validating webhook may not return response.patchType"),
        ),
        (
            true,
            reply(404, "nothing here"),
            "failed to call webhook: the server could not find the requested resource".to_owned(),
        ),
        (
            true,
            reply(500, "oh no"),
            "failed to call webhook: an error on the server (\"oh no\") has prevented the request from succeeding".to_owned(),
        ),
        (
            true,
            reply(200, ""),
            "failed to call webhook: 0-length response with status code: 200 and content type: application/json".to_owned(),
        ),
    ] {
        assert_eq!(verdict::read(&reply, Version::V1, "u", mutating).unwrap_err(), expected);
    }
    let garbage = verdict::read(&reply(200, "<html>"), Version::V1, "u", true).unwrap_err();
    assert!(
        garbage.starts_with("failed to call webhook: couldn't get version/kind; json parse error: "),
        "{garbage}"
    );
}

#[test]
fn the_old_version_is_believed_without_proof() {
    let body = json!({"response": {"allowed": true, "patch": "W10="}});
    let verdict = verdict::read(&reply(200, body), Version::V1Beta1, "u", true).unwrap();
    assert_eq!(
        (verdict.allowed, verdict.patch.as_slice(), verdict.patch_type.as_str()),
        (true, &b"[]"[..], "JSONPatch")
    );
}

#[test]
fn refusals_have_upstreams_words() {
    let told = |status: Value| {
        let response = answer(json!({"uid": "u", "status": status, "warnings": ["w"]}));
        let verdict = verdict::read(&response, Version::V1, "u", false).unwrap();
        assert!(!verdict.allowed && verdict.warnings == ["w"]);
        let error = verdict::denied("x", verdict.status);
        assert_eq!(error.status().status, "Failure");
        (error.code(), error.reason().as_str().to_owned(), error.status().message.clone())
    };
    let denied = "admission webhook \"x\" denied the request";
    for (status, code, reason, message) in [
        (json!(null), 400, "", format!("{denied} without explanation")),
        (json!({}), 400, "", format!("{denied} without explanation")),
        (json!({"message": "no"}), 400, "", format!("{denied}: no")),
        (json!({"reason": "Because"}), 400, "Because", format!("{denied}: Because")),
        (
            json!({"message": "no", "reason": "Forbidden", "code": 403, "status": "Success"}),
            403,
            "Forbidden",
            format!("{denied}: no"),
        ),
        (json!({"message": "no", "code": 200}), 400, "", format!("{denied}: no")),
    ] {
        assert_eq!(told(status), (code, reason.to_owned(), message));
    }
    assert_eq!(
        verdict::failed("x", "why").status().message,
        "Internal error occurred: failed calling webhook \"x\": why"
    );
    let dry = verdict::no_dry_run("x");
    assert_eq!(
        (dry.code(), dry.status().message.as_str()),
        (400, "admission webhook \"x\" does not support dry run")
    );
}
