//! Layers made by hand: whiteouts, links, escapes, attributes.

use std::os::unix::fs::{FileTypeExt, MetadataExt};

use tar::{Builder, Header};

use super::*;

fn header(kind: EntryType, mode: u32) -> Header {
    let mut header = Header::new_gnu();
    header.set_entry_type(kind);
    header.set_mode(mode);
    header.set_uid(7);
    header.set_gid(8);
    header.set_mtime(1_000_000);
    header.set_size(0);
    header
}

fn file(builder: &mut Builder<Vec<u8>>, path: &str, content: &str) {
    let mut header = header(EntryType::Regular, 0o4755);
    header.set_size(content.len() as u64);
    // Names that a well-meant builder would refuse are what matters here.
    header.as_gnu_mut().unwrap().name[..path.len()].copy_from_slice(path.as_bytes());
    header.set_cksum();
    builder.append(&header, content.as_bytes()).unwrap();
}

fn link(builder: &mut Builder<Vec<u8>>, kind: EntryType, path: &str, target: &str) {
    builder.append_link(&mut header(kind, 0o777), path, target).unwrap();
}

fn run(archive: Vec<u8>, below: Vec<PathBuf>) -> (tempfile::TempDir, Result<Usage, ImageError>) {
    let dir = tempfile::tempdir().unwrap();
    let done = unpack(&archive[..], dir.path(), below).map(|(usage, _)| usage);
    (dir, done)
}

#[test]
fn files_links_and_whiteouts_arrive() {
    let mut builder = Builder::new(Vec::new());
    builder.append_data(&mut header(EntryType::Directory, 0o750), "d/", io::empty()).unwrap();
    file(&mut builder, "d/f", "hello");
    link(&mut builder, EntryType::Link, "d/hard", "d/f");
    link(&mut builder, EntryType::Symlink, "s", "/d/f");
    file(&mut builder, "d/.wh.gone", "");
    file(&mut builder, "o/.wh..wh..opq", "");
    file(&mut builder, ".wh..wh.plnk", "");
    let (dir, usage) = run(builder.into_inner().unwrap(), vec![]);
    assert_eq!(usage.unwrap(), Usage { bytes: 5, inodes: 4 });
    let root = dir.path();
    let meta = root.join("d/f").metadata().unwrap();
    assert_eq!(
        (meta.uid(), meta.gid(), meta.mode() & 0o7777, meta.nlink(), meta.mtime()),
        (7, 8, 0o4755, 2, 1_000_000)
    );
    assert_eq!(std::fs::read_link(root.join("s")).unwrap(), Path::new("/d/f"));
    assert_eq!(root.join("s").symlink_metadata().unwrap().uid(), 7);
    assert_eq!(root.join("d").metadata().unwrap().mtime(), 1_000_000);
    let gone = root.join("d/gone").symlink_metadata().unwrap();
    assert!(gone.file_type().is_char_device() && gone.rdev() == 0);
    let mut value = [0; 8];
    let length = rustix::fs::getxattr(root.join("o"), "trusted.overlay.opaque", &mut value).unwrap();
    assert_eq!(&value[..length], b"y");
    assert!(!root.join(".wh..wh.plnk").exists());
}

#[test]
fn nothing_gets_out() {
    let outside = tempfile::tempdir().unwrap();
    for path in ["../escaped", "a/../../escaped"] {
        let mut builder = Builder::new(Vec::new());
        file(&mut builder, path, "x");
        let (_dir, done) = run(builder.into_inner().unwrap(), vec![]);
        assert!(done.unwrap_err().to_string().contains("out of the image"), "{path}");
    }
    // Through a link: the kernel takes the layer for the root.
    let mut builder = Builder::new(Vec::new());
    link(&mut builder, EntryType::Symlink, "way", outside.path().to_str().unwrap());
    file(&mut builder, "way/file", "x");
    let (_dir, done) = run(builder.into_inner().unwrap(), vec![]);
    done.unwrap();
    assert_eq!(std::fs::read_dir(outside.path()).unwrap().count(), 0);
    // A hard link to a file of the node.
    let secret = outside.path().join("secret");
    std::fs::write(&secret, "s").unwrap();
    let mut builder = Builder::new(Vec::new());
    link(&mut builder, EntryType::Link, "stolen", secret.to_str().unwrap());
    let (_dir, done) = run(builder.into_inner().unwrap(), vec![]);
    assert!(done.is_err());
}

#[test]
fn a_file_replaces_what_was_there_and_implied_folders_look_as_below() {
    let below = tempfile::tempdir().unwrap();
    std::fs::create_dir(below.path().join("tmp")).unwrap();
    std::fs::set_permissions(below.path().join("tmp"), std::os::unix::fs::PermissionsExt::from_mode(0o1777))
        .unwrap();
    let mut builder = Builder::new(Vec::new());
    file(&mut builder, "tmp/x", "1");
    file(&mut builder, "tmp/x", "22");
    link(&mut builder, EntryType::Symlink, "d", "tmp");
    builder.append_data(&mut header(EntryType::Directory, 0o700), "d/", io::empty()).unwrap();
    let (dir, done) = run(builder.into_inner().unwrap(), vec![below.path().to_owned()]);
    done.unwrap();
    assert_eq!(std::fs::read_to_string(dir.path().join("tmp/x")).unwrap(), "22");
    assert_eq!(dir.path().join("tmp").metadata().unwrap().mode() & 0o7777, 0o1777);
    assert!(dir.path().join("d").symlink_metadata().unwrap().is_dir());
}

#[test]
fn every_compression_is_recognised() {
    let plain = b"some bytes that are no archive at all".to_vec();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    io::Write::write_all(&mut gzip, &plain).unwrap();
    let zstd = zstd::encode_all(&plain[..], 1).unwrap();
    for bytes in [plain.clone(), gzip.finish().unwrap(), zstd] {
        let mut found = Vec::new();
        decompress(&bytes[..]).unwrap().read_to_end(&mut found).unwrap();
        assert_eq!(found, plain);
    }
}
