//! Every kind of the table through a running server, from birth to death, in JSON and in Protobuf: a kind that gets a line in the
//! table is tested here without further words. The sample objects are bodies that a stock server took.

use std::collections::BTreeMap;

use resource::{Kind, Verb};
use serde_json::{Value, json};

use crate::custom;
use crate::harness::{Client, Server, Stream};
use crate::spec;

const PROTOBUF: &str = "application/vnd.kubernetes.protobuf";
const NAMESPACE: &str = "table";

/// The smallest body that a stock server took for a new object, by the path of its collection.
fn samples() -> Option<BTreeMap<String, Value>> {
    let dir = spec::find("v1.36/behaviour")?;
    let mut samples: BTreeMap<String, Value> = BTreeMap::new();
    let mut files: Vec<_> = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in files {
        let cases: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
        let steps = cases.as_array().unwrap().iter().flat_map(|case| case["steps"].as_array().unwrap());
        for step in steps.filter(|step| step["method"] == "POST" && step["status"] == 201) {
            let path = step["path"].as_str().unwrap().to_owned();
            let text = step["body"].to_string().replace("$id", "sample").replace("$ns", NAMESPACE);
            let body: Value = serde_json::from_str(&text).unwrap();
            let named = body["metadata"]["name"].is_string() && body["metadata"]["finalizers"].is_null();
            if named && !text.contains('$') {
                let known = samples.entry(path).or_insert_with(|| body.clone());
                if text.len() < known.to_string().len() {
                    *known = body;
                }
            }
        }
    }
    Some(samples)
}

/// One kind in one of its versions, with where its objects are and one of them.
struct Case {
    collection: String,
    recorded: String,
    definition: &'static schema::Definition,
}

impl Case {
    fn new(kind: &Kind, at: usize) -> Self {
        let served = &kind.served[at];
        let root = match &*served.group {
            "" => format!("/api/{}", served.version),
            group => format!("/apis/{group}/{}", served.version),
        };
        let within = |namespace: &str| match kind.is_namespaced() {
            true => format!("{root}/namespaces/{namespace}/{}", kind.plural),
            false => format!("{root}/{}", kind.plural),
        };
        let definition = schema::builtin(&served.group, &served.version, &kind.kind).unwrap();
        Self { collection: within(NAMESPACE), recorded: within("$ns"), definition }
    }

    fn decode(&self, bytes: &[u8]) -> Value {
        let envelope = codec::protobuf::open_envelope(bytes).unwrap();
        codec::protobuf::decode(&envelope, self.definition).unwrap()
    }
}

/// Takes an object away, whatever holds it.
async fn remove(client: &Client, one: &str) {
    let gone = client.delete(&format!("{one}?gracePeriodSeconds=0")).await;
    assert!(matches!(gone.code, 200 | 202), "{one}: {}", gone.text());
    if client.get(one).await.code == 200 {
        client.patch(one, "application/merge-patch+json", r#"{"metadata":{"finalizers":null}}"#).await;
        let name = one.rsplit('/').next().unwrap();
        let empty = json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}, "spec": {"finalizers": []}});
        if one.starts_with("/api/v1/namespaces/") && one.matches('/').count() == 4 {
            client.put(&format!("{one}/finalize"), &empty).await;
        }
    }
    assert_eq!(client.get(one).await.code, 404, "{one} is still there");
}

async fn written(client: &Client, case: &Case, sample: &Value) -> (String, Value) {
    let made = client.post(&case.collection, sample).await;
    assert_eq!(made.code, 201, "{} {sample}: {}", case.collection, made.text());
    let name = made.json()["metadata"]["name"].as_str().unwrap().to_owned();
    (format!("{}/{name}", case.collection), made.json())
}

/// Waits until the server has said of an object of its own what it has to say.
async fn settled(client: &Client, case: &Case, one: &str) {
    if case.collection == custom::DEFINITIONS {
        let name = one.rsplit('/').next().unwrap();
        let told = |one: Option<&Value>| one.is_some_and(|one| one["status"]["conditions"].is_array());
        custom::until(client, &case.collection, name, told).await;
    }
}

async fn next_of(watch: &mut Stream, name: &Value) -> Value {
    loop {
        let event = watch.next().await.expect("the watch goes on");
        if &event["object"]["metadata"]["name"] == name {
            return event;
        }
    }
}

