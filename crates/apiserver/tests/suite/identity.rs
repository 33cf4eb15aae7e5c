//! Who asks and what they may, over HTTPS: certificates and tokens, good and bad; roles, nodes, impersonation, reviews.

use std::time::Duration;

use authn::service_account::{Issuer, Reference, Request};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use runtime::Clock;
use serde_json::{Value, json};

use crate::harness::{Client, MAPS, Reply, Server};

const RBAC: &str = "/apis/rbac.authorization.k8s.io/v1";
const TOKEN: &str = "/api/v1/namespaces/default/serviceaccounts/bot/token";

/// Somebody who shows a token.
async fn with_token(server: &Server, token: &str, path: &str) -> Reply {
    let bearer = format!("Bearer {token}");
    server.nobody().send("GET", path, &[("authorization", &bearer)], "").await
}

/// Somebody with a certificate of the cluster's own authority.
fn certified(server: &Server, name: &str, groups: &[&str]) -> Client {
    let pki = tls::Pki::open_or_create(&server.dir.path().join("pki"), &Clock::system()).unwrap();
    let file: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let certificate = pki.client_certificate(&file, name, groups).unwrap();
    Client::with(server, Some(certificate), tls::Protocol::Http1)
}

async fn made(admin: &Client, path: &str, body: Value) -> Value {
    let reply = admin.post(path, &body).await;
    assert_eq!(reply.code, 201, "{}", reply.text());
    reply.json()
}

