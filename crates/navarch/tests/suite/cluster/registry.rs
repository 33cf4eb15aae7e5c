//! Images are pulled from a registry of the lab's own, which wants a password.

use anyhow::{Context as _, Result, ensure};
use serde_json::json;
use testing::lab::image::Image;
use testing::lab::{Lab, eventually};

use super::machine::{Machine, finish, pod};

const PORT: &str = "5000";

/// Serves one image archive, unpacked in a directory, under every name and tag.
const REGISTRY: &str = r#"
import base64, http.server, json, os, sys
root, port = sys.argv[1], int(sys.argv[2])
secret = "Basic " + base64.b64encode(b"user:secret").decode()
manifest = json.load(open(os.path.join(root, "index.json")))["manifests"][0]
class Registry(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def answer(self, code, body=b"", kind="application/json", digest=None):
        self.send_response(code)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        if code == 401: self.send_header("WWW-Authenticate", 'Basic realm="lab"')
        if digest: self.send_header("Docker-Content-Digest", digest)
        self.end_headers()
        if self.command != "HEAD": self.wfile.write(body)
    def do_GET(self):
        if self.headers.get("Authorization") != secret: return self.answer(401)
        parts = self.path.strip("/").split("/")
        if len(parts) < 4: return self.answer(200, b"{}")
        digest = parts[-1] if parts[-1].startswith("sha256:") else manifest["digest"]
        try: body = open(os.path.join(root, "blobs/sha256", digest[7:]), "rb").read()
        except OSError: return self.answer(404)
        kind = manifest["mediaType"] if parts[-2] == "manifests" else "application/octet-stream"
        self.answer(200, body, kind, digest)
    do_HEAD = do_GET
http.server.ThreadingHTTPServer(("", port), Registry).serve_forever()
"#;

#[tokio::test(flavor = "multi_thread")]
async fn an_image_is_pulled_with_the_secret_of_the_pod() -> Result<()> {
    let lab = Lab::new().await?;
    let shelf = lab.node("shelf").await?;
    let address = format!("{}:{PORT}", shelf.ip());
    let machine = Machine::up_with(&lab, "one", &["--insecure-registry", &address]).await?;
    let image = format!("{address}/team/app:1");
    let archive = lab.dir().join("pulled.tar");
    Image { reference: &image, text: "pulled" }.write(&archive)?;
    let unpacked = lab.dir().join("unpacked");
    std::fs::create_dir(&unpacked)?;
    let (archive, unpacked) =
        (archive.to_str().context("paths are text")?, unpacked.to_str().context("paths are text")?);
    shelf.run(&["tar", "-xf", archive, "-C", unpacked]).await?;
    let mut registry = shelf.spawn("registry", &["python3", "-c", REGISTRY, unpacked, PORT]).await?;

    let container = json!({"image": image, "imagePullPolicy": "Always"});
    machine.apply(&pod("refused", &container, &json!({}))).await?;
    let waiting = ".status.containerStatuses[0].state.waiting.reason";
    eventually("a pull without the secret fails, and is tried later", || async {
        let reason = machine.field("pod/refused", waiting).await?;
        ensure!(["ErrImagePull", "ImagePullBackOff"].contains(&reason.as_str()), "{reason}");
        Ok(())
    })
    .await?;
    let server = format!("--docker-server={address}");
    let secret = [
        "create",
        "secret",
        "docker-registry",
        "shelf",
        &server,
        "--docker-username=user",
        "--docker-password=secret",
    ];
    machine.kubectl(&secret).await?;
    machine.apply(&pod("pulled", &container, &json!({"imagePullSecrets": [{"name": "shelf"}]}))).await?;
    machine.ready("pulled").await.with_context(|| machine.process.log())?;
    let address = machine.field("pod/pulled", ".status.podIP").await?;
    let page = machine.node.curl(&format!("http://{address}:8080/")).await?;
    ensure!(page.trim() == "pulled pulled", "{page}");
    let events = machine.kubectl(&["events", "--for", "pod/pulled"]).await?;
    ensure!(events.contains("Successfully pulled image"), "{events}");
    registry.kill().await?;
    finish(lab, vec![machine]).await
}
