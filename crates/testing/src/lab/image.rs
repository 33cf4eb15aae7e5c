//! Images that tests need, made from Debian's static busybox: an archive that both `docker load` and OCI importers read.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// The port on which the image's server listens.
pub const PORT: u16 = 8080;

/// An image with a shell and a small web server, whose page says the host's name and `text`.
#[derive(Debug, Clone)]
pub struct Image<'a> {
    /// Its name: `navarch.test/web:1`.
    pub reference: &'a str,
    /// What the page says beside the host's name.
    pub text: &'a str,
}

impl Image<'_> {
    /// Writes the archive.
    pub fn write(&self, path: &Path) -> Result<()> {
        self.write_with(path, &self.server())
    }

    /// Writes an archive whose containers do nothing: for sandboxes of runtimes that need an image for them.
    pub fn write_idle(&self, path: &Path) -> Result<()> {
        self.write_with(path, "exec sleep 2147483647")
    }

    fn write_with(&self, path: &Path, script: &str) -> Result<()> {
        let layer = layer().context("build the layer")?;
        let config = serde_json::to_vec(&config(&layer, script))?;
        let blob = |bytes: &[u8]| format!("blobs/sha256/{}", digest(bytes));
        let manifest = serde_json::to_vec(&json!({
            "schemaVersion": 2,
            "mediaType": "application/vnd.oci.image.manifest.v1+json",
            "config": descriptor("application/vnd.oci.image.config.v1+json", &config),
            "layers": [descriptor("application/vnd.oci.image.layer.v1.tar", &layer)],
        }))?;
        let mut named = descriptor("application/vnd.oci.image.manifest.v1+json", &manifest);
        named["annotations"] = json!({"io.containerd.image.name": self.reference, "org.opencontainers.image.ref.name": self.reference});
        let index = serde_json::to_vec(&json!({"schemaVersion": 2, "manifests": [named]}))?;
        let docker = serde_json::to_vec(
            &json!([{"Config": blob(&config), "RepoTags": [self.reference], "Layers": [blob(&layer)]}]),
        )?;
        let mut archive = tar::Builder::new(File::create(path)?);
        put(&mut archive, "oci-layout", br#"{"imageLayoutVersion":"1.0.0"}"#, 0o644)?;
        put(&mut archive, "index.json", &index, 0o644)?;
        put(&mut archive, "manifest.json", &docker, 0o644)?;
        for bytes in [&config, &manifest, &layer] {
            put(&mut archive, &blob(bytes), bytes, 0o644)?;
        }
        archive.finish()?;
        Ok(())
    }

    fn server(&self) -> String {
        format!(
            "echo \"$(hostname) {}\" > /www/index.html; exec httpd -f -p {PORT} -h /www",
            self.text.replace(['"', '$', '`', '\\'], "")
        )
    }
}

fn config(layer: &[u8], script: &str) -> Value {
    let architecture = if cfg!(target_arch = "aarch64") { "arm64" } else { "amd64" };
    json!({
        "architecture": architecture,
        "os": "linux",
        "created": "2026-01-01T00:00:00Z",
        "config": {
            "Env": ["PATH=/bin"],
            "Cmd": ["/bin/sh", "-c", script],
            "ExposedPorts": {format!("{PORT}/tcp"): {}},
            "WorkingDir": "/",
        },
        "rootfs": {"type": "layers", "diff_ids": [format!("sha256:{}", digest(layer))]},
        "history": [{"created": "2026-01-01T00:00:00Z", "created_by": "the lab"}],
    })
}

/// The file system: busybox under all its names, and the places that a container needs.
fn layer() -> Result<Vec<u8>> {
    let busybox = fs::read("/bin/busybox").context("busybox-static is not installed")?;
    let applets = Command::new("/bin/busybox").arg("--list").output()?.stdout;
    let mut archive = tar::Builder::new(Vec::new());
    for dir in ["bin", "dev", "etc", "proc", "root", "sys", "tmp", "var", "www"] {
        let mut header = header(tar::EntryType::Directory, if dir == "tmp" { 0o1777 } else { 0o755 }, 0);
        archive.append_data(&mut header, format!("{dir}/"), &[][..])?;
    }
    put(&mut archive, "bin/busybox", &busybox, 0o755)?;
    for applet in String::from_utf8(applets)?.lines().filter(|applet| *applet != "busybox") {
        let mut header = header(tar::EntryType::Symlink, 0o777, 0);
        archive.append_link(&mut header, format!("bin/{applet}"), "busybox")?;
    }
    put(
        &mut archive,
        "etc/passwd",
        b"root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/false\n",
        0o644,
    )?;
    put(&mut archive, "etc/group", b"root:x:0:\nnogroup:x:65534:\n", 0o644)?;
    Ok(archive.into_inner()?)
}

fn put<W: std::io::Write>(archive: &mut tar::Builder<W>, path: &str, bytes: &[u8], mode: u32) -> Result<()> {
    let mut header = header(tar::EntryType::Regular, mode, bytes.len() as u64);
    Ok(archive.append_data(&mut header, path, bytes)?)
}

fn header(kind: tar::EntryType, mode: u32, size: u64) -> tar::Header {
    let mut header = tar::Header::new_gnu();
    header.set_entry_type(kind);
    header.set_mode(mode);
    header.set_size(size);
    header.set_mtime(1_767_225_600);
    header.set_uid(0);
    header.set_gid(0);
    header
}

fn descriptor(media_type: &str, bytes: &[u8]) -> Value {
    json!({"mediaType": media_type, "digest": format!("sha256:{}", digest(bytes)), "size": bytes.len()})
}

fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
