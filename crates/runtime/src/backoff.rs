//! Exponential backoff with jitter: how long to wait before the next attempt.
//!
//! Pure data; the caller does the waiting, on its own [`Clock`](crate::Clock).

use std::time::Duration;

/// The delays of successive attempts: `base`, doubled each time up to `cap`, each lengthened by up to half of itself.
#[derive(Debug, Clone)]
pub struct Backoff {
    base: Duration,
    cap: Duration,
    next: Duration,
}

impl Backoff {
    /// A curve that starts at `base` and never exceeds `cap` (before jitter).
    pub fn new(base: Duration, cap: Duration) -> Self {
        Self { base, cap, next: base }
    }

    /// The delay before the next attempt.
    pub fn next_delay(&mut self) -> Duration {
        let delay = self.next.min(self.cap);
        self.next = (delay * 2).min(self.cap);
        delay.mul_f64(1.0 + fastrand::f64() * 0.5)
    }

    /// Starts again at `base`, after a success.
    pub fn reset(&mut self) {
        self.next = self.base;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_up_to_the_cap_and_starts_again_after_a_reset() {
        let mut backoff = Backoff::new(Duration::from_millis(100), Duration::from_millis(350));
        let within = |delay: Duration, low: u64| {
            delay >= Duration::from_millis(low) && delay <= Duration::from_millis(low).mul_f64(1.5)
        };
        for low in [100, 200, 350, 350] {
            let delay = backoff.next_delay();
            assert!(within(delay, low), "{delay:?} is not within {low} ms and half again");
        }
        backoff.reset();
        assert!(within(backoff.next_delay(), 100));
    }
}
