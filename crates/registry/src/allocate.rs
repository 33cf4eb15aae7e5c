//! What is handed out to services: cluster addresses of one or two families, node ports, health-check node ports.
//!
//! Pure ranges and bitmaps behind a lock; the rules of services (which family, which port, when to release) are whoever's hook calls
//! them. On start, and now and then, [`Repair`] compares what is handed out with what the services in the cache hold.
//!
//! | file | what it holds |
//! |---|---|
//! | `bitmap` | numbers below a bound, taken or free |
//! | `address` | addresses of a network |
//! | `port` | ports of a range |
//! | `repair` | what should be taken, from the services that exist |

mod address;
mod bitmap;
mod port;
mod repair;

pub use address::{AddressAllocator, AddressError, Network};
pub use bitmap::Bitmap;
pub use port::{PortAllocator, PortError, PortRange};
pub use repair::{Repair, Repaired};

/// A number or address that was taken for a write under way: given back when dropped, unless it is kept.
pub struct Taken<T, R: Fn(&T)> {
    value: Option<T>,
    release: R,
}

impl<T, R: Fn(&T)> Taken<T, R> {
    /// Of something that was just taken, with the way to give it back.
    pub fn new(value: T, release: R) -> Self {
        Self { value: Some(value), release }
    }

    /// What was taken.
    pub fn value(&self) -> &T {
        self.value.as_ref().expect("it is there until it is kept")
    }

    /// The write took place: it stays taken.
    pub fn keep(mut self) -> T {
        self.value.take().expect("it is there until it is kept")
    }
}

impl<T, R: Fn(&T)> Drop for Taken<T, R> {
    fn drop(&mut self) {
        if let Some(value) = &self.value {
            (self.release)(value);
        }
    }
}
