//! Admission webhooks against a real HTTPS server: those that behave, and those that do not.

use meta::GroupResource;
use registry::Target;
use serde_json::{Value, json};

use crate::harness::{Client, MAPS, Server, config_map};
use crate::hook_server::{HookServer, Said, patch};

const GROUP: &str = "/apis/admissionregistration.k8s.io/v1";

async fn must(reply: impl Future<Output = crate::harness::Reply>) -> Value {
    let reply = reply.await;
    assert!(reply.code < 300, "{}", reply.text());
    reply.json()
}

/// Makes a configuration; it counts from then on.
async fn configure(admin: &Client, kind: &str, name: &str, hooks: &[Value]) {
    let tree = json!({
        "apiVersion": "admissionregistration.k8s.io/v1", "kind": format!("{kind}WebhookConfiguration"),
        "metadata": {"name": name}, "webhooks": hooks,
    });
    must(admin.post(&path(kind), &tree)).await;
    // A consistent read waits until the cache, which admission reads from, shows what was written.
    must(admin.get(&path(kind))).await;
}

async fn forget(admin: &Client, kind: &str, name: &str) {
    must(admin.delete(&format!("{}/{name}", path(kind)))).await;
    must(admin.get(&path(kind))).await;
}

fn path(kind: &str) -> String {
    format!("{GROUP}/{}webhookconfigurations", kind.to_lowercase())
}

