//! An image with nothing but busybox in it, as an archive that every tool can load.

use std::path::Path;

use serde_json::json;
use sha2::{Digest as _, Sha256};

fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn add(archive: &mut tar::Builder<Vec<u8>>, name: &str, bytes: &[u8], mode: u32) {
    let mut header = tar::Header::new_gnu();
    header.set_size(bytes.len() as u64);
    header.set_mode(mode);
    archive.append_data(&mut header, name, bytes).unwrap();
}

fn layer() -> Vec<u8> {
    let mut layer = tar::Builder::new(Vec::new());
    for dir in ["bin/", "etc/", "tmp/"] {
        let mut header = tar::Header::new_gnu();
        header.set_entry_type(tar::EntryType::Directory);
        header.set_size(0);
        header.set_mode(0o755);
        layer.append_data(&mut header, dir, std::io::empty()).unwrap();
    }
    add(&mut layer, "bin/busybox", &std::fs::read("/bin/busybox").unwrap(), 0o755);
    for applet in ["sh", "cat", "sleep", "echo", "nc", "stty"] {
        let mut header = tar::Header::new_gnu();
        header.set_entry_type(tar::EntryType::Symlink);
        header.set_size(0);
        layer.append_link(&mut header, format!("bin/{applet}"), "busybox").unwrap();
    }
    layer.into_inner().unwrap()
}

/// Writes the archive. Its process sleeps unless somebody says otherwise.
pub fn write(path: &Path, name: &str) {
    let layer = layer();
    let config = json!({
        "architecture": "amd64",
        "os": "linux",
        "config": {"Env": ["PATH=/bin"], "Entrypoint": ["/bin/sleep", "100000"], "Labels": {"name": name}},
        "rootfs": {"type": "layers", "diff_ids": [format!("sha256:{}", digest(&layer))]},
    })
    .to_string();
    let config_name = format!("{}.json", digest(config.as_bytes()));
    let manifest = json!([{"Config": config_name, "RepoTags": [name], "Layers": ["layer.tar"]}]).to_string();
    let mut archive = tar::Builder::new(Vec::new());
    add(&mut archive, &config_name, config.as_bytes(), 0o644);
    add(&mut archive, "layer.tar", &layer, 0o644);
    add(&mut archive, "manifest.json", manifest.as_bytes(), 0o644);
    std::fs::write(path, archive.into_inner().unwrap()).unwrap();
}
