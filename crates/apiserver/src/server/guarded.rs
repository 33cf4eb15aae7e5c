//! A connection that does not wait for ever on a client that says nothing or takes nothing.
//!
//! Two limits, both on silence and not on size: the first bytes must come soon, and bytes that are to go out must make progress.
//! HTTP has limits of its own for the head of a request, and `pipeline.rs` for the whole of it. Used by `server.rs` only.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use runtime::Clock;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

type Timer = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Lets a connection's other end take its time: somebody pages through a log or sits before a shell.
#[derive(Clone, Default)]
pub(super) struct Leisure(Arc<AtomicBool>);

impl Leisure {
    /// From now on nothing that goes out is in a hurry.
    pub(super) fn grant(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn is_granted(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How long to wait for the other end.
#[derive(Clone, Copy)]
pub(super) struct Waits {
    /// How many bytes it opens with.
    pub greeting: usize,
    /// For those.
    pub first: Duration,
    /// For it to take anything of what there is.
    pub stalled: Duration,
}

/// The connection under guard.
pub(super) struct Guarded<IO> {
    io: IO,
    clock: Clock,
    waits: Waits,
    leisure: Leisure,
    /// Runs until the greeting came.
    silent: Option<Timer>,
    greeted: usize,
    /// Runs while nothing of what goes out is taken.
    stalled: Option<Timer>,
}

impl<IO> Guarded<IO> {
    pub(super) fn new(io: IO, clock: &Clock, waits: Waits, leisure: Leisure) -> Self {
        let silent = Some(timer(clock, waits.first));
        Self { io, clock: clock.clone(), waits, leisure, silent, greeted: 0, stalled: None }
    }

    /// What came of an attempt to send.
    fn sent<T>(&mut self, cx: &mut Context<'_>, outcome: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if outcome.is_ready() || self.leisure.is_granted() {
            self.stalled = None;
            return outcome;
        }
        let (clock, longest) = (&self.clock, self.waits.stalled);
        let stalled = self.stalled.get_or_insert_with(|| timer(clock, longest));
        match stalled.as_mut().poll(cx) {
            Poll::Ready(()) => Poll::Ready(Err(too_slow("the client takes nothing of what is sent"))),
            Poll::Pending => Poll::Pending,
        }
    }
}

fn timer(clock: &Clock, longest: Duration) -> Timer {
    let clock = clock.clone();
    Box::pin(async move { clock.sleep(longest).await })
}

fn too_slow(why: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::TimedOut, why)
}

impl<IO: AsyncRead + Unpin> AsyncRead for Guarded<IO> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let outcome = Pin::new(&mut self.io).poll_read(cx, buffer);
        if outcome.is_ready() {
            self.greeted = self.greeted.saturating_add(buffer.filled().len() - before);
            if self.greeted >= self.waits.greeting {
                self.silent = None;
            }
            return outcome;
        }
        let silent = self.silent.as_mut().is_some_and(|timer| timer.as_mut().poll(cx).is_ready());
        if silent { Poll::Ready(Err(too_slow("the client says nothing"))) } else { Poll::Pending }
    }
}

impl<IO: AsyncWrite + Unpin> AsyncWrite for Guarded<IO> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.io).poll_write(cx, bytes);
        self.sent(cx, outcome)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.io).poll_write_vectored(cx, slices);
        self.sent(cx, outcome)
    }

    fn is_write_vectored(&self) -> bool {
        self.io.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let outcome = Pin::new(&mut self.io).poll_flush(cx);
        self.sent(cx, outcome)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let outcome = Pin::new(&mut self.io).poll_shutdown(cx);
        self.sent(cx, outcome)
    }
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);
    const WAITS: Waits = Waits { greeting: 1, first: SECOND, stalled: SECOND };

    /// Lets time pass until the work is done.
    async fn in_time<T>(work: impl Future<Output = T>, time: &runtime::ManualTime) -> T {
        let passing = async {
            loop {
                time.advance(SECOND / 4);
                tokio::task::yield_now().await;
            }
        };
        tokio::select! {
            done = work => done,
            () = passing => unreachable!("time does not end"),
        }
    }

    #[tokio::test]
    async fn silence_and_standstill_end_a_connection() {
        let (clock, time) = Clock::manual(SystemTime::UNIX_EPOCH);
        let (_client, server) = tokio::io::duplex(16);
        let mut server = Guarded::new(server, &clock, WAITS, Leisure::default());
        let error = in_time(server.read_u8(), &time).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        let error = in_time(server.write_all(&[0; 64]), &time).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn who_has_spoken_may_be_silent_and_who_has_leisure_may_be_slow() {
        let (clock, time) = Clock::manual(SystemTime::UNIX_EPOCH);
        let (mut client, server) = tokio::io::duplex(16);
        let leisure = Leisure::default();
        let mut server = Guarded::new(server, &clock, WAITS, leisure.clone());
        client.write_u8(7).await.unwrap();
        assert_eq!(server.read_u8().await.unwrap(), 7);
        leisure.grant();
        let quiet = tokio::spawn(async move { (server.write_all(&[0; 64]).await, server.read_u8().await) });
        for _ in 0..100 {
            time.advance(SECOND);
            tokio::task::yield_now().await;
        }
        client.read_exact(&mut [0; 64]).await.unwrap();
        client.write_u8(8).await.unwrap();
        let (written, read) = quiet.await.unwrap();
        assert!(written.is_ok());
        assert_eq!(read.unwrap(), 8);
    }
}
