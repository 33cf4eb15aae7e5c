//! Counting must cost nothing but an atomic: these run under an allocator that counts, per thread.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use telemetry::metrics::{Description, Registry};

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

#[expect(unsafe_code, reason = "an allocator cannot be written otherwise; it hands on to the system's")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // A thread that is going away has no counter any more, and none is needed.
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        // SAFETY: the caller's promises are the system allocator's own.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations(work: impl FnOnce()) -> usize {
    let before = ALLOCATIONS.get();
    work();
    ALLOCATIONS.get() - before
}

#[test]
fn counting_does_not_allocate() {
    let registry = Registry::new();
    let histograms =
        registry.histograms(Description::alpha("h", "H."), ["verb", "code"], &[0.1, 1.0, 10.0]).unwrap();
    let counter = registry.counter(Description::alpha("c_total", "C.")).unwrap();
    let gauge = registry.gauge(Description::alpha("g", "G.")).unwrap();
    let known = histograms.with(["GET", "200"]);
    assert!(allocations(|| drop(std::hint::black_box(Box::new(1)))) > 0, "the allocator counts");
    let counted = allocations(|| {
        for step in 0..1000 {
            known.observe(f64::from(step));
            counter.inc();
            gauge.dec();
            // Finding a member that is there does not allocate either.
            histograms.with(["GET", "200"]).observe(0.5);
        }
    });
    assert_eq!(counted, 0);
    assert_eq!(known.count(), 2000);
}
