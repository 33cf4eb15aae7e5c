//! Conversion by webhook: a `ConversionReview` over HTTPS to whoever the definition names, by URL or by service. It is reached through
//! the server's one [`Dialer`](crate::Dialer).

use std::sync::{Arc, Weak};
use std::time::Duration;

use async_trait::async_trait;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE, HOST};
use http::{Request, Uri};
use http_body_util::{BodyExt as _, Full};
use hyper_util::rt::TokioIo;
use meta::StatusError;
use registry::Object;
use resource::{Converter, Lister};
use runtime::Clock;
use serde_json::{Value, json};
use tls::{ClientConfig, ClientOptions, Connector, Protocol, Roots};

use crate::api_server::ApiServer;
use crate::connect::{Place, Trust};

/// How long it may take.
const PATIENCE: Duration = Duration::from_secs(30);
/// The versions of the review that are spoken, the best first.
const SPOKEN: [&str; 2] = ["v1", "v1beta1"];

/// Where the webhook is.
enum Whereabouts {
    Url(Uri),
    Service { namespace: String, name: String, port: u16, path: String },
}

struct Webhook {
    /// What is converted, as errors name it.
    of: String,
    at: Whereabouts,
    trusts: Connector,
    review: &'static str,
    untold: String,
    server: Weak<ApiServer>,
    clock: Clock,
}

/// Who converts the objects of a definition, if not the server itself.
pub(super) fn converter(
    definition: &Object,
    server: &Weak<ApiServer>,
    clock: &Clock,
) -> Result<Option<Arc<dyn Converter>>, String> {
    let spec = definition.get("spec").unwrap_or(&Value::Null);
    if !kinds::custom::is_converted_elsewhere(spec) {
        return Ok(None);
    }
    let webhook = &spec["conversion"]["webhook"];
    let accepted = webhook["conversionReviewVersions"].as_array().cloned().unwrap_or_default();
    let review = SPOKEN.into_iter().find(|known| accepted.iter().any(|one| one == known));
    let config = &webhook["clientConfig"];
    let first = definition.get("status.storedVersions").and_then(|stored| stored.get(0)?.as_str());
    let group = definition.text("spec.group");
    Ok(Some(Arc::new(Webhook {
        of: format!("{group}, Kind={}", definition.text("spec.names.kind")),
        at: whereabouts(config)?,
        trusts: connector(config, clock)?,
        review: review.ok_or("the webhook takes no version of the review that is spoken here")?,
        untold: format!("{group}/{}", first.unwrap_or_default()),
        server: server.clone(),
        clock: clock.clone(),
    })))
}

fn whereabouts(config: &Value) -> Result<Whereabouts, String> {
    if let Some(url) = config["url"].as_str() {
        return url.parse().map(Whereabouts::Url).map_err(|error| format!("{url:?} is no URL: {error}"));
    }
    let service = &config["service"];
    let text = |name: &str| service[name].as_str().unwrap_or_default().to_owned();
    let port = service["port"].as_u64().and_then(|port| u16::try_from(port).ok()).unwrap_or(443);
    let path = format!("/{}", text("path").trim_start_matches('/'));
    Ok(Whereabouts::Service { namespace: text("namespace"), name: text("name"), port, path })
}

fn connector(config: &Value, clock: &Clock) -> Result<Connector, String> {
    let roots = match config["caBundle"].as_str().filter(|bundle| !bundle.is_empty()) {
        None => Roots::System,
        Some(bundle) => {
            let bundle = STANDARD.decode(bundle).map_err(|error| format!("caBundle: {error}"))?;
            Roots::Bundle(String::from_utf8_lossy(&bundle).into_owned())
        }
    };
    let mut options = ClientOptions::new(roots);
    options.protocols = vec![Protocol::Http1];
    Ok(ClientConfig::build(&options, clock).map_err(|error| error.to_string())?.connector())
}

