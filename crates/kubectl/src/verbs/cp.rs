//! `cp`: files into and out of containers, by `tar` there and here.

use std::io::{Read, Write};
use std::path::{Component, Path, PathBuf};

use tokio::sync::mpsc;

use crate::command::{Section, Verb};
use crate::cx::Cx;
use crate::error::{Result, bail, plain};
use crate::flags::Flag;
use crate::pods;
use crate::terminal::{Session, piped};
use crate::tree::Tree as _;

/// The verb.
pub const VERB: Verb = Verb {
    name: "cp",
    section: Section::Troubleshooting,
    usage: "<file-spec-src> <file-spec-dest>",
    about: "Copy files and directories to and from containers",
    examples: &[(
        "Copy /tmp/foo local file to /tmp/bar in a remote pod",
        "kubectl cp /tmp/foo <some-pod>:/tmp/bar -c <specific-container>",
    )],
    flags: &[OWN],
    run: Some(|cx| Box::pin(run(cx))),
    ..Verb::NONE
};

static OWN: &[Flag] = &[
    Flag::text("container", "", "Container name").short('c'),
    Flag::switch(
        "no-preserve",
        "The copied file/directory's ownership and permissions will not be preserved in the container",
    ),
    Flag::number("retries", "0", "Kept for scripts"),
];

/// A place here or in a pod.
#[derive(Debug, PartialEq, Eq)]
enum Place {
    Here(PathBuf),
    There { namespace: String, pod: String, path: String },
}

fn place(text: &str) -> Result<Place> {
    let Some((pod, path)) = text.split_once(':') else { return Ok(Place::Here(PathBuf::from(text))) };
    if pod.is_empty() {
        bail!("filespec must match the canonical format: [[namespace/]pod:]file/path");
    }
    // A path that begins like one is a path, whatever colons follow.
    if pod.starts_with('.') || pod.starts_with('/') {
        return Ok(Place::Here(PathBuf::from(text)));
    }
    if path.is_empty() {
        bail!("filepath can not be empty");
    }
    match pod.split('/').collect::<Vec<_>>()[..] {
        [pod] => Ok(Place::There { namespace: String::new(), pod: pod.to_owned(), path: path.to_owned() }),
        [namespace, pod] => {
            Ok(Place::There { namespace: namespace.to_owned(), pod: pod.to_owned(), path: path.to_owned() })
        }
        _ => bail!("filespec must match the canonical format: [[namespace/]pod:]file/path"),
    }
}

async fn run(cx: &Cx) -> Result {
    let [from, to] = cx.args.as_slice() else { bail!("source and destination are required") };
    match (place(from)?, place(to)?) {
        (Place::There { .. }, Place::There { .. }) => {
            bail!("one of src or dest must be a local file specification")
        }
        (Place::Here(_), Place::Here(_)) => bail!("one of src or dest must be a remote file specification"),
        (Place::Here(from), Place::There { namespace, pod, path }) => {
            upload(cx, &from, &namespace, &pod, &path).await
        }
        (Place::There { namespace, pod, path }, Place::Here(to)) => {
            download(cx, &namespace, &pod, &path, &to).await
        }
    }
}

async fn find(cx: &Cx, namespace: &str, name: &str) -> Result<(serde_json::Value, String)> {
    let (own, _) = cx.namespace().await?;
    let namespace = if namespace.is_empty() { own.as_str() } else { namespace };
    let server = cx.server().await?;
    let pod = server.get(&server.discovery().await?.of_kind("v1", "Pod")?.item(namespace, name)).await?;
    if matches!(pod.text("status.phase"), "Succeeded" | "Failed") {
        bail!(
            "cannot exec into a container in a completed pod; current phase is {}",
            pod.text("status.phase")
        );
    }
    let container = pods::container(cx, &pod, cx.flags.text("container"), false)?;
    Ok((pod, container))
}

/// Writes pieces into a channel.
struct Sink(mpsc::Sender<Vec<u8>>);

