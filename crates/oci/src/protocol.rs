//! What agent and shim say to one another. `wire` puts it into frames.
//!
//! Version 1. The agent asks, the shim answers by the question's number and tells on its own what ended. A shim outlives the agent that
//! started it, so an agent must speak the version of the oldest shim on its node: fields may be added, never change meaning.

mod wire;

pub use wire::{Decoder, Outgoing};

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::records::{Exit, Started};

/// The version of this file.
pub const VERSION: u32 = 1;

/// A question with its number.
#[derive(Debug, Serialize, Deserialize)]
pub struct Request {
    /// Given back with the answer.
    pub id: u64,
    /// What is asked.
    pub call: Call,
}

/// What an agent may ask.
#[derive(Debug, Serialize, Deserialize)]
pub enum Call {
    /// Who are you, and what is there?
    Hello {
        /// The asker's version.
        version: u32,
    },
    /// Make a container and start it.
    Start(Box<Start>),
    /// Send a signal to its first process, or to all of them.
    Kill {
        /// The container.
        container: String,
        /// The signal's number.
        signal: i32,
        /// Everything in its control group, with SIGKILL.
        all: bool,
    },
    /// Run a command in it. File descriptors: those of input, output and complaints that are wanted.
    Exec(Box<Exec>),
    /// Kill a command with its process group.
    KillExec {
        /// The asker's name for the command.
        exec: String,
    },
    /// Join its streams. File descriptors: pipes to write output and complaints to, as far as wanted.
    Attach {
        /// The container.
        container: String,
        /// Whether its input is wanted; it comes as a file descriptor with the answer.
        stdin: bool,
        /// Whether a pipe for output is there.
        stdout: bool,
        /// Whether a pipe for complaints is there.
        stderr: bool,
    },
    /// Open the log file anew.
    ReopenLog {
        /// The container.
        container: String,
    },
    /// Forget a container that has ended, and take its root down.
    Forget {
        /// The container.
        container: String,
    },
    /// End everything and go.
    Shutdown,
}

/// A container to be started.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Start {
    /// Its id.
    pub id: String,
    /// Where its records are: `spec.json` among them.
    pub dir: PathBuf,
    /// The folder of layers.
    pub layers_dir: PathBuf,
    /// Folder names of its layers, the lowest first.
    pub layers: Vec<String>,
    /// Images to be mounted: where, and their layers, the lowest first.
    pub image_mounts: Vec<(PathBuf, Vec<String>)>,
    /// Its log.
    pub log: Option<PathBuf>,
    /// It has a terminal.
    pub tty: bool,
    /// It has an input.
    pub stdin: bool,
    /// The input closes with its first client.
    pub stdin_once: bool,
    /// Its control group.
    pub cgroup: String,
    /// Limits.
    pub resources: node::LinuxResources,
    /// Its filter of system calls.
    pub seccomp: Option<Vec<crate::seccomp::Instruction>>,
    /// It has processes of its own: they end with the first.
    pub own_pids: bool,
}

/// A command to be run in a container.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Exec {
    /// The asker's name for it.
    pub exec: String,
    /// Where.
    pub container: String,
    /// The process, as an OCI spec has it.
    pub process: serde_json::Value,
    /// In a terminal.
    pub tty: bool,
    /// Whether a pipe for input is there.
    pub stdin: bool,
    /// Whether a pipe for output is there.
    pub stdout: bool,
    /// Whether a pipe for complaints is there.
    pub stderr: bool,
}

/// What a shim says.
#[derive(Debug, Serialize, Deserialize)]
pub enum Message {
    /// An answer.
    Reply {
        /// The question's number.
        id: u64,
        /// The answer.
        reply: Reply,
    },
    /// Something happened.
    Event(Event),
}

/// Answers.
#[derive(Debug, Serialize, Deserialize)]
pub enum Reply {
    /// It is done. For `Exec` with a terminal and `Attach` with input a file descriptor comes along.
    Done,
    /// What there is.
    Hello {
        /// The shim's version.
        version: u32,
        /// Its containers.
        containers: Vec<Report>,
    },
    /// It runs.
    Started(Started),
    /// There is no such container or command.
    NotFound(String),
    /// It is not in the state that this needs.
    State(String),
    /// It went wrong.
    Failed(String),
}

/// A container as its shim knows it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Report {
    /// Its id.
    pub container: String,
    /// It was started.
    pub started: Option<Started>,
    /// It ended.
    pub exit: Option<Exit>,
}

/// What happens on its own.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Event {
    /// A container ended; it is on disk already.
    Exited {
        /// Which.
        container: String,
        /// How.
        exit: Exit,
    },
    /// A command ended.
    ExecExited {
        /// The asker's name for it.
        exec: String,
        /// What it ended with.
        code: i32,
    },
}
