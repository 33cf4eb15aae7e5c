//! What a client asks of a log, and what it is sent. Following is by being told of changes (inotify), not by looking again.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _, Seek as _, SeekFrom};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use notify::{RecursiveMode, Watcher as _};
use tokio::sync::mpsc;

use super::line::Line;

/// How much is sent at once.
const CHUNK: usize = 32 * 1024;

/// What is asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LogOptions {
    /// Go on when the end is reached.
    pub follow: bool,
    /// Only so many lines from the end.
    pub tail_lines: Option<usize>,
    /// Only lines from this time on.
    pub since: Option<jiff::Timestamp>,
    /// With times.
    pub timestamps: bool,
    /// At most so many bytes.
    pub limit_bytes: Option<u64>,
    /// Only `stdout` or `stderr`.
    pub stream: Option<String>,
}

/// Sends a log until its end; with `follow` until `ended` says that no more will come, or the client is gone.
pub async fn stream(
    path: PathBuf,
    options: LogOptions,
    ended: impl Future<Output = ()> + Send,
    out: mpsc::Sender<Bytes>,
) -> std::io::Result<()> {
    let (told, mut changes) = mpsc::channel(1);
    let watcher = options.follow.then(|| watch(&path, told)).transpose()?;
    let mut sending = Sending { left: options.limit_bytes.unwrap_or(u64::MAX), out, options };
    let mut reader = Reader::open(&path, sending.options.tail_lines)?;
    sending.pass_on(&mut reader).await?;
    if watcher.is_none() {
        return Ok(());
    }
    let mut ended = std::pin::pin!(ended);
    let mut last = false;
    while !last && sending.left > 0 && !sending.out.is_closed() {
        tokio::select! {
            () = &mut ended => last = true,
            _ = changes.recv() => {}
            () = sending.out.closed() => break,
        }
        sending.pass_on(&mut reader).await?;
        // The file was moved away: the rest is in a new one.
        if reader.is_replaced(&path) {
            reader = Reader::open(&path, None)?;
            sending.pass_on(&mut reader).await?;
        }
    }
    Ok(())
}

/// Is told when something happens in the log's directory.
fn watch(path: &Path, told: mpsc::Sender<()>) -> std::io::Result<notify::RecommendedWatcher> {
    // That somebody reads, we ourselves most of all, is no news.
    let told = move |event: notify::Result<notify::Event>| {
        if !event.is_ok_and(|event| event.kind.is_access()) {
            let _ = told.try_send(());
        }
    };
    let mut watcher = notify::recommended_watcher(told).map_err(std::io::Error::other)?;
    let directory = path.parent().unwrap_or(path);
    watcher.watch(directory, RecursiveMode::NonRecursive).map_err(std::io::Error::other)?;
    Ok(watcher)
}

struct Sending {
    left: u64,
    out: mpsc::Sender<Bytes>,
    options: LogOptions,
}

impl Sending {
    /// Sends all that can be read now.
    async fn pass_on(&mut self, reader: &mut Reader) -> std::io::Result<()> {
        let mut waiting = Vec::new();
        while let Some(line) = reader.next()? {
            self.show(&line, &mut waiting);
            if waiting.len() >= CHUNK {
                self.send(&mut waiting).await;
            }
        }
        self.send(&mut waiting).await;
        Ok(())
    }

    fn show(&self, bytes: &[u8], out: &mut Vec<u8>) {
        let Some(line) = Line::parse(bytes) else { return };
        if self.options.stream.as_deref().is_some_and(|wanted| wanted != line.stream) {
            return;
        }
        if let Some(since) = self.options.since
            && line.time.parse::<jiff::Timestamp>().is_ok_and(|time| time < since)
        {
            return;
        }
        line.show(self.options.timestamps, out);
    }

    async fn send(&mut self, waiting: &mut Vec<u8>) {
        let take = usize::try_from(self.left).unwrap_or(usize::MAX).min(waiting.len());
        if take > 0 {
            self.left -= take as u64;
            let _ = self.out.send(Bytes::copy_from_slice(&waiting[..take])).await;
        }
        waiting.clear();
    }
}

/// Reads whole lines; what is not finished yet is read again later.
struct Reader {
    file: BufReader<File>,
    inode: u64,
    unfinished: Vec<u8>,
}

impl Reader {
    fn open(path: &Path, tail: Option<usize>) -> std::io::Result<Self> {
        let mut file = File::open(path)?;
        let inode = file.metadata()?.ino();
        if let Some(lines) = tail {
            let start = start_of_tail(&mut file, lines)?;
            file.seek(SeekFrom::Start(start))?;
        }
        Ok(Self { file: BufReader::new(file), inode, unfinished: Vec::new() })
    }