impl Write for Sink {
    fn write(&mut self, buffer: &[u8]) -> std::io::Result<usize> {
        let gone = |_| std::io::Error::from(std::io::ErrorKind::BrokenPipe);
        self.0.blocking_send(buffer.to_vec()).map_err(gone)?;
        Ok(buffer.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Reads pieces from a channel.
struct Source(std::sync::mpsc::Receiver<Vec<u8>>, std::io::Cursor<Vec<u8>>);

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        loop {
            let length = self.1.read(buffer)?;
            if length > 0 || buffer.is_empty() {
                return Ok(length);
            }
            match self.0.recv() {
                Ok(piece) => self.1 = std::io::Cursor::new(piece),
                Err(_) => return Ok(0),
            }
        }
    }
}

async fn upload(cx: &Cx, from: &Path, namespace: &str, name: &str, to: &str) -> Result {
    if !from.exists() {
        bail!("{} doesn't exist in local filesystem", from.display());
    }
    let (pod, container) = find(cx, namespace, name).await?;
    let base = from.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let target = if is_directory(cx, &pod, &container, to).await {
        format!("{}/{base}", to.trim_end_matches('/'))
    } else {
        to.trim_end_matches('/').to_owned()
    };
    let (parent, last) = target.rsplit_once('/').map_or((".", target.as_str()), |(parent, last)| {
        (if parent.is_empty() { "/" } else { parent }, last)
    });
    let (sender, pieces) = mpsc::channel(8);
    let (source, inside) = (from.to_owned(), last.to_owned());
    let packing = std::thread::spawn(move || -> std::io::Result<()> {
        let mut archive = tar::Builder::new(std::io::BufWriter::with_capacity(32 * 1024, Sink(sender)));
        archive.follow_symlinks(false);
        if source.is_dir() {
            archive.append_dir_all(&inside, &source)?;
        } else {
            archive.append_path_with_name(&source, &inside)?;
        }
        archive.into_inner()?.flush()
    });
    let mut command: Vec<String> = vec!["tar".into(), "-xmf".into(), "-".into()];
    if cx.flags.on("no-preserve") {
        command = vec![
            "tar".into(),
            "--no-same-permissions".into(),
            "--no-same-owner".into(),
            "-xmf".into(),
            "-".into(),
        ];
    }
    command.extend(["-C".to_owned(), parent.to_owned()]);
    let session = Session {
        verb: "exec",
        pod: &pod,
        container: &container,
        command: &command,
        stdin: true,
        tty: false,
    };
    piped(
        cx,
        &session,
        false,
        Some(pieces),
        |out, bytes| if out { cx.io.out(bytes) } else { cx.io.err(bytes) },
    )
    .await?;
    packing.join().map_err(|_| plain("packing failed"))??;
    Ok(())
}

async fn is_directory(cx: &Cx, pod: &serde_json::Value, container: &str, path: &str) -> bool {
    let command = ["test".to_owned(), "-d".to_owned(), path.to_owned()];
    let session = Session { verb: "exec", pod, container, command: &command, stdin: false, tty: false };
    piped(cx, &session, false, None, |_, _| {}).await.is_ok()
}

async fn download(cx: &Cx, namespace: &str, name: &str, from: &str, to: &Path) -> Result {
    let (pod, container) = find(cx, namespace, name).await?;
    let command = ["tar".to_owned(), "cf".to_owned(), "-".to_owned(), from.to_owned()];
    let (sender, pieces) = std::sync::mpsc::channel();
    let prefix = PathBuf::from(from.trim_start_matches('/'));
    let last = Path::new(from).file_name().map(PathBuf::from).unwrap_or_default();
    let target = if to.is_dir() { to.join(last) } else { to.to_owned() };
    let unpacking =
        std::thread::spawn(move || unpack(Source(pieces, std::io::Cursor::default()), &prefix, &target));
    let session = Session {
        verb: "exec",
        pod: &pod,
        container: &container,
        command: &command,
        stdin: false,
        tty: false,
    };
    let ended = piped(cx, &session, false, None, |out, bytes| {
        if out {
            sender.send(bytes.to_vec()).ok();
        } else {
            cx.io.err(bytes);
        }
    })
    .await;
    drop(sender);
    unpacking.join().map_err(|_| plain("unpacking failed"))??;
    ended
}

/// Unpacks what is below a prefix to a place; nothing may leave it.
fn unpack(source: Source, prefix: &Path, target: &Path) -> Result {
    let mut archive = tar::Archive::new(source);
    for entry in archive.entries()? {
        let mut entry = entry?;
        let path = entry.path()?.into_owned();
        let Ok(below) = path.strip_prefix(prefix) else { bail!("tar contents corrupted") };
        if below.components().any(|part| !matches!(part, Component::Normal(_))) {
            bail!("warning: file {} is outside target destination, skipping", path.display());
        }
        let place = if below.as_os_str().is_empty() { target.to_owned() } else { target.join(below) };
        if entry.header().entry_type().is_symlink() || entry.header().entry_type().is_hard_link() {
            continue;
        }
        if let Some(parent) = place.parent() {
            std::fs::create_dir_all(parent)?;
        }
        entry.unpack(&place)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_told_apart() {
        assert_eq!(place("./a:b").unwrap(), Place::Here("./a:b".into()));
        assert_eq!(place("/tmp/x").unwrap(), Place::Here("/tmp/x".into()));
        let there = |namespace: &str| Place::There {
            namespace: namespace.into(),
            pod: "pod".into(),
            path: "/x".into(),
        };
        assert_eq!(place("pod:/x").unwrap(), there(""));
        assert_eq!(place("ns/pod:/x").unwrap(), there("ns"));
        assert!(place(":x").is_err());
    }
}
