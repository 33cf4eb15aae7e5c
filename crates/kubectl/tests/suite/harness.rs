//! Runs a command line through ours and through an unmodified `kubectl`, and compares what they say once what must differ is taken out.

use std::collections::BTreeMap;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};

use kubectl::{Io, Surroundings};
use testing::ApiServer;

/// What a command line gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    pub code: i32,
    pub out: String,
    pub err: String,
}

#[derive(Clone, Default)]
struct Buffer(Arc<Mutex<Vec<u8>>>);

impl Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Buffer {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned()
    }
}

/// Cuts a line into words; quotes hold words together.
pub fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote, mut open) = (Vec::new(), String::new(), None, false);
    for c in line.chars() {
        match (quote, c) {
            (Some(end), c) if c == end => quote = None,
            (None, '\'' | '"') => (quote, open) = (Some(c), true),
            (None, ' ') => {
                if open || !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
                open = false;
            }
            (_, c) => word.push(c),
        }
    }
    if open || !word.is_empty() {
        words.push(word);
    }
    words
}

/// A server, and both programs that talk to it.
pub struct Bench {
    pub server: ApiServer,
    pub dir: tempfile::TempDir,
    theirs: Option<PathBuf>,
}

impl Bench {
    pub async fn start() -> Self {
        let theirs = ["/usr/local/bin/kubectl", "/usr/bin/kubectl"]
            .iter()
            .map(PathBuf::from)
            .find(|path| path.exists());
        Self { server: ApiServer::start().await, dir: tempfile::tempdir().unwrap(), theirs }
    }

    pub fn has_upstream(&self) -> bool {
        self.theirs.is_some()
    }

    /// A file that command lines can name as `@name`.
    pub fn file(&self, name: &str, text: &str) {
        std::fs::write(self.dir.path().join(name), text).unwrap();
    }

    fn line(&self, line: &str) -> Vec<String> {
        let here = self.dir.path().to_string_lossy().into_owned();
        words(line).into_iter().map(|word| word.replace('@', &format!("{here}/"))).collect()
    }

    /// Ours.
    pub async fn ours(&self, line: &str) -> Said {
        self.ours_with(line, "").await
    }

    /// Ours, with an input.
    pub async fn ours_with(&self, line: &str, input: &str) -> Said {
        let (out, err) = (Buffer::default(), Buffer::default());
        let io = Io::new(out.clone(), err.clone(), Cursor::new(input.as_bytes().to_vec()));
        let mut vars: BTreeMap<String, String> = BTreeMap::new();
        vars.insert("KUBECONFIG".into(), self.server.kubeconfig().to_string_lossy().into_owned());
        vars.insert("PATH".into(), std::env::var("PATH").unwrap_or_default());
        let around =
            Surroundings { vars, data_dir: self.dir.path().to_owned(), clock: runtime::Clock::system() };
        let code = kubectl::run(&self.line(line), io, around).await;
        Said { code: i32::from(code), out: out.text(), err: err.text() }
    }

    /// Theirs.
    pub async fn theirs(&self, line: &str) -> Said {
        self.theirs_with(line, "").await
    }

    /// Theirs, with an input.
    pub async fn theirs_with(&self, line: &str, input: &str) -> Said {
        let mut command = Command::new(self.theirs.as_ref().expect("there is one"));
        command
            .args(self.line(line))
            .env("KUBECONFIG", self.server.kubeconfig())
            .env("HOME", self.dir.path());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let input = input.as_bytes().to_vec();
        // The server lives in this process: it must go on while the program runs.
        let done = tokio::task::spawn_blocking(move || {
            let mut child = command.spawn().unwrap();
            child.stdin.take().unwrap().write_all(&input).ok();
            child.wait_with_output().unwrap()
        });
        let output = done.await.unwrap();
        Said {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// What differs between what both say, if anything; each is given a namespace of its own, so that what one made does not disturb the other.
    pub async fn difference(&self, line: &str) -> Option<String> {
        let (ours, theirs) = (
            self.ours(&in_namespace(line, "ours")).await,
            self.theirs(&in_namespace(line, "upstream")).await,
        );
        let (ours, theirs) = (scrubbed(&ours, self.dir.path()), scrubbed(&theirs, self.dir.path()));
        let shown = |said: &Said| format!("[{}]\n{}{}", said.code, said.out, said.err);
        (ours != theirs)
            .then(|| format!("\n=== {line}\n--- ours {}\n--- theirs {}\n", shown(&ours), shown(&theirs)))
    }
}

fn in_namespace(line: &str, namespace: &str) -> String {
    line.replace("%n", namespace).replace("-n ns", &format!("-n {namespace}"))
}

/// Without what differs from run to run, or between the versions of the two.
fn scrubbed(said: &Said, _dir: &Path) -> Said {
    Said { code: said.code, out: scrub(&said.out), err: scrub(&said.err) }
}

fn scrub(text: &str) -> String {
    let mut lines = Vec::new();
    for line in text.lines() {
        // Newer clients leave out times that are not set and say what is not set; older ones log what they retry.
        let passing = ["creationTimestamp: null", "memcache.go", "Time Zone:", "CreationTimestamp:"];
        if passing.iter().any(|text| line.contains(text)) {
            continue;
        }
        let line = line
            .replace("ConfigMapOptional:", "Optional:")
            .replace("<nil>", "false")
            .replace("metadata: {}", "metadata:");
        let line = line
            .replace("upstream", "ours")
            .replace(" from ours namespace", "")
            .replace("Error: unknown", "error: unknown");
        lines.push(fields(&line).trim_end().to_owned());
    }
    lines.join("\n")
}

/// Ages, identifiers, versions and times become the same, and columns lose their width.
fn fields(line: &str) -> String {
    let indent: String = line.chars().take_while(|c| *c == ' ').collect();
    let words: Vec<String> = line.split_whitespace().map(word).collect();
    format!("{indent}{}", words.join(" "))
}

fn word(word: &str) -> String {
    // Generated names and labels that hold identifiers.
    if word.starts_with("kube-api-access-") {
        return "kube-api-access".to_owned();
    }
    if let Some((key, value)) = word.split_once('=')
        && value.len() == 36
        && value.matches('-').count() == 4
    {
        return format!("{key}=~");
    }
    let bare = word.trim_matches(|c| matches!(c, '"' | ',' | '\''));
    let is_age = bare.len() > 1
        && bare.starts_with(|c: char| c.is_ascii_digit())
        && bare.ends_with(['s', 'm', 'h', 'd'])
        && bare.chars().all(|c| c.is_ascii_digit() || matches!(c, 's' | 'm' | 'h' | 'd'));
    let is_time = bare.len() == 20 && bare.as_bytes()[4] == b'-' && bare.ends_with('Z');
    let is_uid = bare.len() == 36 && bare.matches('-').count() == 4;
    let is_node_port = bare
        .split_once(':')
        .is_some_and(|(_, port)| port.len() == 9 && port.starts_with('3') && port.ends_with("/TCP"));
    let is_number = bare.parse::<u64>().is_ok_and(|number| number > 9);
    let is_address = bare.parse::<std::net::Ipv4Addr>().is_ok();
    if is_age || is_time || is_uid || is_address || is_node_port {
        return "~".to_owned();
    }
    if is_number && word.starts_with('"') { "~".to_owned() } else { word.to_owned() }
}
