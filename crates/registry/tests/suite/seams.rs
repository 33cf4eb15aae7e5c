//! What plugs in: versions that convert, custom kinds, admission, hooks, actions.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use codec::negotiate::{Media, Shape};
use meta::StatusError;
use meta::options::{CreateOptions, GetOptions, PatchOptions};
use registry::allocate::PortAllocator;
use registry::{
    Action, Admission, Answer, Attributes, Call, Hook, Object, Operation, Patch, PatchKind, Pending,
    Registry, Target, render,
};
use resource::{Context, Conversion, Kind, Served};
use serde_json::{Value, json};

use super::support::*;

/// Config maps in a second version that calls `data.n` `data.m`.
fn two_versions() -> Arc<Kind> {
    let kind = config_maps();
    fn to_hub(object: &mut Object) {
        if let Some(value) = object.remove("data.m") {
            object.set("data.n", value);
        }
    }
    fn from_hub(object: &mut Object) {
        if let Some(value) = object.remove("data.n") {
            object.set("data.m", value);
        }
    }
    let other = Served {
        group: "other.io".into(),
        version: "v2".into(),
        conversion: Some(Conversion::new(to_hub, from_hub)),
        ..kind.served[0].clone()
    };
    Arc::new(Kind { served: vec![kind.served[0].clone(), other], ..(*kind).clone() })
}

#[tokio::test]
async fn versions_convert_through_the_hub() {
    let lab = Lab::new().await;
    lab.registry.add_kind(two_versions());
    let (kind, served) = lab.registry.resolve("other.io", "v2", "configmaps").unwrap();
    let target = |name: &str| Target {
        kind: kind.clone(),
        served,
        namespace: "ns".into(),
        name: name.into(),
        subresource: String::new(),
    };
    let tree = json!({"apiVersion": "other.io/v2", "kind": "ConfigMap", "metadata": {"name": "a"}, "data": {"m": "1"}});
    lab.create(&target(""), tree).await.unwrap();
    assert_eq!(lab.get("configmaps", "a").await.unwrap().get("data"), Some(&json!({"n": "1"})));
    let patch = Patch { kind: PatchKind::Merge, body: json!({"data": {"m": "2"}}).to_string().into() };
    lab.registry.patch(&target("a"), &caller(), &patch, &PatchOptions::default()).await.unwrap();
    let stored = lab.registry.get(&target("a"), &GetOptions::default()).await.unwrap();
    let object = stored.object().unwrap();
    assert_eq!(object.get("data"), Some(&json!({"n": "2"})));
    let entry = &object.get("metadata.managedFields").unwrap()[0];
    assert_eq!(
        (&entry["apiVersion"], &entry["fieldsV1"]["f:data"]["f:m"]),
        (&json!("other.io/v2"), &json!({}))
    );
    for media in [Media::Json, Media::Yaml] {
        let mut out = Vec::new();
        render::object(&stored, &kind, served, media, Shape::Object, &mut out).unwrap();
        let shown = codec::yaml::decode(&out).unwrap().value;
        assert_eq!((&shown["apiVersion"], &shown["data"]), (&json!("other.io/v2"), &json!({"m": "2"})));
    }
    let page = lab.list(&target(""), "").await.unwrap();
    let chunks: Vec<_> =
        render::list(page, &kind, served, Media::Json, Shape::Object).unwrap().map(Result::unwrap).collect();
    let list: Value = serde_json::from_slice(&chunks.concat()).unwrap();
    assert_eq!((&list["apiVersion"], &list["items"][0]["data"]), (&json!("other.io/v2"), &json!({"m": "2"})));
}