    fn next(&mut self) -> std::io::Result<Option<Vec<u8>>> {
        self.file.read_until(b'\n', &mut self.unfinished)?;
        if self.unfinished.last() != Some(&b'\n') {
            return Ok(None);
        }
        self.unfinished.pop();
        Ok(Some(std::mem::take(&mut self.unfinished)))
    }

    fn is_replaced(&self, path: &Path) -> bool {
        std::fs::metadata(path).is_ok_and(|meta| meta.ino() != self.inode)
    }
}

/// Where the last so many lines begin; pieces of one line count as one.
fn start_of_tail(file: &mut File, lines: usize) -> std::io::Result<u64> {
    let mut at = file.seek(SeekFrom::End(0))?;
    let (mut found, mut tail) = (0, Vec::new());
    while at > 0 {
        let size = at.min(64 * 1024);
        at -= size;
        file.seek(SeekFrom::Start(at))?;
        let mut block = vec![0; usize::try_from(size).unwrap_or(0)];
        file.read_exact(&mut block)?;
        block.extend(&tail);
        tail = block;
        found = tail.iter().filter(|byte| **byte == b'\n').count();
        if found > lines {
            break;
        }
    }
    // Going back over what was read: the start of the first wanted line.
    let mut skip = found.saturating_sub(lines);
    let mut offset = 0;
    while skip > 0 {
        offset += tail[offset..].iter().position(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        skip -= 1;
    }
    Ok(at + offset as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;

    async fn collect(path: &Path, options: LogOptions) -> String {
        let (sender, mut receiver) = mpsc::channel(16);
        let sent = tokio::spawn(stream(path.to_owned(), options, std::future::pending(), sender));
        let mut all = Vec::new();
        while let Some(bytes) = receiver.recv().await {
            all.extend(bytes);
        }
        sent.await.unwrap().unwrap();
        String::from_utf8(all).unwrap()
    }

    #[tokio::test]
    async fn lines_are_chosen_as_asked() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("0.log");
        let times = ["2026-01-01T00:00:01.0Z", "2026-01-01T00:00:02.0Z", "2026-01-01T00:00:03.0Z"];
        let log: String =
            times.iter().enumerate().map(|(i, time)| format!("{time} stdout F l{i}\n")).collect();
        std::fs::write(&path, log).unwrap();
        let options = LogOptions::default;
        assert_eq!(collect(&path, options()).await, "l0\nl1\nl2\n");
        assert_eq!(collect(&path, LogOptions { tail_lines: Some(2), ..options() }).await, "l1\nl2\n");
        assert_eq!(collect(&path, LogOptions { tail_lines: Some(0), ..options() }).await, "");
        assert_eq!(collect(&path, LogOptions { tail_lines: Some(9), ..options() }).await, "l0\nl1\nl2\n");
        assert_eq!(collect(&path, LogOptions { limit_bytes: Some(4), ..options() }).await, "l0\nl");
        let since = "2026-01-01T00:00:02.000000Z".parse().ok();
        assert_eq!(
            collect(&path, LogOptions { since, timestamps: true, ..options() }).await,
            format!("{} l1\n{} l2\n", times[1], times[2])
        );
        assert_eq!(collect(&path, LogOptions { stream: Some("stderr".into()), ..options() }).await, "");
    }

    #[tokio::test]
    async fn following_goes_on_over_a_rotation_until_the_end() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("0.log");
        std::fs::write(&path, "T stdout F one\n").unwrap();
        let (sender, mut receiver) = mpsc::channel(16);
        let (end, ended) = tokio::sync::oneshot::channel::<()>();
        let options = LogOptions { follow: true, ..LogOptions::default() };
        let sent = tokio::spawn(stream(path.clone(), options, async { drop(ended.await) }, sender));
        assert_eq!(receiver.recv().await.unwrap(), "one\n");
        let mut file = std::fs::OpenOptions::new().append(true).open(&path).unwrap();
        file.write_all(b"T stdout F two\n").unwrap();
        assert_eq!(receiver.recv().await.unwrap(), "two\n");
        std::fs::rename(&path, directory.path().join("0.log.1")).unwrap();
        std::fs::write(&path, "T stdout F three\n").unwrap();
        assert_eq!(receiver.recv().await.unwrap(), "three\n");
        end.send(()).unwrap();
        assert_eq!(receiver.recv().await, None);
        sent.await.unwrap().unwrap();
    }
}
