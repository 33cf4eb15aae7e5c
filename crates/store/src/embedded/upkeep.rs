//! The thread that does what must be done now and then, and must not hold up writers: checkpoints, a spare log file, and dropping
//! versions that nobody can read any more.

use std::io;
use std::sync::Arc;

use parking_lot::{Condvar, Mutex};

use super::checkpoint::{View, Writer, write_snapshot};
use super::files::{CHECKPOINT, CHECKPOINT_TEMP, create_anew};
use super::shared::Shared;

/// So many changes are dropped before the lock is given to others.
const TRIM_STEP: usize = 64;

#[derive(Default, Clone, Copy)]
struct Wanted {
    trim: bool,
    spare: bool,
    checkpoint: bool,
    stop: bool,
}

/// What the thread is asked to do.
#[derive(Default)]
pub(crate) struct Chores {
    wanted: Mutex<Wanted>,
    asked: Condvar,
}

impl Chores {
    pub(crate) fn trim(&self) {
        self.ask(|wanted| &mut wanted.trim);
    }

    pub(crate) fn make_spare(&self) {
        self.ask(|wanted| &mut wanted.spare);
    }

    pub(crate) fn checkpoint(&self) {
        self.ask(|wanted| &mut wanted.checkpoint);
    }

    pub(crate) fn stop(&self) {
        self.ask(|wanted| &mut wanted.stop);
    }

    fn ask(&self, which: impl FnOnce(&mut Wanted) -> &mut bool) {
        let mut wanted = self.wanted.lock();
        if !std::mem::replace(which(&mut wanted), true) {
            self.asked.notify_one();
        }
    }

    /// Waits until something is asked for. The request for a checkpoint stays until it is done, so that nobody repeats it.
    fn next(&self) -> Wanted {
        let mut wanted = self.wanted.lock();
        while !(wanted.trim || wanted.spare || wanted.checkpoint || wanted.stop) {
            self.asked.wait(&mut wanted);
        }
        let next = *wanted;
        (wanted.trim, wanted.spare) = (false, false);
        next
    }

    fn take_spare(&self) -> bool {
        std::mem::take(&mut self.wanted.lock().spare)
    }

    fn checkpoint_done(&self) {
        self.wanted.lock().checkpoint = false;
    }

    /// Whether one was asked for and is not done.
    pub(crate) fn checkpoint_due(&self) -> bool {
        self.wanted.lock().checkpoint
    }

    fn stopping(&self) -> bool {
        self.wanted.lock().stop
    }
}

/// The thread's body; ends when it is told to stop.
pub(crate) fn run(shared: &Arc<Shared>) {
    loop {
        let wanted = shared.chores.next();
        if wanted.stop {
            return;
        }
        if wanted.spare {
            make_spare(shared);
        }
        if wanted.trim {
            trim(shared);
        }
        if wanted.checkpoint {
            checkpoint(shared);
            shared.chores.checkpoint_done();
            // What the checkpoint kept in memory may go now.
            trim(shared);
        }
    }
}

fn make_spare(shared: &Shared) {
    if let Err(error) = shared.pool.prepare() {
        // The committer will try again when it needs the file, and refuse writes if it must.
        tracing::warn!(%error, "cannot prepare the next log file");
    }
}

fn trim(shared: &Shared) {
    loop {
        let mut state = shared.state.write();
        let floor = shared.floor(state.compacted);
        if !state.trim(floor, TRIM_STEP) || shared.chores.stopping() {
            return;
        }
    }
}

/// Writes a checkpoint and lets go of the log that it covers. A failure is no harm: the log is still there.
fn checkpoint(shared: &Shared) {
    let counters = &shared.counters;
    let covered = counters.log_since_checkpoint.get();
    let written = write_checkpoint(shared);
    if written.is_err() {
        // Half a checkpoint is of no use, and the disk may be full. If it was renamed already there is nothing to remove.
        let _ = shared.disk.remove(CHECKPOINT_TEMP);
    }
    match written {
        Ok(()) => {
            counters.checkpoints.add(1);
            counters.log_since_checkpoint.sub(covered);
            let size = counters.checkpoint_bytes.get();
            counters.checkpoint_at.set(shared.config.checkpoint_bytes.max(size));
        }
        Err(error) if error.kind() == io::ErrorKind::Interrupted && shared.chores.stopping() => {}
        Err(error) => {
            counters.checkpoint_failures.add(1);
            counters.checkpoint_at.set(counters.log_since_checkpoint.get() + shared.config.checkpoint_bytes);
            tracing::error!(%error, "cannot write a checkpoint; the log grows until one succeeds");
        }
    }
}

fn write_checkpoint(shared: &Shared) -> io::Result<()> {
    let begun = shared.config.clock.monotonic();
    let view = View::of(&shared.state, &shared.pins);
    let header = view.header(shared.store, shared.config.clock.unix_millis());
    let mut writer = Writer::begin(create_anew(shared.disk.as_ref(), CHECKPOINT_TEMP)?, &header)?;
    write_snapshot(&mut writer, &shared.state, &view, &mut || {
        if shared.chores.take_spare() {
            make_spare(shared);
        }
        if shared.chores.stopping() { Err(io::ErrorKind::Interrupted.into()) } else { Ok(()) }
    })?;
    let bytes = writer.finish()?;
    shared.disk.rename(CHECKPOINT_TEMP, CHECKPOINT)?;
    shared.disk.sync_dir()?;
    shared.counters.bytes_written.add(bytes);
    shared.counters.checkpoint_bytes.set(bytes);
    shared.counters.checkpoint_revision.set(view.revision.0);
    let millis = (shared.config.clock.monotonic() - begun).as_millis() as u64;
    tracing::info!(revision = view.revision.0, bytes, millis, "checkpoint written");
    if let Err(error) = shared.pool.retire(view.position.generation) {
        tracing::warn!(%error, "cannot reuse or remove an old log file");
    }
    Ok(())
}
