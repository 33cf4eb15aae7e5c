//! Many calls of one sort, the first ones carefully: batches of 1, 2, 4, … so that what fails for all fails only a few times.

use futures_util::future::join_all;

/// Calls `call` for `0..count` until a batch has a failure. How many succeeded, and the first failure.
pub async fn slow_start<E, F>(count: usize, call: impl Fn(usize) -> F) -> (usize, Option<E>)
where
    F: Future<Output = Result<(), E>>,
{
    let (mut started, mut succeeded, mut size) = (0, 0, 1);
    while started < count {
        let batch = started..count.min(started + size);
        started = batch.end;
        let mut failure = None;
        for outcome in join_all(batch.map(&call)).await {
            match outcome {
                Ok(()) => succeeded += 1,
                Err(error) => failure = failure.or(Some(error)),
            }
        }
        if failure.is_some() {
            return (succeeded, failure);
        }
        size *= 2;
    }
    (succeeded, None)
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[tokio::test]
    async fn a_failure_ends_it_after_its_batch() {
        let calls = RefCell::new(Vec::new());
        let call = |number: usize| {
            calls.borrow_mut().push(number);
            async move { if number == 4 { Err("no") } else { Ok(()) } }
        };
        assert_eq!(slow_start(20, call).await, (6, Some("no")));
        assert_eq!(calls.into_inner(), [0, 1, 2, 3, 4, 5, 6]);
        assert_eq!(slow_start(5, |_| async { Ok::<_, ()>(()) }).await, (5, None));
    }
}
