//! The embedded store on the simulated disk: the power goes off at every single operation, and whatever is left must open and
//! hold all that was acknowledged.

mod script;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use store::embedded::{Config, Embedded, History as Bounds};
use store::{Backend, Error, KeyRange, Range, Revision, Store, WatchItem, WatchRequest};

use crate::history::{self, Client, Recorder};
use crate::seed;
use crate::sim::{Kind, Loss, SimDisk};
pub use script::{Step, script};

/// Tiny files, so that a few dozen writes fill several, checkpoint several times and use files again.
pub fn config() -> Config {
    let history = Bounds { max_events: 10_000, ..Bounds::default() };
    Config { segment_bytes: 8 << 10, checkpoint_bytes: 6 << 10, history, ..Config::default() }
}

/// What happens to the disk between two lives.
#[derive(Debug, Clone, Copy)]
pub enum Death {
    /// The power goes.
    Power(Loss),
    /// Only the process dies; the power goes as soon as the next one has shown what it found.
    KillThenPower(Loss),
    /// The power goes, and goes again while the store is being opened.
    Twice(Loss),
}

const DEATHS: [Death; 7] = [
    Death::Power(Loss::Everything),
    Death::Power(Loss::Nothing),
    Death::Power(Loss::Scattered),
    Death::Power(Loss::Unordered),
    Death::Power(Loss::Prefix),
    Death::KillThenPower(Loss::Everything),
    Death::Twice(Loss::Scattered),
];

/// The lives of one store, all on one record.
pub struct Lives {
    pub disk: SimDisk,
    pub recorder: Arc<Recorder>,
    pub config: Config,
    clients: AtomicUsize,
    rng: fastrand::Rng,
}

impl Lives {
    pub fn new(seed: u64) -> Self {
        Self {
            disk: SimDisk::default(),
            recorder: Recorder::empty(),
            config: config(),
            clients: AtomicUsize::new(0),
            rng: fastrand::Rng::with_seed(seed),
        }
    }

    pub async fn open(&self) -> Result<Embedded, Error> {
        Embedded::open_on(Arc::new(self.disk.clone()), self.config.clone()).await
    }

    /// A new client; each is a watcher of its own.
    pub fn client(&self, store: &Embedded) -> Client {
        let id = self.clients.fetch_add(1, Ordering::SeqCst);
        Client { id, store: Store::new(store.clone()), recorder: self.recorder.clone() }
    }

    /// Does the steps until one fails, with a watcher beside; then stops the store.
    pub async fn live(&self, store: Embedded, steps: &[Step]) {
        let client = self.client(&store);
        let mut watch = client.watch(WatchRequest::after(KeyRange::all(), Revision::ZERO)).await.ok();
        let watcher = tokio::spawn(async move {
            while let Some(watch) = &mut watch
                && matches!(watch.next().await, Some(Ok(_)))
            {}
        });
        for (n, step) in steps.iter().enumerate() {
            // Lets the store's other threads finish now and then, so that their work is met at every operation too.
            if n % 12 == 11 {
                self.quiet(&store).await;
            }
            if step.run(&client).await.is_err_and(|error| error.is_transient()) {
                break;
            }
        }
        drop(client);
        store.close().await;
        watcher.await.unwrap();
    }

    /// Waits until the store has nothing left to do, and nobody uses the disk for a moment.
    async fn quiet(&self, store: &Embedded) {
        // On a busy machine the moment may be over before another thread has begun. A store that has stopped does nothing more.
        while store.stats().checkpoint_due && store.revision().await.is_ok() {
            tokio::time::sleep(Duration::from_micros(300)).await;
        }
        let mut before = usize::MAX;
        while before != self.disk.operations() {
            before = self.disk.operations();
            tokio::time::sleep(Duration::from_micros(300)).await;
        }
    }

    /// Reads everything and follows the past, all on record: what this life shows, the next must show too.
    pub async fn look(&self, store: &Embedded) {
        let client = self.client(store);
        let now = client.range(Range::new(KeyRange::all())).await.expect("an open store answers");
        let Ok(mut watch) = client.watch(WatchRequest::after(KeyRange::all(), Revision::ZERO)).await else {
            return;
        };
        let mut seen = Revision::ZERO;
        while seen < now.revision {
            watch.request_progress();
            match watch.next().await {
                Some(Ok(WatchItem::Events(events))) => seen = events.last().expect("not empty").revision(),
                Some(Ok(WatchItem::Progress(revision))) => seen = revision,
                Some(Err(_)) | None => break,
            }
        }
    }

    /// The end of one life, up to where the next may open.
    pub async fn die(&mut self, death: Death) {
        match death {
            Death::Power(loss) => self.disk = self.disk.after_power_loss(loss, &mut self.rng),
            Death::KillThenPower(loss) => {
                self.disk = self.disk.after_kill();
                let store = self.open().await.expect("the store opens after a kill");
                self.look(&store).await;
                self.disk = self.disk.after_power_loss(loss, &mut self.rng);
                store.close().await;
            }
            Death::Twice(loss) => {
                self.disk = self.disk.after_power_loss(loss, &mut self.rng);
                self.disk.off_at(self.rng.usize(0..30));
                if let Ok(store) = self.open().await {
                    store.close().await;
                }
                self.disk = self.disk.after_power_loss(loss, &mut self.rng);
            }
        }
    }

