//! `GET` of changes as they happen. One stream per watcher; the frames themselves are made once for all.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use codec::negotiate::{Media, Output, Shape};
use futures_util::FutureExt as _;
use futures_util::stream::{self, Stream};
use meta::options::ListOptions;
use meta::{StatusError, StatusReason};
use registry::render::{self, TableOptions};
use registry::{Registry, Subscription, Target, View, WatchItem};

use super::call::Call;
use super::render::failed;
use crate::answer::{self, Answer};
use crate::body::{Body, BodyError};

/// How long a watch lasts when the client does not say: at least this, at most twice as long, so that not all end together.
const SHORTEST: u64 = 1800;
/// Changes that are there already go out together, up to about this size.
const BATCH: usize = 32 * 1024;

pub(super) async fn run(call: &Call) -> Result<Answer, StatusError> {
    let output = call.list_output()?;
    let Some(stream_name) = output.media.stream_name() else {
        return Err(no_stream());
    };
    let mut options = ListOptions::from_query(&call.query())?;
    options.watch = true;
    options.validate()?;
    let content_type = if output.media == Media::Json { output.media.name() } else { stream_name };
    let mut answer = answer::raw(200, content_type, Bytes::new());
    *answer.body_mut() = match call.server.registry.watch(&call.target, &options).await {
        Ok(subscription) => Body::stream(frames(call, subscription, &output, &options)),
        // A start that is too old is told within the stream, where clients look for it.
        Err(error) if *error.reason() == StatusReason::Expired => {
            Body::whole(render::error_frame(&error, output.media).map_err(failed)?)
        }
        Err(error) => return Err(error),
    };
    // The answer is not finished as others are: a stream is not compressed.
    Ok(answer)
}

fn no_stream() -> StatusError {
    let names: Vec<&str> = Media::ALL.iter().filter_map(|media| media.stream_name()).collect();
    let text = format!("406: Not Acceptable\n\nAvailable representations: {}", names.join(", "));
    answer::bare(406, StatusReason::NotAcceptable, text)
}

/// How long the watch lasts.
fn lifetime(options: &ListOptions) -> Duration {
    match options.timeout_seconds.and_then(|seconds| u64::try_from(seconds).ok()) {
        Some(seconds) if seconds > 0 => Duration::from_secs(seconds),
        _ => Duration::from_secs(SHORTEST + fastrand::u64(0..SHORTEST)),
    }
}

struct Watching {
    subscription: Subscription,
    registry: Arc<Registry>,
    target: Target,
    media: Media,
    shape: Shape,
    tables: Option<TableOptions>,
    /// Resolves when the watch is to end; says whether in good order.
    end: Pin<Box<dyn Future<Output = bool> + Send>>,
    ended: bool,
}

fn frames(
    call: &Call,
    subscription: Subscription,
    output: &Output,
    options: &ListOptions,
) -> impl Stream<Item = Result<Bytes, BodyError>> + Send + use<> {
    let (clock, shutdown, lifetime) =
        (call.server.clock.clone(), call.server.shutdown.clone(), lifetime(options));
    let end = Box::pin(async move {
        tokio::select! {
            () = clock.sleep(lifetime) => true,
            () = shutdown.wait() => false,
        }
    });
    let watching = Watching {
        registry: call.server.registry.clone(),
        target: call.target.clone(),
        media: output.media,
        shape: output.shape,
        tables: matches!(output.shape, Shape::Table(_)).then(|| call.tables(output)),
        subscription,
        end,
        ended: false,
    };
    stream::unfold(watching, Watching::next)
}

impl Watching {
    /// The next chunk: everything that can be sent without waiting, once there is something.
    async fn next(mut self) -> Option<(Result<Bytes, BodyError>, Self)> {
        if self.ended {
            return None;
        }
        let first = tokio::select! {
            biased;
            in_order = &mut self.end => {
                self.ended = true;
                if !in_order {
                    return None;
                }
                self.subscription.request_bookmark();
                self.subscription.next().now_or_never().flatten()?
            }
            item = self.subscription.next() => item?,
        };
        // Whoever else is ready goes first: where changes come fast, the next ones are then here, and go out by the same write.
        tokio::task::yield_now().await;
        let chunk = match prepare(&self.registry, &self.target, &first).await {
            Ok(()) => self.gather(first),
            Err(error) => {
                render::error_frame(&error, self.media).map_err(Into::into).inspect(|_| self.ended = true)
            }
        };
        self.ended |= chunk.is_err();
        Some((chunk, self))
    }

    fn gather(&mut self, first: WatchItem) -> Result<Bytes, BodyError> {
        let frame = self.frame(&first)?;
        let mut out: Option<BytesMut> = None;
        let mut size = frame.len();
        // Where somebody has to be asked about each, they go out one by one.
        let alone = self.target.kind.converter.is_some() || matches!(first, WatchItem::Error(_));
        while size < BATCH && !alone {
            let Some(Some(item)) = self.subscription.next().now_or_never() else { break };
            let next = self.frame(&item)?;
            size += next.len();
            out.get_or_insert_with(|| BytesMut::from(&*frame)).extend_from_slice(&next);
            if matches!(item, WatchItem::Error(_)) {
                self.ended = true;
                break;
            }
        }
        Ok(out.map_or(frame, BytesMut::freeze))
    }

    fn frame(&mut self, item: &WatchItem) -> Result<Bytes, BodyError> {
        let (kind, served) = (&self.target.kind, self.target.served);
        let frame = render::frame(item, kind, served, self.media, self.shape, self.tables.as_ref())?;
        // Only the first table of a stream has its headings.
        if let Some(tables) = &mut self.tables {
            tables.no_headers = true;
        }
        Ok(frame)
    }
}

/// Has the object of an item converted, where that is for somebody else to do.
async fn prepare(registry: &Registry, target: &Target, item: &WatchItem) -> Result<(), StatusError> {
    if target.kind.converter.is_none() {
        return Ok(());
    }
    let stored = match item {
        WatchItem::Initial(stored) => Some(stored.clone()),
        // What went out of sight is shown as it was.
        WatchItem::Change(change, View::Deleted) => change.before.clone(),
        WatchItem::Change(change, _) => change.now.clone(),
        WatchItem::Bookmark { .. } | WatchItem::Error(_) => None,
    };
    registry.prepare(target, stored.as_slice()).await
}
