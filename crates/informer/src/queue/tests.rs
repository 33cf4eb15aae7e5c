//! The queue under a clock moved by hand.

use std::time::UNIX_EPOCH;

use super::*;

fn queue() -> (Queue<&'static str>, runtime::ManualTime) {
    let (clock, time) = Clock::manual(UNIX_EPOCH);
    (Queue::new(clock), time)
}

fn now<T: Item>(queue: &Queue<T>) -> Option<Lease<T>> {
    use futures_util::FutureExt as _;
    queue.next().now_or_never().flatten()
}

#[test]
fn an_item_waits_once_and_is_worked_on_by_one() {
    let (queue, _time) = queue();
    for item in ["a", "b", "a"] {
        queue.add(item);
    }
    assert_eq!(queue.len(), 2);
    let first = now(&queue).unwrap();
    queue.add("a");
    queue.add("a");
    let second = now(&queue).unwrap();
    assert_eq!((*first, *second), ("a", "b"));
    assert!(now(&queue).is_none(), "a is in work");
    drop(first);
    assert_eq!(*now(&queue).unwrap(), "a");
    assert!(now(&queue).is_none());
}

#[test]
fn of_several_delays_the_shortest_counts() {
    let (queue, time) = queue();
    queue.add_after("a", Duration::from_secs(9));
    queue.add_after("a", Duration::from_secs(3));
    queue.add_after("a", Duration::from_secs(6));
    queue.add_after("b", Duration::ZERO);
    assert_eq!(*now(&queue).unwrap(), "b");
    time.advance(Duration::from_secs(2));
    assert!(now(&queue).is_none());
    time.advance(Duration::from_secs(1));
    assert_eq!(*now(&queue).unwrap(), "a");
    time.advance(Duration::from_secs(100));
    assert!(now(&queue).is_none());
}

#[test]
fn retries_take_longer_and_longer_until_forgotten() {
    let mut state = State::default();
    let delays: Vec<_> = (0..4).map(|_| state.next_delay(&"a").as_millis()).collect();
    assert_eq!(delays, [5, 10, 20, 40]);
    for _ in 0..60 {
        state.next_delay(&"a");
    }
    assert_eq!(state.next_delay(&"a"), Duration::from_secs(1000));
    state.forget(&"a");
    assert_eq!((state.next_delay(&"a").as_millis(), state.retries(&"a")), (5, 1));
}

#[tokio::test]
async fn every_worker_is_woken_and_all_stop_when_closed() {
    let queue = Queue::<u32>::new(Clock::system());
    let gate = Arc::new(tokio::sync::Barrier::new(4));
    let workers: Vec<_> = (0..4)
        .map(|_| {
            let (queue, gate) = (queue.clone(), gate.clone());
            tokio::spawn(async move {
                let lease = queue.next().await.unwrap();
                // Passed only if all four hold an item at the same time.
                gate.wait().await;
                drop(lease);
                assert!(queue.next().await.is_none());
            })
        })
        .collect();
    tokio::task::yield_now().await;
    for item in 0..4 {
        queue.add(item);
    }
    while !queue.is_empty() {
        tokio::task::yield_now().await;
    }
    queue.close();
    for worker in workers {
        worker.await.unwrap();
    }
}
