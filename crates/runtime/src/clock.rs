//! Time as a value that is passed in: the system's clock in production, one moved by hand in tests.
//!
//! The only file of the project that reads the wall clock; `clippy.toml` forbids it elsewhere.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::sync::watch;

/// Tells the time and sleeps. Cheap to clone; clones share their time.
#[derive(Clone)]
pub struct Clock(Source);

#[derive(Clone)]
enum Source {
    System { start: std::time::Instant },
    Manual(ManualTime),
}

impl Clock {
    /// The system's clock.
    #[expect(clippy::disallowed_methods, reason = "this is the one place that reads the clock")]
    pub fn system() -> Self {
        Self(Source::System { start: std::time::Instant::now() })
    }

    /// A clock that stands still until the returned handle moves it.
    pub fn manual(start: SystemTime) -> (Self, ManualTime) {
        let time = ManualTime { start, elapsed: Arc::new(watch::Sender::new(Duration::ZERO)) };
        (Self(Source::Manual(time.clone())), time)
    }

    /// The wall-clock time, which may jump.
    #[expect(clippy::disallowed_methods, reason = "this is the one place that reads the clock")]
    pub fn now(&self) -> SystemTime {
        match &self.0 {
            Source::System { .. } => SystemTime::now(),
            Source::Manual(time) => time.start + time.elapsed(),
        }
    }

    /// The wall-clock time in milliseconds since 1970, as it is written to disk.
    pub fn unix_millis(&self) -> u64 {
        self.now().duration_since(UNIX_EPOCH).map_or(0, |d| u64::try_from(d.as_millis()).unwrap_or(u64::MAX))
    }

    /// Time since some fixed moment of this process; never goes back.
    pub fn monotonic(&self) -> Duration {
        match &self.0 {
            Source::System { start } => start.elapsed(),
            Source::Manual(time) => time.elapsed(),
        }
    }

    /// Waits for `duration` of this clock's time.
    pub async fn sleep(&self, duration: Duration) {
        match &self.0 {
            Source::System { .. } => tokio::time::sleep(duration).await,
            Source::Manual(time) => time.sleep(duration).await,
        }
    }
}

impl std::fmt::Debug for Clock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match &self.0 {
            Source::System { .. } => "Clock(system)",
            Source::Manual(_) => "Clock(manual)",
        })
    }
}

/// Moves a manual [`Clock`].
#[derive(Clone)]
pub struct ManualTime {
    start: SystemTime,
    elapsed: Arc<watch::Sender<Duration>>,
}

impl ManualTime {
    /// Moves the clock forward and wakes whoever sleeps until a moment now past.
    pub fn advance(&self, by: Duration) {
        self.elapsed.send_modify(|elapsed| *elapsed += by);
    }

    fn elapsed(&self) -> Duration {
        *self.elapsed.borrow()
    }

    async fn sleep(&self, duration: Duration) {
        let mut ticks = self.elapsed.subscribe();
        let until = *ticks.borrow() + duration;
        // The sender lives as long as `self`, so the wait ends only by time.
        let _ = ticks.wait_for(|elapsed| *elapsed >= until).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_manual_clock_moves_only_by_hand() {
        let (clock, time) = Clock::manual(UNIX_EPOCH + Duration::from_secs(1000));
        assert_eq!(clock.unix_millis(), 1_000_000);
        let sleeper = tokio::spawn({
            let clock = clock.clone();
            async move {
                clock.sleep(Duration::from_secs(5)).await;
                clock.monotonic()
            }
        });
        // The sleeper may start before or after the first step; it needs five seconds from its start either way.
        while !sleeper.is_finished() {
            time.advance(Duration::from_secs(1));
            tokio::task::yield_now().await;
        }
        assert!(sleeper.await.unwrap() >= Duration::from_secs(5));
    }
}
