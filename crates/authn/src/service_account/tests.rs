//! Tokens that are good, and every way in which they are not.

use std::time::{Duration, UNIX_EPOCH};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use parking_lot::Mutex;
use runtime::ManualTime;
use serde_json::json;

use super::*;
use crate::jws::Signer;

const ISSUER: &str = "https://issuer";

#[derive(Default)]
struct State(Mutex<Vec<(&'static str, Arc<Object>)>>);

impl State {
    fn put(&self, kind: &'static str, namespace: &str, name: &str, uid: &str, rest: Value) {
        let mut tree = rest;
        tree["metadata"]["namespace"] = namespace.into();
        tree["metadata"]["name"] = name.into();
        tree["metadata"]["uid"] = uid.into();
        self.remove(kind, name);
        self.0.lock().push((kind, Arc::new(Object::new(tree).unwrap())));
    }

    fn remove(&self, kind: &str, name: &str) {
        self.0.lock().retain(|(k, object)| *k != kind || object.name() != name);
    }
}

impl Lister for State {
    fn get(&self, kind: &str, namespace: &str, name: &str) -> Option<Arc<Object>> {
        let state = self.0.lock();
        let is = |(k, o): &&(&str, Arc<Object>)| *k == kind && o.namespace() == namespace && o.name() == name;
        state.iter().find(is).map(|(_, object)| object.clone())
    }

    fn list(&self, _kind: &str, _namespace: &str) -> Vec<Arc<Object>> {
        Vec::new()
    }
}

struct World {
    state: Arc<State>,
    issuer: Issuer,
    accounts: ServiceAccounts,
    time: ManualTime,
}

fn world() -> World {
    let (clock, time) = Clock::manual(UNIX_EPOCH + Duration::from_secs(1_000_000_000));
    let key = tls::Key::generate().unwrap();
    let public = VerifyingKey::from_pem(&key.public_pem()).unwrap();
    let signer = Signer::from_pem(key.pem(), &key.public_pem()).unwrap();
    let state = Arc::new(State::default());
    state.put("serviceaccounts", "a", "bot", "u1", json!({}));
    state.put("pods", "a", "p", "u2", json!({}));
    state.put("secrets", "a", "s", "u3", json!({}));
    state.put("nodes", "", "n", "u4", json!({}));
    let audiences = vec![ISSUER.to_owned()];
    let accounts = ServiceAccounts::new(vec![public], ISSUER, audiences, state.clone(), clock.clone());
    World { state, issuer: Issuer::new(signer, ISSUER, clock), accounts, time }
}

fn reference(name: &str, uid: &str) -> Reference {
    Reference { name: name.into(), uid: uid.into() }
}

fn wanted(bound: Option<Bound>) -> Request {
    Request {
        namespace: "a".into(),
        account: reference("bot", "u1"),
        audiences: vec![ISSUER.to_owned(), "other".into()],
        seconds: 3600,
        bound,
        warn_after: None,
    }
}

impl World {
    async fn ask(&self, token: &str) -> Result<Option<Known>, String> {
        self.accounts.authenticate(token, &[ISSUER.to_owned()]).await
    }
}

#[tokio::test]
async fn a_token_names_its_account_and_what_it_is_bound_to() {
    let world = world();
    let bound = Bound::Pod(reference("p", "u2"), Some(reference("n", "u4")));
    let token = world.issuer.issue(&wanted(Some(bound))).unwrap();
    let known = world.ask(&token).await.unwrap().unwrap();
    assert_eq!(known.user.name, "system:serviceaccount:a:bot");
    assert_eq!(known.user.uid, "u1");
    assert_eq!(known.user.groups, ["system:serviceaccounts", "system:serviceaccounts:a"]);
    let extra: Vec<&str> = known.user.extra.iter().map(|(key, _)| key.rsplit('/').next().unwrap()).collect();
    assert_eq!(extra, ["pod-name", "pod-uid", "node-name", "node-uid", "credential-id"]);
    assert_eq!(known.audiences, Some(vec![ISSUER.to_owned()]));
    let other = world.accounts.authenticate(&token, &["other".to_owned(), "third".to_owned()]).await;
    assert_eq!(other.unwrap().unwrap().audiences, Some(vec!["other".to_owned()]));
    let wrong = world.accounts.authenticate(&token, &["third".to_owned()]).await.unwrap_err();
    assert!(wrong.contains("is invalid for the target audiences [\"third\"]"), "{wrong}");
}

#[tokio::test]
async fn a_token_ends_with_its_time() {
    let world = world();
    let token = world.issuer.issue(&wanted(None)).unwrap();
    world.time.advance(Duration::from_secs(3600 + 59));
    assert!(world.ask(&token).await.unwrap().is_some());
    world.time.advance(Duration::from_secs(2));
    assert_eq!(world.ask(&token).await.unwrap_err(), "service account token has expired");
}

#[tokio::test]
async fn a_token_ends_with_its_account_or_object() {
    let cases: [(&'static str, &str, Option<Bound>, &str); 4] = [
        ("serviceaccounts", "bot", None, "serviceaccounts \"bot\" not found"),
        (
            "pods",
            "p",
            Some(Bound::Pod(reference("p", "u2"), None)),
            "service account token has been invalidated",
        ),
        (
            "secrets",
            "s",
            Some(Bound::Secret(reference("s", "u3"))),
            "service account token has been invalidated",
        ),
        ("nodes", "n", Some(Bound::Node(reference("n", "u4"))), "service account token has been invalidated"),
    ];
    for (kind, name, bound, expected) in cases {
        let world = world();
        let token = world.issuer.issue(&wanted(bound)).unwrap();
        assert!(world.ask(&token).await.unwrap().is_some(), "{kind}");
        let namespace = if kind == "nodes" { "" } else { "a" };
        world.state.put(kind, namespace, name, "again", json!({}));
        let error = world.ask(&token).await.unwrap_err();
        assert!(error.contains("does not match"), "{kind}: {error}");
        world.state.remove(kind, name);
        assert_eq!(world.ask(&token).await.unwrap_err(), expected, "{kind}");
    }
    let world = world();
    let token = world.issuer.issue(&wanted(None)).unwrap();
    let deleted = json!({"metadata": {"deletionTimestamp": "2001-09-09T01:40:00Z"}});
    world.state.put("serviceaccounts", "a", "bot", "u1", deleted);
    assert_eq!(world.ask(&token).await.unwrap_err(), "service account a/bot has been deleted");
}

#[tokio::test]
async fn others_tokens_are_left_to_others() {
    let (world, other) = (world(), world());
    for token in ["", "abc", "a.b.c", "abcdef.0123456789abcdef"] {
        assert_eq!(world.ask(token).await, Ok(None), "{token}");
    }
    let forged = other.issuer.issue(&wanted(None)).unwrap();
    assert_eq!(world.ask(&forged).await.unwrap_err(), "invalid signature, no keys found");
}

#[tokio::test]
async fn a_token_in_a_secret_is_good_as_long_as_the_secret_holds_it() {
    let world = world();
    let token = world.issuer.issue_legacy("a", &reference("bot", "u1"), "s").unwrap();
    assert_eq!(world.ask(&token).await.unwrap_err(), "Token does not match server's copy");
    let held = json!({"data": {"token": STANDARD.encode(&token)}});
    world.state.put("secrets", "a", "s", "u3", held.clone());
    assert_eq!(world.ask(&token).await.unwrap().unwrap().user.name, "system:serviceaccount:a:bot");
    let mut marked = held;
    marked["metadata"] = json!({"labels": {INVALID: "2026-01-01"}});
    world.state.put("secrets", "a", "s", "u3", marked);
    assert!(world.ask(&token).await.unwrap_err().contains("marked invalid"));
    world.state.remove("secrets", "s");
    assert_eq!(world.ask(&token).await.unwrap_err(), "Token has been invalidated");
}

const INVALID: &str = "kubernetes.io/legacy-token-invalid-since";