fn judge(path: &str, request: &Value) -> Said {
    match path {
        "/deny" => Said::Response(json!({"allowed": false, "status": {"message": "no"}})),
        "/forbid" => Said::Response(
            json!({"allowed": false, "status": {"message": "no", "reason": "Forbidden", "code": 403}}),
        ),
        "/silent" => Said::Response(json!({"allowed": false})),
        "/hang" => Said::Nothing,
        "/liar" => Said::Response(json!({"allowed": true, "uid": "somebody-else"})),
        "/garbage" => Said::Body(200, "<html>hello</html>".to_owned()),
        "/broken" => Said::Body(500, "oh no".to_owned()),
        "/patch-of-nothing" => patch(&json!([{"op": "remove", "path": "/data/nothing"}])),
        "/bad-type" => patch(&json!([{"op": "add", "path": "/data", "value": 5}])),
        "/warn" => Said::Response(json!({"allowed": true, "warnings": ["mind the gap"]})),
        "/a" => {
            let after = if request["object"]["data"]["b"].is_null() { "before b" } else { "after b" };
            patch(&json!([{"op": "add", "path": "/data/a", "value": after}]))
        }
        "/b" => patch(&json!([{"op": "add", "path": "/data/b", "value": "1"}])),
        "/container" => {
            let container = json!([{"name": "added", "image": "i"}]);
            patch(&json!([{"op": "add", "path": "/spec/initContainers", "value": container}]))
        }
        _ => Said::Response(json!({"allowed": true})),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_can_not_be_asked_fails_as_its_policy_says() {
    let (server, hooks, other) =
        (Server::start().await, HookServer::start(judge).await, HookServer::start(judge).await);
    let admin = server.admin();
    let free = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
    let url = |port: u16, path: &str| format!("https://127.0.0.1:{port}{path}");
    let at = |port: u16, path: &str, bundle: &str| json!({"url": url(port, path), "caBundle": bundle});
    let mine = |path: &str| at(hooks.port, path, &hooks.bundle);
    let post =
        |path: &str| format!("failed to call webhook: Post \"{}?timeout=1s\": ", url(hooks.port, path));
    let cases = [
        (mine("/liar"), "received invalid webhook response: expected response.uid=".to_owned()),
        (mine("/garbage"), "failed to call webhook: couldn't get version/kind; json parse error: ".to_owned()),
        (
            mine("/broken"),
            "failed to call webhook: an error on the server (\"oh no\") has prevented the request from succeeding".to_owned(),
        ),
        (mine("/hang"), format!("{}context deadline exceeded", post("/hang"))),
        (
            at(hooks.port, "/allow", &other.bundle),
            format!(
                "{}tls: failed to verify certificate: x509: certificate signed by unknown authority",
                post("/allow")
            ),
        ),
        (
            at(free, "/allow", &hooks.bundle),
            format!(
                "failed to call webhook: Post \"{}?timeout=1s\": dial tcp 127.0.0.1:{free}: connect: connection refused",
                url(free, "/allow")
            ),
        ),
        (
            json!({"service": {"name": "none", "namespace": "default", "path": "/x"}, "caBundle": hooks.bundle}),
            "failed to call webhook: Post \"https://none.default.svc:443/x?timeout=1s\": service \"none\" not found".to_owned(),
        ),
    ];
    for kind in ["Mutating", "Validating"] {
        for (n, (client, expected)) in cases.iter().enumerate() {
            for policy in ["Fail", "Ignore"] {
                let more = json!({"clientConfig": client, "failurePolicy": policy, "timeoutSeconds": 1});
                configure(&admin, kind, "c", &[hooks.hook("h.example.com", "/", more)]).await;
                let name = format!("{}-{n}", kind.to_lowercase());
                let reply = admin.post(MAPS, &config_map(&name, &[])).await;
                if policy == "Fail" {
                    let status = reply.status();
                    let begin = "500 InternalError: Internal error occurred: failed calling webhook \"h.example.com\": ";
                    assert!(status.starts_with(&format!("{begin}{expected}")), "{status}\n{expected}");
                } else {
                    assert_eq!(reply.code, 201, "{}", reply.text());
                }
                forget(&admin, kind, "c").await;
            }
        }
    }
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn refusals_and_patches_that_do_not_fit_are_final_whatever_the_policy() {
    let (server, hooks) = (Server::start().await, HookServer::start(judge).await);
    let admin = server.admin();
    let denied = "admission webhook \"h.example.com\" denied the request";
    for (kind, path, expected) in [
        ("Validating", "/deny", format!("400 : {denied}: no")),
        ("Mutating", "/forbid", format!("403 Forbidden: {denied}: no")),
        ("Validating", "/silent", format!("400 : {denied} without explanation")),
        ("Mutating", "/patch-of-nothing", "500 InternalError: Internal error occurred: ".to_owned()),
        ("Mutating", "/bad-type", "500 InternalError: Internal error occurred: ".to_owned()),
    ] {
        let more = json!({"failurePolicy": "Ignore"});
        configure(&admin, kind, "c", &[hooks.hook("h.example.com", path, more)]).await;
        let status = admin.post(MAPS, &config_map("m", &[("k", "v")])).await.status();
        assert!(status.starts_with(&expected), "{status}\n{expected}");
        forget(&admin, kind, "c").await;
    }
    assert_eq!(admin.get(&format!("{MAPS}/m")).await.code, 404);
    configure(&admin, "Validating", "c", &[hooks.hook("h.example.com", "/warn", json!({}))]).await;
    let warned = admin.post(MAPS, &config_map("m", &[])).await;
    assert_eq!((warned.code, warned.header("warning")), (201, "299 - \"mind the gap\""));
    // Connections are kept: both kinds of configurations asked through the same few.
    assert_eq!(*hooks.connections.lock(), 1);
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn webhooks_change_objects_in_turn_and_are_asked_again_where_they_want_it() {
    let (server, hooks) = (Server::start().await, HookServer::start(judge).await);
    let admin = server.admin();
    let again = json!({"reinvocationPolicy": "IfNeeded"});
    configure(&admin, "Mutating", "2", &[hooks.hook("b.example.com", "/b", again.clone())]).await;
    configure(&admin, "Mutating", "1", &[hooks.hook("a.example.com", "/a", again)]).await;
    let made = must(admin.post(MAPS, &config_map("m", &[("k", "v")]))).await;
    assert_eq!(made["data"], json!({"k": "v", "a": "after b", "b": "1"}));
    // The second time, the first webhook changes the object once more, so that the second one wants to see it again, too.
    assert_eq!((hooks.take("/a").len(), hooks.take("/b").len()), (2, 2));
    forget(&admin, "Mutating", "1").await;
    configure(&admin, "Mutating", "1", &[hooks.hook("a.example.com", "/a", json!({}))]).await;
    let made = must(admin.post(MAPS, &config_map("n", &[("k", "v")]))).await;
    assert_eq!(made["data"], json!({"k": "v", "a": "before b", "b": "1"}));
    assert_eq!((hooks.take("/a").len(), hooks.take("/b").len()), (1, 1));
    // What a webhook adds gets its defaults.
    let pods =
        json!([{"operations": ["CREATE"], "apiGroups": [""], "apiVersions": ["v1"], "resources": ["pods"]}]);
    configure(&admin, "Mutating", "p", &[hooks.hook("p.example.com", "/container", json!({"rules": pods}))])
        .await;
    let pod = json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}, "spec": {"containers": [{"name": "c", "image": "i"}]}});
    let made = must(admin.post("/api/v1/namespaces/default/pods", &pod)).await;
    assert_eq!(made["spec"]["initContainers"][0]["terminationMessagePolicy"], "File");
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn webhooks_are_asked_about_what_they_select() {
    let (server, hooks) = (Server::start().await, HookServer::start(judge).await);
    let admin = server.admin();
    let label =
        json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "other", "labels": {"x": "y"}}});
    must(admin.post("/api/v1/namespaces", &label)).await;
    let selecting = [
        hooks.hook("a.example.com", "/namespace", json!({"namespaceSelector": {"matchLabels": {"x": "y"}}})),
        hooks.hook("b.example.com", "/object", json!({"objectSelector": {"matchLabels": {"x": "y"}}})),
        hooks.hook(
            "c.example.com",
            "/condition",
            json!({"matchConditions": [{"name": "n", "expression": "object.metadata.name != 'skip-me' && authorizer.requestResource.check('create').allowed()"}]}),
        ),
    ];
    configure(&admin, "Validating", "c", &selecting).await;
    let mut labelled = config_map("labelled", &[]);
    labelled["metadata"]["labels"] = json!({"x": "y"});
    for (namespace, map, expected) in [
        ("default", config_map("plain", &[]), [0, 0, 1]),
        ("default", labelled, [0, 1, 1]),
        ("default", config_map("skip-me", &[]), [0, 0, 0]),
        ("other", config_map("plain", &[]), [1, 0, 1]),
    ] {
        must(admin.post(&format!("/api/v1/namespaces/{namespace}/configmaps"), &map)).await;
        assert_eq!(
            ["/namespace", "/object", "/condition"].map(|path| hooks.take(path).len()),
            expected,
            "{map}"
        );
    }
    forget(&admin, "Validating", "c").await;
    // Errors of conditions follow the policy.
    let wrong = json!([{"name": "n", "expression": "object.data.missing == 'x'"}]);
    for (policy, code) in [("Fail", 403), ("Ignore", 201)] {
        let more = json!({"matchConditions": wrong, "failurePolicy": policy});
        configure(&admin, "Validating", "c", &[hooks.hook("h.example.com", "/deny", more)]).await;
        assert_eq!(admin.post(MAPS, &config_map("unclear", &[("k", "v")])).await.code, code);
        forget(&admin, "Validating", "c").await;
    }
    let bad = hooks.hook(
        "h.example.com",
        "/",
        json!({"matchConditions": [{"name": "n", "expression": "... bad"}]}),
    );
    let tree = json!({"apiVersion": "admissionregistration.k8s.io/v1", "kind": "ValidatingWebhookConfiguration", "metadata": {"name": "c"}, "webhooks": [bad]});
    let refused = admin.post(&path("Validating"), &tree).await.status();
    assert!(refused.starts_with("422 Invalid: ") && refused.contains("compilation failed: "), "{refused}");
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reviews_show_the_version_that_a_rule_names() {
    let (server, hooks) = (Server::start().await, HookServer::start(judge).await);
    let admin = server.admin();
    let old = json!([{"operations": ["*"], "apiGroups": ["autoscaling"], "apiVersions": ["v1"], "resources": ["horizontalpodautoscalers"]}]);
    let scales = json!([{"operations": ["*"], "apiGroups": ["apps"], "apiVersions": ["v1"], "resources": ["deployments/scale"]}]);
    let both = [
        hooks.hook("a.example.com", "/equivalent", json!({"rules": old, "matchPolicy": "Equivalent"})),
        hooks.hook("b.example.com", "/exact", json!({"rules": old, "matchPolicy": "Exact"})),
        hooks.hook("c.example.com", "/scale", json!({"rules": scales})),
    ];
    configure(&admin, "Validating", "c", &both).await;
    let scaler = json!({
        "apiVersion": "autoscaling/v2", "kind": "HorizontalPodAutoscaler", "metadata": {"name": "h"},
        "spec": {"scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "d"}, "maxReplicas": 3,
                 "metrics": [{"type": "Resource", "resource": {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 70}}}]},
    });
    let path = "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers?fieldManager=me";
    must(admin.post(path, &scaler)).await;
    assert!(hooks.take("/exact").is_empty());
    let [asked]: [Value; 1] = hooks.take("/equivalent").try_into().unwrap();
    assert_eq!((&asked["kind"]["version"], &asked["requestKind"]["version"]), (&json!("v1"), &json!("v2")));
    assert_eq!(asked["object"]["apiVersion"], "autoscaling/v1");
    assert_eq!(asked["object"]["spec"]["targetCPUUtilizationPercentage"], 70);
    assert_eq!(
        (&asked["name"], &asked["namespace"], &asked["operation"]),
        (&json!("h"), &json!("default"), &json!("CREATE"))
    );
    assert_eq!((&asked["oldObject"], &asked["dryRun"]), (&Value::Null, &json!(false)));
    assert_eq!(
        asked["options"],
        json!({"kind": "CreateOptions", "apiVersion": "meta.k8s.io/v1", "fieldManager": "me"})
    );
    assert_eq!(asked["userInfo"]["username"], "kubernetes-admin");
    let labels = json!({"app": "d"});
    let deployment = json!({
        "apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "d"},
        "spec": {"selector": {"matchLabels": labels}, "template": {"metadata": {"labels": labels}, "spec": {"containers": [{"name": "c", "image": "i"}]}}},
    });
    must(admin.post("/apis/apps/v1/namespaces/default/deployments", &deployment)).await;
    let scale = "/apis/apps/v1/namespaces/default/deployments/d/scale";
    must(admin.patch(scale, "application/merge-patch+json", r#"{"spec":{"replicas":4}}"#)).await;
    let [asked]: [Value; 1] = hooks.take("/scale").try_into().unwrap();
    assert_eq!(asked["kind"], json!({"group": "autoscaling", "version": "v1", "kind": "Scale"}));
    assert_eq!(
        (&asked["object"]["spec"]["replicas"], &asked["oldObject"]["spec"]["replicas"]),
        (&json!(4), &json!(1))
    );
    assert_eq!(
        (&asked["subResource"], &asked["options"]["kind"]),
        (&json!("scale"), &json!("UpdateOptions"))
    );
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deletions_connections_and_dry_runs_are_asked_about_but_configurations_are_not() {
    let (server, hooks) = (Server::start().await, HookServer::start(judge).await);
    let admin = server.admin();
    let rule = |operation: &str, resource: &str| json!([{"operations": [operation], "apiGroups": [""], "apiVersions": ["v1"], "resources": [resource]}]);
    must(admin.post(MAPS, &config_map("m", &[]))).await;
    let own = json!([{"operations": ["*"], "apiGroups": ["admissionregistration.k8s.io"], "apiVersions": ["*"], "resources": ["*"]}]);
    let refusing = [
        hooks.hook("a.example.com", "/deny", json!({"rules": rule("DELETE", "configmaps")})),
        hooks.hook("b.example.com", "/forbid", json!({"rules": rule("CONNECT", "pods/attach")})),
        hooks.hook("c.example.com", "/silent", json!({"rules": own})),
        hooks.hook("d.example.com", "/dry", json!({"sideEffects": "NoneOnDryRun"})),
    ];
    configure(&admin, "Validating", "c", &refusing).await;
    configure(
        &admin,
        "Mutating",
        "c",
        &[hooks.hook("e.example.com", "/mutating", json!({"rules": rule("DELETE", "configmaps")}))],
    )
    .await;
    let denied = |name: &str| format!("admission webhook \"{name}.example.com\" denied the request");
    assert_eq!(admin.delete(&format!("{MAPS}/m")).await.status(), format!("400 : {}: no", denied("a")));
    for path in ["/deny", "/mutating"] {
        let [asked]: [Value; 1] = hooks.take(path).try_into().unwrap();
        assert_eq!(
            (&asked["object"], &asked["oldObject"]["metadata"]["name"]),
            (&Value::Null, &json!("m")),
            "{path}"
        );
    }
    let attach = "/api/v1/namespaces/default/pods/p/attach?stdin=true&container=x";
    assert_eq!(admin.get(attach).await.status(), format!("403 Forbidden: {}: no", denied("b")));
    let [asked]: [Value; 1] = hooks.take("/forbid").try_into().unwrap();
    let options = json!({"apiVersion": "v1", "kind": "PodAttachOptions", "stdin": true, "container": "x"});
    assert_eq!((&asked["object"], &asked["kind"]["kind"]), (&options, &json!("PodAttachOptions")));
    must(admin.post(&format!("{MAPS}?dryRun=All"), &config_map("dry", &[]))).await;
    assert_eq!(hooks.take("/dry")[0]["dryRun"], true);
    // No client can have a webhook with side effects any more, but one may be there from older days.
    let registry = server.api().registry();
    let resource = GroupResource::new("admissionregistration.k8s.io", "validatingwebhookconfigurations");
    let kind = registry.hub(&resource.group, &resource.resource).unwrap();
    let target =
        Target { kind, served: 0, namespace: String::new(), name: "c".into(), subresource: String::new() };
    let change = |object: &mut registry::Object| {
        object.tree_mut()["webhooks"][3]["sideEffects"] = "Some".into();
        Ok(())
    };
    registry.alter(&target, false, change).await.unwrap();
    must(admin.get(&path("Validating"))).await;
    let dry = admin.post(&format!("{MAPS}?dryRun=All"), &config_map("dry", &[])).await.status();
    assert_eq!(dry, "400 BadRequest: admission webhook \"d.example.com\" does not support dry run");
    assert_eq!(admin.post(MAPS, &config_map("wet", &[])).await.code, 201);
    forget(&admin, "Validating", "c").await;
    assert!(hooks.take("/silent").is_empty());
    must(admin.delete(&format!("{MAPS}/m"))).await;
    server.finish().await;
}