/// A service account `bot` in `default` that may read config maps there, and a token for it.
async fn bot(admin: &Client) -> String {
    made(
        admin,
        "/api/v1/namespaces/default/serviceaccounts",
        json!({"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "bot"}}),
    )
    .await;
    made(
        admin,
        &format!("{RBAC}/namespaces/default/rolebindings"),
        json!({
            "apiVersion": "rbac.authorization.k8s.io/v1", "kind": "RoleBinding", "metadata": {"name": "bot"},
            "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "view"},
            "subjects": [{"kind": "ServiceAccount", "name": "bot", "namespace": "default"}],
        }),
    )
    .await;
    issued(admin, json!({})).await["status"]["token"].as_str().unwrap().to_owned()
}

async fn issued(admin: &Client, spec: Value) -> Value {
    made(
        admin,
        TOKEN,
        json!({"apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest", "spec": spec}),
    )
    .await
}

/// Tries until the answer has this code: authorization follows the cache, which is a moment behind.
async fn until(code: u16, ask: impl AsyncFn() -> Reply) -> Reply {
    for _ in 0..500 {
        let reply = ask().await;
        if reply.code == code {
            return reply;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("never {code}: {}", ask().await.text())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_account_acts_by_its_token_until_something_it_rests_on_goes() {
    let server = Server::start().await;
    let admin = server.admin();
    let token = bot(&admin).await;
    until(200, async || with_token(&server, &token, MAPS).await).await;
    assert_eq!(with_token(&server, &token, "/api/v1/namespaces/default/secrets").await.code, 403);
    assert_eq!(with_token(&server, &token, "/api/v1/namespaces/kube-system/configmaps").await.code, 403);
    // It knows who it is.
    let bearer = format!("Bearer {token}");
    let headers = [("authorization", bearer.as_str()), ("content-type", "application/json")];
    let body = json!({"apiVersion": "authentication.k8s.io/v1", "kind": "SelfSubjectReview"}).to_string();
    let who = server
        .nobody()
        .send("POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews", &headers, body)
        .await;
    assert_eq!(who.json()["status"]["userInfo"]["username"], "system:serviceaccount:default:bot");
    let review =
        json!({"apiVersion": "authentication.k8s.io/v1", "kind": "TokenReview", "spec": {"token": token}});
    let reviewed = made(&admin, "/apis/authentication.k8s.io/v1/tokenreviews", review).await;
    assert_eq!(reviewed["status"]["authenticated"], true);
    assert_eq!(reviewed["status"]["audiences"], json!(["https://kubernetes.default.svc.cluster.local"]));
    // A revoked binding.
    admin.delete(&format!("{RBAC}/namespaces/default/rolebindings/bot")).await;
    until(403, async || with_token(&server, &token, MAPS).await).await;
    // A deleted account, and one of the same name.
    let accounts = "/api/v1/namespaces/default/serviceaccounts";
    admin.delete(&format!("{accounts}/bot")).await;
    until(401, async || with_token(&server, &token, MAPS).await).await;
    made(
        &admin,
        accounts,
        json!({"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "bot"}}),
    )
    .await;
    assert_eq!(with_token(&server, &token, MAPS).await.status(), "401 Unauthorized: Unauthorized");
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_that_are_not_good_are_refused() {
    let server = Server::start().await;
    let admin = server.admin();
    let token = bot(&admin).await;
    until(200, async || with_token(&server, &token, MAPS).await).await;
    let parts: Vec<&str> = token.split('.').collect();
    let header = |alg: &str| URL_SAFE_NO_PAD.encode(json!({"alg": alg}).to_string());
    let claims: Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(parts[1]).unwrap()).unwrap();
    let mut other = claims.clone();
    other["sub"] = "system:serviceaccount:kube-system:root".into();
    let other = URL_SAFE_NO_PAD.encode(other.to_string());
    // Signed by a key that is not the cluster's, in the cluster's name.
    let key = tls::Key::generate().unwrap();
    let signer = authn::jws::Signer::from_pem(key.pem(), &key.public_pem()).unwrap();
    let forger = Issuer::new(signer, "https://kubernetes.default.svc.cluster.local", Clock::system());
    let uid = claims["kubernetes.io"]["serviceaccount"]["uid"].as_str().unwrap().to_owned();
    let forged = forger
        .issue(&Request {
            namespace: "default".into(),
            account: Reference { name: "bot".into(), uid },
            audiences: vec!["https://kubernetes.default.svc.cluster.local".into()],
            seconds: 3600,
            bound: None,
            warn_after: None,
        })
        .unwrap();
    let elsewhere = issued(&admin, json!({"audiences": ["vault"]})).await;
    let elsewhere = elsewhere["status"]["token"].as_str().unwrap().to_owned();
    for (what, bad) in [
        ("forged", forged),
        ("alg none", format!("{}.{}.", header("none"), parts[1])),
        ("alg none with the signature", format!("{}.{}.{}", header("none"), parts[1], parts[2])),
        ("another algorithm", format!("{}.{}.{}", header("HS256"), parts[1], parts[2])),
        ("another subject", format!("{}.{other}.{}", parts[0], parts[2])),
        ("no signature", format!("{}.{}.", parts[0], parts[1])),
        ("cut", token[..token.len() - 4].to_owned()),
        ("another audience", elsewhere.clone()),
        ("nonsense", "x".to_owned()),
        ("a bootstrap token that is not", "abcdef.0123456789abcdef".to_owned()),
    ] {
        assert_eq!(
            with_token(&server, &bad, MAPS).await.status(),
            "401 Unauthorized: Unauthorized",
            "{what}"
        );
    }
    let review = json!({"apiVersion": "authentication.k8s.io/v1", "kind": "TokenReview", "spec": {"token": elsewhere, "audiences": ["vault"]}});
    let reviewed = made(&admin, "/apis/authentication.k8s.io/v1/tokenreviews", review).await;
    assert_eq!(
        (&reviewed["status"]["authenticated"], &reviewed["status"]["audiences"]),
        (&json!(true), &json!(["vault"]))
    );
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn token_requests_are_checked_and_bound() {
    let server = Server::start().await;
    let admin = server.admin();
    bot(&admin).await;
    let ask = |spec: Value| {
        let admin = &admin;
        async move {
            admin
                .post(
                    TOKEN,
                    &json!({"apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest", "spec": spec}),
                )
                .await
        }
    };
    assert_eq!(
        ask(json!({"expirationSeconds": 5})).await.status(),
        "422 Invalid: TokenRequest.authentication.k8s.io \"\" is invalid: spec.expirationSeconds: Invalid value: 5: \
         may not specify a duration less than 10 minutes"
    );
    assert_eq!(ask(json!({"expirationSeconds": 5_000_000_000_i64})).await.code, 422);
    let secret = json!({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s"}});
    made(&admin, "/api/v1/namespaces/default/secrets", secret).await;
    let reference = json!({"kind": "Secret", "apiVersion": "v1", "name": "s"});
    let token = issued(&admin, json!({"boundObjectRef": reference})).await["status"]["token"]
        .as_str()
        .unwrap()
        .to_owned();
    until(200, async || with_token(&server, &token, MAPS).await).await;
    admin.delete("/api/v1/namespaces/default/secrets/s").await;
    until(401, async || with_token(&server, &token, MAPS).await).await;
    assert_eq!(ask(json!({"boundObjectRef": reference})).await.code, 404);
    let wrong = json!({"kind": "ConfigMap", "apiVersion": "v1", "name": "s"});
    assert_eq!(
        ask(json!({"boundObjectRef": wrong})).await.status(),
        "400 BadRequest: cannot bind token to object of type /v1, Kind=ConfigMap"
    );
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_in_a_secret_and_a_token_of_a_file_are_known_too() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("tokens.csv");
    std::fs::write(&file, "s3cret,alice,1,\"people,system:masters\"\n").unwrap();
    let server = Server::start_with(dir, |config| config.token_auth_file = Some(file)).await;
    assert_eq!(with_token(&server, "s3cret", MAPS).await.code, 200);
    assert_eq!(with_token(&server, "s3cre", MAPS).await.code, 401);
    // A bootstrap token that expired, and one that did not.
    let admin = server.admin();
    for (id, expiration) in [("aaaaaa", "2001-01-01T00:00:00Z"), ("bbbbbb", "2101-01-01T00:00:00Z")] {
        let data = json!({
            "token-id": id, "token-secret": "0123456789abcdef", "expiration": expiration, "usage-bootstrap-authentication": "true",
        });
        let secret = json!({
            "apiVersion": "v1", "kind": "Secret", "metadata": {"name": format!("bootstrap-token-{id}")},
            "type": "bootstrap.kubernetes.io/token", "stringData": data,
        });
        made(&admin, "/api/v1/namespaces/kube-system/secrets", secret).await;
    }
    until(403, async || with_token(&server, "bbbbbb.0123456789abcdef", MAPS).await).await;
    assert_eq!(with_token(&server, "aaaaaa.0123456789abcdef", MAPS).await.code, 401);
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn certificates_that_are_not_good_are_refused() {
    let server = Server::start().await;
    let pki = tls::Pki::open_or_create(&server.dir.path().join("pki"), &Clock::system()).unwrap();
    let now = Clock::system().now();
    let leaf = |lifetime: Duration| tls::Leaf {
        subject: tls::Subject::user("kubernetes-admin", &["system:masters"]),
        names: tls::AlternativeNames::default(),
        usages: vec![tls::Usage::DigitalSignature, tls::Usage::ClientAuth],
        lifetime,
    };
    let hour = Duration::from_secs(3600);
    let good = pki.client_authority().issue(&leaf(hour), now).unwrap();
    let expired = pki.client_authority().issue(&leaf(hour), now - 24 * hour).unwrap();
    let foreign =
        tls::Authority::create("navarch-client-ca", now, 10 * hour).unwrap().issue(&leaf(hour), now).unwrap();
    let of_server = pki.server_authority().issue(&leaf(hour), now).unwrap();
    let mut serving = leaf(hour);
    serving.usages = vec![tls::Usage::ServerAuth];
    let serving = pki.client_authority().issue(&serving, now).unwrap();
    for (what, certificate, code) in [
        ("good", good, 200),
        ("expired", expired, 401),
        ("another authority of the same name", foreign, 401),
        ("the authority of servers", of_server, 401),
        ("not for clients", serving, 401),
    ] {
        let client = Client::with(&server, Some(certificate), tls::Protocol::Http1);
        assert_eq!(client.get(MAPS).await.code, code, "{what}");
    }
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nodes_keep_to_their_own() {
    let server = Server::start().await;
    let admin = server.admin();
    let node = certified(&server, "system:node:n1", &["system:nodes"]);
    let registered = json!({"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n1"}});
    assert_eq!(node.post("/api/v1/nodes", &registered).await.code, 201);
    assert_eq!(node.get("/api/v1/nodes/n1").await.code, 200);
    assert_eq!(node.get("/api/v1/nodes?fieldSelector=metadata.name%3Dn1").await.code, 200);
    assert_eq!(node.get("/api/v1/nodes").await.code, 403);
    assert_eq!(node.get("/api/v1/pods?fieldSelector=spec.nodeName%3Dn1").await.code, 200);
    assert_eq!(node.get("/api/v1/pods").await.code, 403);
    assert_eq!(node.get("/api/v1/services").await.code, 200);
    for name in ["used", "other"] {
        let secret = json!({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": name}});
        made(&admin, "/api/v1/namespaces/default/secrets", secret).await;
    }
    let secret = |name: &str| format!("/api/v1/namespaces/default/secrets/{name}");
    assert_eq!(
        node.get(&secret("used")).await.status(),
        "403 Forbidden: secrets \"used\" is forbidden: User \"system:node:n1\" cannot get resource \"secrets\" in API group \"\" \
         in the namespace \"default\": no relationship found between node 'n1' and this object"
    );
    let pods = server.api().registry().clone();
    let (kind, served) = pods.resolve("", "v1", "pods").unwrap();
    let target = registry::Target {
        kind,
        served,
        namespace: "default".into(),
        name: String::new(),
        subresource: String::new(),
    };
    let pod = json!({
        "metadata": {"name": "p"},
        "spec": {
            "nodeName": "n1",
            "containers": [{"name": "c", "image": "i"}],
            "volumes": [{"name": "v", "secret": {"secretName": "used"}}],
            "automountServiceAccountToken": false,
        },
    });
    let caller = registry::Caller { user: authn::component("apiserver"), manager: "test".into() };
    let object = registry::Object::new(pod).unwrap();
    pods.create(&target, &caller, object, &meta::options::CreateOptions::default()).await.unwrap();
    until(200, async || node.get(&secret("used")).await).await;
    assert_eq!(node.get(&secret("other")).await.code, 403);
    let stranger = certified(&server, "system:node:n2", &["system:nodes"]);
    assert_eq!(stranger.get(&secret("used")).await.code, 403);
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_grants_what_they_do_not_have() {
    let server = Server::start().await;
    let admin = server.admin();
    let carol = certified(&server, "carol", &[]);
    made(
        &admin,
        &format!("{RBAC}/namespaces/default/rolebindings"),
        json!({
            "apiVersion": "rbac.authorization.k8s.io/v1", "kind": "RoleBinding", "metadata": {"name": "carol"},
            "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "admin"},
            "subjects": [{"kind": "User", "apiGroup": "rbac.authorization.k8s.io", "name": "carol"}],
        }),
    )
    .await;
    let roles = format!("{RBAC}/namespaces/default/roles");
    let role = |name: &str, resource: &str| {
        json!({
            "apiVersion": "rbac.authorization.k8s.io/v1", "kind": "Role", "metadata": {"name": name},
            "rules": [{"verbs": ["get"], "apiGroups": [""], "resources": [resource]}],
        })
    };
    until(201, async || carol.post(&roles, &role("mine", "pods")).await).await;
    let refused = carol.post(&roles, &role("more", "nodes")).await.status();
    assert_eq!(
        refused,
        "403 Forbidden: roles.rbac.authorization.k8s.io \"more\" is forbidden: user \"carol\" (groups=[\"system:authenticated\"]) is \
         attempting to grant RBAC permissions not currently held:\n{APIGroups:[\"\"], Resources:[\"nodes\"], Verbs:[\"get\"]}"
    );
    let patch = r#"{"rules":[{"verbs":["*"],"apiGroups":["*"],"resources":["*"]}]}"#;
    assert_eq!(carol.patch(&format!("{roles}/mine"), "application/merge-patch+json", patch).await.code, 403);
    let binding = |role: &str| {
        json!({
            "apiVersion": "rbac.authorization.k8s.io/v1", "kind": "RoleBinding", "metadata": {"name": format!("give-{role}")},
            "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": role},
            "subjects": [{"kind": "User", "apiGroup": "rbac.authorization.k8s.io", "name": "dave"}],
        })
    };
    let bindings = format!("{RBAC}/namespaces/default/rolebindings");
    assert_eq!(carol.post(&bindings, &binding("edit")).await.code, 201);
    assert_eq!(carol.post(&bindings, &binding("cluster-admin")).await.code, 403);
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn those_who_may_act_as_others() {
    let server = Server::start().await;
    let admin = server.admin();
    let carol = certified(&server, "carol", &[]);
    let as_view = [("impersonate-user", "system:serviceaccount:default:bot")];
    bot(&admin).await;
    until(200, async || admin.send("GET", MAPS, &as_view, "").await).await;
    let denied = admin.send("GET", "/api/v1/nodes", &as_view, "").await;
    assert_eq!(
        denied.status(),
        "403 Forbidden: nodes is forbidden: User \"system:serviceaccount:default:bot\" cannot list resource \"nodes\" in API group \"\" \
         at the cluster scope"
    );
    assert_eq!(
        carol.send("GET", MAPS, &[("impersonate-user", "kubernetes-admin")], "").await.status(),
        "403 Forbidden: users \"kubernetes-admin\" is forbidden: User \"carol\" cannot impersonate resource \"users\" in API group \"\" \
         at the cluster scope"
    );
    let groups = [("impersonate-user", "x"), ("impersonate-group", "system:masters")];
    assert_eq!(admin.send("GET", "/api/v1/nodes", &groups, "").await.code, 200);
    assert_eq!(carol.send("GET", "/api/v1/nodes", &groups, "").await.code, 403);
    assert_eq!(admin.send("GET", MAPS, &[("impersonate-group", "g")], "").await.code, 400);
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fresh_server_holds_what_a_stock_one_holds_and_mends_it() {
    let server = Server::start().await;
    let admin = server.admin();
    for (path, count) in [
        (format!("{RBAC}/clusterroles"), 69),
        (format!("{RBAC}/clusterrolebindings"), 50),
        (format!("{RBAC}/roles"), 7),
        (format!("{RBAC}/rolebindings"), 7),
        ("/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas".to_owned(), 11),
        ("/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations".to_owned(), 8),
        ("/apis/scheduling.k8s.io/v1/priorityclasses".to_owned(), 2),
    ] {
        assert_eq!(admin.get(&path).await.json()["items"].as_array().unwrap().len(), count, "{path}");
    }
    // Sums are summed up: whoever administers a namespace may edit and view it, too.
    let rules = |name: &str| {
        let (admin, path) = (server.admin(), format!("{RBAC}/clusterroles/{name}"));
        async move { admin.get(&path).await.json()["rules"].as_array().unwrap().len() }
    };
    let (view, edit, all) = (rules("view").await, rules("edit").await, rules("admin").await);
    assert!(view > 5 && edit > view && all > edit, "{view} {edit} {all}");
    assert_eq!(admin.delete(&format!("{RBAC}/clusterroles/system:discovery")).await.code, 200);
    let patch = r#"{"subjects":[]}"#;
    let binding = format!("{RBAC}/clusterrolebindings/system:basic-user");
    assert_eq!(admin.patch(&binding, "application/merge-patch+json", patch).await.code, 200);
    let dir = server.finish().await;
    let server = Server::start_in(dir).await;
    let admin = server.admin();
    assert_eq!(admin.get(&format!("{RBAC}/clusterroles/system:discovery")).await.code, 200);
    assert_eq!(admin.get(&binding).await.json()["subjects"][0]["name"], "system:authenticated");
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn others_can_check_tokens_and_find_the_authority() {
    let server = Server::start().await;
    let admin = server.admin();
    let token = bot(&admin).await;
    until(200, async || with_token(&server, &token, MAPS).await).await;
    let configuration = with_token(&server, &token, "/.well-known/openid-configuration").await.json();
    assert_eq!(configuration["issuer"], "https://kubernetes.default.svc.cluster.local");
    assert!(configuration["jwks_uri"].as_str().unwrap().ends_with("/openid/v1/jwks"));
    let keys = with_token(&server, &token, "/openid/v1/jwks").await;
    assert_eq!(keys.header("content-type"), "application/jwk-set+json");
    let header: Value =
        serde_json::from_slice(&URL_SAFE_NO_PAD.decode(token.split('.').next().unwrap()).unwrap()).unwrap();
    assert_eq!(keys.json()["keys"][0]["kid"], header["kid"]);
    assert_eq!(server.nobody().get("/openid/v1/jwks").await.code, 401);
    let authority = server.nobody().get("/cacerts").await;
    let own = std::fs::read_to_string(server.dir.path().join("pki/server-ca.crt")).unwrap();
    assert_eq!(authority.text(), own);
    // The secret of a certificate request is who asked for it.
    let key = tls::Key::generate().unwrap();
    let subject = tls::Subject::user("system:node:n1", &["system:nodes"]);
    let request = tls::CertificateRequest::create(&subject, &tls::AlternativeNames::default(), &key).unwrap();
    let csr = json!({
        "apiVersion": "certificates.k8s.io/v1", "kind": "CertificateSigningRequest", "metadata": {"name": "c"},
        "spec": {
            "request": STANDARD.encode(request), "signerName": "kubernetes.io/kube-apiserver-client-kubelet",
            "usages": ["digital signature", "client auth"], "username": "forged",
        },
    });
    let csr = made(&admin, "/apis/certificates.k8s.io/v1/certificatesigningrequests", csr).await;
    assert_eq!(csr["spec"]["username"], "kubernetes-admin");
    assert!(
        csr["spec"]["extra"]["authentication.kubernetes.io/credential-id"][0]
            .as_str()
            .unwrap()
            .starts_with("X509SHA256=")
    );
    server.finish().await;
}