#[tokio::test]
async fn custom_kinds_are_kinds() {
    let lab = Lab::new().await;
    let schema = schema::custom::resource(&json!({"type": "object", "properties": {
        "spec": {"type": "object", "properties": {"size": {"type": "integer"}, "mode": {"type": "string"}}},
    }}))
    .unwrap();
    let widgets = Kind {
        kind: "Widget".into(),
        list_kind: "WidgetList".into(),
        plural: "widgets".into(),
        served: vec![Served {
            group: "x.io".into(),
            version: "v1".into(),
            schema,
            conversion: None,
            deprecation: None,
            own: None,
            hidden: false,
        }],
        ..(*config_maps()).clone()
    };
    lab.registry.add_kind(Arc::new(widgets));
    let (kind, served) = lab.registry.resolve("x.io", "v1", "widgets").unwrap();
    let target = |name: &str| Target {
        kind: kind.clone(),
        served,
        namespace: "ns".into(),
        name: name.into(),
        subresource: String::new(),
    };
    let tree = json!({"metadata": {"name": "w"}, "spec": {"size": 1, "bogus": 2, "mode": null}});
    lab.create(&target(""), tree).await.unwrap();
    let stored = lab.registry.get(&target("w"), &GetOptions::default()).await.unwrap();
    assert_eq!(stored.object().unwrap().get("spec"), Some(&json!({"size": 1})));
    let config =
        json!({"apiVersion": "x.io/v1", "kind": "Widget", "metadata": {"name": "w"}, "spec": {"mode": "a"}});
    let patch = Patch { kind: PatchKind::Apply, body: config.to_string().into() };
    let options = PatchOptions { field_manager: "alice".into(), ..PatchOptions::default() };
    let written = lab.registry.patch(&target("w"), &caller(), &patch, &options).await.unwrap();
    assert_eq!(written.stored.object().unwrap().get("spec"), Some(&json!({"size": 1, "mode": "a"})));
    let page = lab.list(&target(""), "").await.unwrap();
    let chunks: Vec<_> =
        render::list(page, &kind, served, Media::Json, Shape::Object).unwrap().map(Result::unwrap).collect();
    let list: Value = serde_json::from_slice(&chunks.concat()).unwrap();
    assert_eq!((&list["items"][0]["kind"], &list["metadata"]["continue"]), (&json!("Widget"), &json!("")));
    let error = lab.list(&target(""), "fieldSelector=spec.size%3D1").await.unwrap_err();
    assert_eq!(error.to_string(), "field label not supported: spec.size");
}

/// Labels everything, and lets nothing named `bad` be.
struct Labeller;

#[async_trait]
impl Admission for Labeller {
    async fn mutate(
        &self,
        attributes: Attributes<'_>,
        object: &mut Object,
        warnings: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        object.set("metadata.labels", json!({"seen": attributes.operation.as_str()}));
        warnings.push(format!("labelled by {}", attributes.user.name));
        Ok(())
    }

    async fn validate(
        &self,
        attributes: Attributes<'_>,
        object: Option<&Object>,
        _: &mut Vec<String>,
    ) -> Result<(), StatusError> {
        let name = object.or(attributes.old).map_or("", Object::name);
        if name == "bad" || attributes.operation == Operation::Delete {
            return Err(StatusError::forbidden(&attributes.target.group_resource(), name, "not here"));
        }
        Ok(())
    }
}

#[tokio::test]
async fn admission_changes_and_refuses() {
    let lab = Lab::new().await;
    lab.registry.set_admission(Arc::new(Labeller));
    let written = lab.create(&lab.maps(), json!({"metadata": {"name": "a"}})).await.unwrap();
    assert_eq!(written.warnings, ["labelled by tester"]);
    assert_eq!(lab.get("configmaps", "a").await.unwrap().label("seen"), Some("CREATE"));
    lab.change("configmaps", "a", |map| map.set("data.n", "1")).await.unwrap();
    assert_eq!(lab.get("configmaps", "a").await.unwrap().label("seen"), Some("UPDATE"));
    let error = lab.create(&lab.maps(), json!({"metadata": {"name": "bad"}})).await.unwrap_err();
    assert_eq!(
        (error.code(), error.to_string().as_str()),
        (403, "configmaps \"bad\" is forbidden: not here")
    );
    assert_eq!(lab.delete("configmaps", "a", json!({})).await.unwrap_err().code(), 403);
    assert_eq!(lab.get("configmaps", "bad").await.unwrap_err().code(), 404);
}

/// Gives each config map a port.
struct Ports {
    ports: Arc<PortAllocator>,
    commits: Arc<AtomicUsize>,
}

struct Held {
    ports: Arc<PortAllocator>,
    port: u16,
    commits: Arc<AtomicUsize>,
    kept: bool,
}