#[async_trait]
impl Converter for Webhook {
    async fn convert(&self, objects: Vec<Value>, api_version: &str) -> Result<Vec<Value>, StatusError> {
        let wanted = objects.len();
        let asked = self.ask(objects, api_version);
        let answered = tokio::select! {
            answered = asked => answered,
            () = self.clock.sleep(PATIENCE) => Err("context deadline exceeded".to_owned()),
        };
        let converted = answered.and_then(|review| read(&review, wanted));
        converted
            .map_err(|why| StatusError::internal(format!("conversion webhook for {} failed: {why}", self.of)))
    }

    fn untold(&self) -> &str {
        &self.untold
    }
}

impl Webhook {
    /// The place to go to, the name that its certificate must have, and the path there.
    fn place(&self, server: &ApiServer) -> Result<(Place, String, String), String> {
        match &self.at {
            Whereabouts::Url(uri) => {
                let host = uri.host().unwrap_or_default().trim_matches(['[', ']']).to_owned();
                let place =
                    Place { host: host.clone(), port: uri.port_u16().unwrap_or(443), trust: Trust::Plain };
                let path = uri.path_and_query().map_or("/", |path| path.as_str()).to_owned();
                Ok((place, host, path))
            }
            Whereabouts::Service { namespace, name, port, path } => {
                let service = Lister::get(&*server.registry, "services", namespace, name);
                let service = service.ok_or_else(|| format!("service {name:?} not found"))?;
                let external = service.text("spec.type") == "ExternalName";
                let host = service.text(if external { "spec.externalName" } else { "spec.clusterIP" });
                let place = Place { host: host.to_owned(), port: *port, trust: Trust::Plain };
                Ok((place, format!("{name}.{namespace}.svc"), path.clone()))
            }
        }
    }

    async fn ask(&self, objects: Vec<Value>, api_version: &str) -> Result<Value, String> {
        let server = self.server.upgrade().ok_or("the server stops")?;
        let (place, name, path) = self.place(&server)?;
        let dialer = server.outward.get().map_err(|error| error.to_string())?;
        let text =
            |error: &dyn std::fmt::Display| format!("Post \"https://{name}:{}{path}\": {error}", place.port);
        let socket = dialer.dial(&place).await.map_err(|error| text(&error))?;
        let stream = self.trusts.connect(&name, socket).await.map_err(|error| text(&error))?;
        let shaken = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await;
        let (mut sender, connection) = shaken.map_err(|error| text(&error))?;
        let connection = tokio::spawn(connection);
        let uid = format!("{:032x}", fastrand::u128(..));
        let review = json!({
            "apiVersion": format!("apiextensions.k8s.io/{}", self.review),
            "kind": "ConversionReview",
            "request": {"uid": uid, "desiredAPIVersion": api_version, "objects": objects},
        });
        let request = Request::post(&path)
            .header(HOST, format!("{name}:{}", place.port))
            .header(CONTENT_TYPE, "application/json")
            .header(ACCEPT, "application/json")
            .body(Full::new(Bytes::from(review.to_string())));
        let request = request.map_err(|error| text(&error))?;
        let answer = sender.send_request(request).await.map_err(|error| text(&error))?;
        let code = answer.status();
        let body = answer.into_body().collect().await.map_err(|error| text(&error))?.to_bytes();
        connection.abort();
        if !code.is_success() {
            return Err(text(&format!("unexpected status {code}")));
        }
        let review: Value = serde_json::from_slice(&body).map_err(|error| text(&error))?;
        if review["response"]["uid"] != uid.as_str() {
            return Err(format!("expected response.uid={uid:?}, got {}", review["response"]["uid"]));
        }
        Ok(review)
    }
}

/// The objects of a review.
fn read(review: &Value, wanted: usize) -> Result<Vec<Value>, String> {
    let (response, result) = (&review["response"], &review["response"]["result"]);
    if result["status"] != "Success" {
        return Err(result["message"].as_str().unwrap_or("no reason was given").to_owned());
    }
    let objects = response["convertedObjects"].as_array().cloned().unwrap_or_default();
    if objects.len() != wanted {
        return Err(format!("webhook returned {} objects, expected {wanted}", objects.len()));
    }
    Ok(objects)
}
