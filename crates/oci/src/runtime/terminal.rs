//! A terminal's controlling end, to be read and written without waiting. Ends like a pipe when nobody has the terminal open any more.

use std::io;
use std::os::fd::OwnedFd;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use node::TerminalSize;
use tokio::io::unix::AsyncFd;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::mpsc;

/// A terminal. Clones share it.
#[derive(Clone)]
pub struct Terminal(Arc<AsyncFd<OwnedFd>>);

impl Terminal {
    /// Takes over the descriptor.
    pub fn new(fd: OwnedFd) -> io::Result<Self> {
        rustix::io::ioctl_fionbio(&fd, true)?;
        #[expect(unsafe_code, reason = "tokio wants a promise that the descriptor stays what it is")]
        // SAFETY: the descriptor is owned here, never given out by value, and closed only with the registration.
        let registered = unsafe { AsyncFd::register(fd) };
        Ok(Self(Arc::new(registered.map_err(io::Error::from)?)))
    }

    /// Where new sizes go.
    pub fn resizer(&self) -> mpsc::Sender<TerminalSize> {
        let (sender, mut sizes) = mpsc::channel::<TerminalSize>(4);
        let terminal = self.clone();
        tokio::spawn(async move {
            while let Some(size) = sizes.recv().await {
                let size = rustix::termios::Winsize {
                    ws_row: size.height,
                    ws_col: size.width,
                    ws_xpixel: 0,
                    ws_ypixel: 0,
                };
                if let Err(error) = rustix::termios::tcsetwinsize(terminal.0.get_ref(), size) {
                    tracing::debug!(%error, "a terminal did not take its size");
                }
            }
        });
        sender
    }
}

impl AsyncRead for Terminal {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            let mut guard = ready!(self.0.poll_read_ready(context))?;
            let read = guard.try_io(|fd| Ok(rustix::io::read(fd.get_ref(), buffer.initialize_unfilled())?));
            match read {
                Ok(Ok(count)) => {
                    buffer.advance(count);
                    return Poll::Ready(Ok(()));
                }
                // The last one closed it.
                Ok(Err(error)) if error.raw_os_error() == Some(libc::EIO) => return Poll::Ready(Ok(())),
                Ok(Err(error)) => return Poll::Ready(Err(error)),
                Err(_) => {}
            }
        }
    }
}

impl AsyncWrite for Terminal {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        loop {
            let mut guard = ready!(self.0.poll_write_ready(context))?;
            if let Ok(written) = guard.try_io(|fd| Ok(rustix::io::write(fd.get_ref(), bytes)?)) {
                return Poll::Ready(written);
            }
        }
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