/// Create, get, update, all four patches, list, watch, delete, in JSON.
async fn in_json(client: &Client, case: &Case, sample: &Value) {
    let (one, made) = written(client, case, sample).await;
    let version = made["metadata"]["resourceVersion"].as_str().unwrap();
    let mut watch =
        client.watch(&format!("{}?watch=1&resourceVersion={version}", case.collection), &[]).await;
    assert_eq!(client.get(&one).await.json()["metadata"]["uid"], made["metadata"]["uid"]);

    settled(client, case, &one).await;
    let mut new = client.get(&one).await.json();
    new["metadata"]["labels"]["by"] = "put".into();
    let put = client.put(&one, &new).await;
    assert_eq!(put.code, 200, "{one}: {}", put.text());
    let steps = r#"[{"op":"add","path":"/metadata/labels/json","value":"yes"}]"#;
    let identity = json!({"apiVersion": made["apiVersion"], "kind": made["kind"],
        "metadata": {"name": made["metadata"]["name"], "labels": {"apply": "yes"}}});
    for (kind, body, label) in [
        ("application/json-patch+json", steps.to_owned(), "json"),
        ("application/merge-patch+json", r#"{"metadata":{"labels":{"merge":"yes"}}}"#.to_owned(), "merge"),
        (
            "application/strategic-merge-patch+json",
            r#"{"metadata":{"labels":{"strategic":"yes"}}}"#.to_owned(),
            "strategic",
        ),
        ("application/apply-patch+yaml", identity.to_string(), "apply"),
    ] {
        let query = if label == "apply" { "?fieldManager=table" } else { "" };
        let patched = client.patch(&format!("{one}{query}"), kind, &body).await;
        assert_eq!(patched.code, 200, "{one} {label}: {}", patched.text());
        assert_eq!(patched.json()["metadata"]["labels"][label], "yes", "{one}");
    }
    let listed = client.get(&format!("{}?labelSelector=by%3Dput,apply%3Dyes", case.collection)).await.json();
    assert_eq!(listed["items"].as_array().unwrap().len(), 1, "{one}");
    remove(client, &one).await;
    let mut last = Value::Null;
    while last["type"] != "DELETED" {
        last = next_of(&mut watch, &made["metadata"]["name"]).await;
    }
}

/// The same object in Protobuf says the same, both ways.
async fn in_protobuf(client: &Client, case: &Case, sample: &Value) {
    let body = codec::protobuf::encode(sample, case.definition).unwrap();
    let headers = [("content-type", PROTOBUF), ("accept", PROTOBUF)];
    let made = client.send("POST", &case.collection, &headers, body).await;
    assert_eq!(made.code, 201, "{}: {:?}", case.collection, made.body);
    let made = case.decode(&made.body);
    let one = format!("{}/{}", case.collection, made["metadata"]["name"].as_str().unwrap());
    settled(client, case, &one).await;
    let read = client.send("GET", &one, &[("accept", PROTOBUF)], "").await;
    let (read, json) = (case.decode(&read.body), client.get(&one).await.json());
    assert_eq!(without_nulls(read.clone()), without_nulls(json), "{one}");
    let mut new = read;
    new["metadata"]["labels"]["by"] = "protobuf".into();
    let body = codec::protobuf::encode(&new, case.definition).unwrap();
    let put = client.send("PUT", &one, &headers, body).await;
    assert_eq!(put.code, 200, "{one}: {:?}", put.body);
    assert_eq!(client.get(&one).await.json()["metadata"]["labels"]["by"], "protobuf", "{one}");
    remove(client, &one).await;
}

/// Some structs print null for what they lack, which Protobuf does not carry.
fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(members) => {
            let kept = members.into_iter().filter(|(_, value)| !value.is_null());
            Value::Object(kept.map(|(name, value)| (name, without_nulls(value))).collect())
        }
        Value::Array(items) => Value::Array(items.into_iter().map(without_nulls).collect()),
        other => other,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_from_birth_to_death() {
    let Some(samples) = samples() else { return };
    let server = Server::start().await;
    let client = server.admin();
    let namespace = json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": NAMESPACE}});
    assert_eq!(client.post("/api/v1/namespaces", &namespace).await.code, 201);
    let account = json!({"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "default"}});
    let accounts = format!("/api/v1/namespaces/{NAMESPACE}/serviceaccounts");
    assert_eq!(client.post(&accounts, &account).await.code, 201);
    let (mut tested, mut without) = (0, Vec::new());
    for kind in kinds::builtin() {
        let lives =
            [Verb::Create, Verb::Update, Verb::Patch, Verb::Delete].iter().all(|verb| kind.allows(*verb));
        for at in (0..kind.served.len()).filter(|_| lives) {
            let case = Case::new(&kind, at);
            let Some(sample) = samples.get(&case.recorded) else {
                without.push(case.recorded);
                continue;
            };
            let mut sample = sample.clone();
            if sample["metadata"]["labels"].is_null() {
                sample["metadata"]["labels"] = json!({"sample": "yes"});
            }
            in_json(&client, &case, &sample).await;
            in_protobuf(&client, &case, &sample).await;
            tested += 1;
        }
    }
    println!("{tested} kinds and versions; without a sample: {without:?}");
    assert!(tested >= 55 && without.len() <= 8, "{tested} tested, {without:?} not");
    server.finish().await;
}
