//! Commands in containers, and joining a container's own streams. The data goes through pipes between the process and the agent; the
//! shim only hands the ends over.

use std::io;
use std::os::fd::OwnedFd;
use std::time::Duration;

use node::{ExecOptions, ExecOutput, RuntimeError, Session};
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite};
use tokio::net::unix::pipe;
use tokio::sync::oneshot;

use super::connection::Connection;
use super::model::Life;
use super::terminal::Terminal;
use super::{Runtime, other};
use crate::disk;
use crate::protocol::{Call, Exec};
use crate::records::new_id;
use crate::spec;

/// What is kept of a command's output.
const MOST: u64 = 16 << 20;
/// How long output may come after the end of a command: something in the background may hold the pipe for ever.
const AFTER: Duration = Duration::from_secs(2);

/// A command that was started.
struct Running {
    shim: Connection,
    name: String,
    ended: oneshot::Receiver<i32>,
    stdin: Option<Box<dyn AsyncWrite + Send + Unpin>>,
    stdout: Option<Box<dyn AsyncRead + Send + Unpin>>,
    stderr: Option<Box<dyn AsyncRead + Send + Unpin>>,
    terminal: Option<Terminal>,
}

impl Runtime {
    async fn command(&self, id: &str, options: &ExecOptions) -> Result<Running, RuntimeError> {
        let container = self.container(id)?;
        container.running()?;
        let first: Option<Value> =
            disk::load(&self.0.places.container(id).join("spec.json")).map_err(other)?;
        let first = first.unwrap_or_default();
        let shim = self.sandbox(&container.sandbox_id)?.shim()?;
        let name = new_id();
        let streams = !options.tty;
        let (mut theirs, mut running) = (
            Vec::new(),
            Running {
                ended: shim.expect(&name),
                shim: shim.clone(),
                name: name.clone(),
                stdin: None,
                stdout: None,
                stderr: None,
                terminal: None,
            },
        );
        if streams && options.stdin {
            let (read, write) = io::pipe().map_err(other)?;
            theirs.push(OwnedFd::from(read));
            running.stdin = Some(Box::new(sender(write.into())?));
        }
        for (wanted, place) in [(options.stdout, &mut running.stdout), (options.stderr, &mut running.stderr)]
        {
            if streams && wanted {
                let (read, write) = io::pipe().map_err(other)?;
                theirs.push(OwnedFd::from(write));
                *place = Some(Box::new(receiver(read.into())?));
            }
        }
        let exec = Exec {
            exec: name,
            container: id.to_owned(),
            process: spec::exec_process(&first["process"], &options.command, options.tty),
            tty: options.tty,
            stdin: streams && options.stdin,
            stdout: streams && options.stdout,
            stderr: streams && options.stderr,
        };
        let (_, mut fds) =
            shim.call(Call::Exec(Box::new(exec)), theirs).await.map_err(|error| match error {
                RuntimeError::Other(words) => {
                    RuntimeError::Other(format!("failed to exec in container: {words}"))
                }
                error => error,
            })?;
        if let Some(fd) = fds.pop() {
            let terminal = Terminal::new(fd).map_err(other)?;
            running.stdout = Some(Box::new(terminal.clone()));
            running.stdin = if options.stdin { Some(Box::new(terminal.clone())) } else { None };
            running.terminal = Some(terminal);
        }
        Ok(running)
    }

    pub(super) async fn exec_to_its_end(
        &self,
        id: &str,
        command: &[String],
        timeout: i64,
    ) -> Result<ExecOutput, RuntimeError> {
        let options =
            ExecOptions { command: command.to_vec(), stdout: true, stderr: true, ..ExecOptions::default() };
        let Running { shim, name, mut ended, stdout, stderr, .. } = self.command(id, &options).await?;
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let limit = u64::try_from(timeout).ok().filter(|seconds| *seconds > 0).map(Duration::from_secs);
        let (clock, after) = (self.0.config.clock.clone(), self.0.config.clock.clone());
        let exit = {
            let reading = async {
                tokio::join!(read(stdout, &mut out), read(stderr, &mut err));
            };
            tokio::pin!(reading);
            let too_late = async {
                match limit {
                    Some(limit) => clock.sleep(limit).await,
                    None => std::future::pending().await,
                }
            };
            tokio::pin!(too_late);
            let mut read_all = false;
            let code = loop {
                tokio::select! {
                    code = &mut ended => break code,
                    () = &mut reading, if !read_all => read_all = true,
                    () = &mut too_late => {
                        let _ = shim.call(Call::KillExec { exec: name }, Vec::new()).await;
                        return Err(RuntimeError::Timeout(format!("command {command:?}")));
                    }
                }
            };
            if !read_all {
                tokio::select! {
                    () = &mut reading => {}
                    () = after.sleep(AFTER) => {}
                }
            }
            code
        };
        let exit_code =
            exit.map_err(|_| RuntimeError::Other("the container ended with the command".to_owned()))?;
        Ok(ExecOutput { stdout: out, stderr: err, exit_code })
    }