impl Pending for Held {
    fn commit(mut self: Box<Self>) {
        self.kept = true;
        self.commits.fetch_add(1, Ordering::SeqCst);
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        if !self.kept {
            self.ports.release(self.port);
        }
    }
}

#[async_trait]
impl Hook for Ports {
    async fn create(
        &self,
        object: &mut Object,
        _: &Context<'_>,
    ) -> Result<Option<Box<dyn Pending>>, StatusError> {
        let port = self.ports.take_any().map_err(StatusError::internal)?;
        object.set("data.port", port.to_string());
        Ok(Some(Box::new(Held {
            ports: self.ports.clone(),
            port,
            commits: self.commits.clone(),
            kept: false,
        })))
    }

    async fn update(
        &self,
        _: &mut Object,
        _: &Object,
        _: &Context<'_>,
    ) -> Result<Option<Box<dyn Pending>>, StatusError> {
        Ok(None)
    }

    async fn deleted(&self, object: &Object) {
        self.ports.release(object.text("data.port").parse().unwrap());
    }
}

#[tokio::test]
async fn what_is_handed_out_comes_back_when_a_write_fails_or_the_object_goes() {
    let lab = Lab::new().await;
    let (ports, commits) =
        (Arc::new(PortAllocator::new("100-101".parse().unwrap())), Arc::new(AtomicUsize::new(0)));
    lab.registry.set_hook(
        "",
        "configmaps",
        Arc::new(Ports { ports: ports.clone(), commits: commits.clone() }),
    );
    for _ in 0..3 {
        let port: u16 = lab.map("a", json!({})).await.object().unwrap().text("data.port").parse().unwrap();
        assert!(ports.has(port));
        // Each of these takes the other port, and fails.
        for _ in 0..3 {
            assert_eq!(
                lab.create(&lab.maps(), json!({"metadata": {"name": "a"}})).await.unwrap_err().code(),
                409
            );
            assert_eq!(
                lab.create(&lab.maps(), json!({"metadata": {"name": "A"}})).await.unwrap_err().code(),
                422
            );
        }
        let dry = CreateOptions { dry_run: vec!["All".into()], ..CreateOptions::default() };
        lab.registry
            .create(&lab.maps(), &caller(), object(json!({"metadata": {"name": "b"}})), &dry)
            .await
            .unwrap();
        lab.delete("configmaps", "a", json!({})).await.unwrap();
        assert!(!ports.has(port));
    }
    assert_eq!(commits.load(Ordering::SeqCst), 3);
}

/// Binds a pod to a node.
struct Binding;

#[async_trait]
impl Action for Binding {
    async fn run(&self, registry: &Registry, call: Call<'_>, body: Object) -> Result<Answer, StatusError> {
        let node = body.text("target.name").to_owned();
        let pod = Target { subresource: String::new(), ..call.target.clone() };
        let bind = move |pod: &mut Object| {
            if !pod.text("spec.nodeName").is_empty() {
                return Err(StatusError::bad_request("already assigned"));
            }
            pod.set("spec.nodeName", node.as_str());
            Ok(())
        };
        let written = registry.modify(&pod, call.caller, call.options, bind).await?;
        Ok(Answer::Stored(written.stored))
    }
}

#[tokio::test]
async fn actions_have_code_of_their_own() {
    let lab = Lab::new().await;
    lab.registry.set_action("", "pods", "binding", Arc::new(Binding));
    let pod = json!({"metadata": {"name": "p"}, "spec": {"containers": [{"name": "c"}]}});
    lab.create(&lab.target("pods", "ns", ""), pod).await.unwrap();
    let mut target = lab.target("pods", "ns", "p");
    target.subresource = "binding".into();
    let body = || object(json!({"target": {"kind": "Node", "name": "n1"}}));
    lab.registry.act(&target, &caller(), body(), &CreateOptions::default()).await.unwrap();
    assert_eq!(lab.get("pods", "p").await.unwrap().text("spec.nodeName"), "n1");
    let error = lab.registry.act(&target, &caller(), body(), &CreateOptions::default()).await.unwrap_err();
    assert_eq!(error.to_string(), "already assigned");
    target.subresource = "eviction".into();
    assert_eq!(
        lab.registry.act(&target, &caller(), body(), &CreateOptions::default()).await.unwrap_err().code(),
        404
    );
}