    /// After a death: the store opens, and all lives together make sense. Once more with the last life cut off hard.
    pub async fn judge(&mut self, what: &str) {
        for _ in 0..2 {
            let store = match self.open().await {
                Ok(store) => store,
                Err(error) => panic!("{what}: the store does not open: {error}"),
            };
            self.look(&store).await;
            let seed = self.rng.u64(1000..1_000_000_000);
            self.live(store, &script(seed, 6)).await;
            self.disk = self.disk.after_power_loss(Loss::Everything, &mut self.rng);
        }
        let store = self.open().await.unwrap_or_else(|error| panic!("{what}: does not open again: {error}"));
        self.look(&store).await;
        store.close().await;
        let found = history::violations(&self.recorder.history());
        assert!(found.is_empty(), "{what}: {found:?}");
    }
}

/// How many operations the whole script takes.
async fn operations(seed: u64) -> usize {
    let lives = Lives::new(seed);
    let store = lives.open().await.unwrap();
    lives.live(store.clone(), &script(seed, STEPS)).await;
    let stats = store.stats();
    // Not a matter of luck: the script waits for the other threads.
    assert!(stats.checkpoints >= 1, "the script must be long enough for checkpoints: {stats:?}");
    lives.disk.operations()
}

const STEPS: usize = 60;

#[tokio::test(flavor = "multi_thread")]
async fn power_loss_at_every_operation() {
    for seed in seed::seeds(300, 3) {
        let _announce = seed::Announce(seed);
        let last = operations(seed).await;
        assert!(last > 100, "only {last} operations");
        let mut crashes = 0;
        for at in 0..last {
            // Each operation meets every death over the seeds of a soak; in a short run it meets some.
            let deaths =
                DEATHS.iter().enumerate().filter(|(n, _)| seed::soak().is_some() || (n + at) % 3 == 0);
            for (n, death) in deaths {
                let mut lives = Lives::new(seed ^ (at * 31 + n) as u64);
                lives.disk.off_at(at);
                if let Ok(store) = lives.open().await {
                    lives.live(store, &script(seed, STEPS)).await;
                }
                crashes += usize::from(lives.disk.operations() >= at);
                lives.die(*death).await;
                lives.judge(&format!("seed {seed}, operation {at} of {last}, {death:?}")).await;
            }
        }
        assert!(crashes > last, "only {crashes} crashes for {last} operations");
    }
}

/// A disk that says that it has synced, and has not, must not pass: else this file would prove nothing.
#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_lies_is_noticed() {
    for kind in [Kind::Sync, Kind::SyncDir] {
        let mut noticed = 0;
        for at in 20..60 {
            let mut lives = Lives::new(at as u64);
            let store = lives.open().await.unwrap();
            lives.disk.lie_about(kind);
            lives.live(store, &script(at as u64, STEPS)).await;
            lives.die(Death::Power(Loss::Everything)).await;
            noticed += usize::from(match lives.open().await {
                Err(_) => true,
                Ok(store) => {
                    lives.look(&store).await;
                    store.close().await;
                    !history::violations(&lives.recorder.history()).is_empty()
                }
            });
        }
        assert!(noticed > 20, "{kind:?}: only {noticed} of 40 losses were noticed");
    }
}

/// Random clients on the simulated disk, with power losses at random operations.
#[tokio::test(flavor = "multi_thread")]
async fn random_clients_and_power_losses() {
    use crate::workload::{Plan, Run, Tally};
    for seed in seed::seeds(400, 10) {
        let _announce = seed::Announce(seed);
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut disk = SimDisk::default();
        let open = async |disk: &SimDisk| Embedded::open_on(Arc::new(disk.clone()), config()).await;
        let first = Store::new(open(&disk).await.unwrap());
        let plan = Plan { operations: 100_000, ..Plan::new(seed) };
        let mut run = Run::start(&first, plan, None).await.unwrap();
        first.close().await;
        for _ in 0..10 {
            disk.off_at(disk.operations() + rng.usize(20..400));
            if let Ok(store) = open(&disk).await {
                assert!(!run.round(&Store::new(store), false).await, "the power did not go");
            }
            disk = disk.after_power_loss(Loss::ALL[rng.usize(0..Loss::ALL.len())], &mut rng);
        }
        run.plan.operations = 30;
        let store = Store::new(open(&disk).await.expect("the store opens"));
        assert!(run.round(&store, true).await);
        store.close().await;
        let history = run.history();
        history::assert_correct(&history);
        let tally = Tally::of(&history);
        tally.assert_busy(1000);
        assert!(tally.unknown >= 5, "too few writes were interrupted: {tally:?}");
    }
}
