//! Seeds and budgets of the random tests: deterministic by default, overridable from outside.
//!
//! `NAVARCH_TEST_SEED=<n>` runs every random test with that seed; `NAVARCH_TEST_SOAK=<minutes>` repeats the random tests with
//! new seeds for that long. A failing test prints the seed that it ran with.

use std::time::Duration;

use runtime::Clock;

/// The seed that the outside asks for, or `default`.
pub fn seed(default: u64) -> u64 {
    number("NAVARCH_TEST_SEED").unwrap_or(default)
}

/// How long the random tests go on; `None` is one round with the default seeds.
pub fn soak() -> Option<Duration> {
    number("NAVARCH_TEST_SOAK").map(|minutes| Duration::from_secs(minutes * 60))
}

fn number(name: &str) -> Option<u64> {
    let value = std::env::var(name).ok()?;
    Some(value.parse().unwrap_or_else(|_| panic!("{name}={value} is not a number")))
}

/// Seeds to run with: `count` of them from `first` on, or as many as fit into the soak budget.
pub fn seeds(first: u64, count: u64) -> impl Iterator<Item = u64> {
    let clock = Clock::system();
    let (first, budget) = (seed(first), soak());
    (0u64..).map(move |n| first + n).take_while(move |seed| match budget {
        Some(budget) => clock.monotonic() < budget,
        None => *seed < first + count,
    })
}

/// Prints the seed if the test fails while this lives.
pub struct Announce(pub u64);

impl Drop for Announce {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("failed with NAVARCH_TEST_SEED={}", self.0);
        }
    }
}