    pub(super) async fn exec_session(
        &self,
        id: &str,
        options: &ExecOptions,
    ) -> Result<Session, RuntimeError> {
        let running = self.command(id, options).await?;
        let (tell, exit) = oneshot::channel();
        let ended = running.ended;
        tokio::spawn(async move {
            let gone = |_| RuntimeError::Other("the container ended with the command".to_owned());
            let _ = tell.send(ended.await.map_err(gone));
        });
        Ok(Session {
            stdin: running.stdin,
            stdout: running.stdout.filter(|_| options.stdout || options.tty),
            stderr: running.stderr,
            resize: running.terminal.map(|terminal| terminal.resizer()),
            exit,
        })
    }

    pub(super) async fn attach_session(
        &self,
        id: &str,
        options: &ExecOptions,
    ) -> Result<Session, RuntimeError> {
        let container = self.container(id)?;
        container.running()?;
        let tty = container.record.config.tty;
        let shim = self.sandbox(&container.sandbox_id)?.shim()?;
        let mut theirs = Vec::new();
        let mut ours: [Option<Box<dyn AsyncRead + Send + Unpin>>; 2] = [None, None];
        let wanted = [options.stdout, options.stderr && !tty];
        for (wanted, place) in wanted.into_iter().zip(&mut ours) {
            if wanted {
                let (read, write) = io::pipe().map_err(other)?;
                theirs.push(OwnedFd::from(write));
                *place = Some(Box::new(receiver(read.into())?));
            }
        }
        // With a terminal its controlling end is needed for new sizes, too.
        let call = Call::Attach {
            container: id.to_owned(),
            stdin: options.stdin,
            stdout: wanted[0],
            stderr: wanted[1],
        };
        let (_, mut fds) = shim.call(call, theirs).await?;
        let mut session =
            Session { stdin: None, stdout: None, stderr: None, resize: None, exit: self.end_of(id)? };
        [session.stdout, session.stderr] = ours;
        match fds.pop() {
            Some(fd) if tty => {
                let terminal = Terminal::new(fd).map_err(other)?;
                session.resize = Some(terminal.resizer());
                session.stdin = Some(Box::new(terminal));
            }
            Some(fd) => session.stdin = Some(Box::new(sender(fd)?)),
            None => {}
        }
        Ok(session)
    }

    /// The end of a container, for who joined it.
    fn end_of(&self, id: &str) -> Result<oneshot::Receiver<Result<i32, RuntimeError>>, RuntimeError> {
        let mut life = self.container(id)?.life.subscribe();
        let (tell, exit) = oneshot::channel();
        tokio::spawn(async move {
            let ended = life.wait_for(|life: &Life| life.exit.is_some()).await;
            let code = ended.map(|life| life.exit.as_ref().map_or(0, |exit| exit.code));
            let _ = tell.send(code.map_err(|_| RuntimeError::NotFound("the container".to_owned())));
        });
        Ok(exit)
    }
}

async fn read(stream: Option<Box<dyn AsyncRead + Send + Unpin>>, into: &mut Vec<u8>) {
    let Some(mut stream) = stream else { return };
    let _ = (&mut stream).take(MOST).read_to_end(into).await;
    // What is too much is taken all the same, so that the command does not wait for ever.
    let _ = tokio::io::copy(&mut stream, &mut tokio::io::sink()).await;
}

fn receiver(fd: OwnedFd) -> Result<pipe::Receiver, RuntimeError> {
    pipe::Receiver::from_owned_fd(fd).map_err(other)
}

fn sender(fd: OwnedFd) -> Result<pipe::Sender, RuntimeError> {
    pipe::Sender::from_owned_fd(fd).map_err(other)
}
