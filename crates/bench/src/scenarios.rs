//! The scenarios: one file each, one line in [`all`], which is also the order in which they run.

mod apply;
mod create;
mod create_pods;
mod get;
mod list;
mod list_metadata;
mod list_table;
mod merge_patch;
mod update;
mod watch;
mod watch_paced;

use std::sync::Arc;

use async_trait::async_trait;
use http::Method;
use runtime::Clock;

use crate::connection::Call;
use crate::error::{Error, Result};
use crate::load::{self, Limit, Make, Measured, NUMBER, Template};
use crate::run::Sizes;
use crate::space::{self, Space};

/// Every scenario.
pub fn all() -> Vec<&'static dyn Scenario> {
    vec![
        &create::Create,
        &get::Get,
        &merge_patch::MergePatch,
        &apply::Apply,
        &update::Update,
        &list::List,
        &list_metadata::ListMetadata,
        &list_table::ListTable,
        &watch::Watch,
        &watch_paced::WatchPaced,
        &create_pods::CreatePods,
    ]
}

/// Those with the given names; all if there are none.
pub fn chosen(names: &[String]) -> Result<Vec<&'static dyn Scenario>> {
    let all = all();
    if names.is_empty() {
        return Ok(all);
    }
    let known = all.iter().map(|scenario| scenario.name()).collect::<Vec<_>>().join(", ");
    let find = |name: &String| {
        let found = all.iter().copied().find(|scenario| scenario.name() == name);
        found.ok_or_else(|| Error::Unknown(name.clone(), known.clone()))
    };
    names.iter().map(find).collect()
}

/// One thing that clients do.
#[async_trait]
pub trait Scenario: Sync {
    /// What it is called.
    fn name(&self) -> &'static str;

    /// What it does, in a few words.
    fn about(&self) -> &'static str;

    /// Makes what must be there before.
    #[doc(hidden)]
    async fn prepare(&self, _stage: &Stage) -> Result<()> {
        Ok(())
    }

    /// What is measured.
    #[doc(hidden)]
    async fn measure(&self, stage: &Stage) -> Result<Measured>;

    /// Removes what later scenarios must not find.
    #[doc(hidden)]
    async fn clean(&self, _stage: &Stage) -> Result<()> {
        Ok(())
    }
}

/// Where a scenario plays.
pub struct Stage {
    pub(crate) space: Space,
    pub(crate) sizes: Sizes,
    pub(crate) clock: Clock,
}

impl Stage {
    /// Requests from all connections for the usual time.
    async fn load(&self, make: Make) -> Result<Measured> {
        let (connections, limit) = (self.sizes.connections, Limit::For(self.sizes.duration));
        load::run(&self.space, &self.clock, connections, limit, make).await
    }

    /// The same on one connection: what a single client waits for.
    async fn one_by_one(&self, call: Call) -> Result<Measured> {
        let limit = Limit::For(self.sizes.duration);
        load::run(&self.space, &self.clock, 1, limit, Arc::new(move |_| call.clone())).await
    }

    /// Makes `count` objects; those that are there already are left as they are.
    async fn make(
        &self,
        plural: &str,
        count: u64,
        body: impl Fn(u64) -> bytes::Bytes + Send + Sync + 'static,
    ) -> Result<()> {
        let path = self.space.path(plural);
        let make: Make = Arc::new(move |number| Call::send(Method::POST, path.clone(), body(number)));
        let made =
            load::run(&self.space, &self.clock, self.sizes.connections, Limit::Count(count), make).await?;
        match made.errors {
            0 => Ok(()),
            errors => Err(Error::Wrong(format!("{errors} of {count} {plural} could not be made"))),
        }
    }

    /// The ConfigMaps that a scenario reads or changes.
    async fn make_config_maps(&self, part: &'static str) -> Result<()> {
        let body = Template::new(space::config_map(part, &format!("{part}-{NUMBER}"), ""));
        self.make("configmaps", self.sizes.objects, move |number| body.with(number)).await
    }

    /// The bodies of writes to them, one for each, with a place for the request's number.
    fn bodies(&self, body: impl Fn(&str) -> bytes::Bytes, part: &str) -> Vec<Template> {
        let name = |number| format!("{part}-{number:010}");
        (0..self.sizes.objects.max(1)).map(|number| Template::new(body(&name(number)))).collect()
    }

    /// The path of one of them for the n-th request.
    fn config_map(&self, part: &str) -> impl Fn(u64) -> String + Send + Sync + use<> {
        let (prefix, objects) = (self.space.item("configmaps", part), self.sizes.objects.max(1));
        move |number| format!("{prefix}-{:010}", number % objects)
    }

    /// The pods that are listed, and that a list shows all of them.
    async fn make_pods(&self) -> Result<()> {
        if self.count_pods().await? == 0 {
            let body = Template::new(space::pod("listed", &format!("pod-{NUMBER}")));
            self.make("pods", self.sizes.pods, move |number| body.with(number)).await?;
        }
        match self.count_pods().await? {
            found if found == self.sizes.pods => Ok(()),
            found => Err(Error::Wrong(format!("a list shows {found} of {} pods", self.sizes.pods))),
        }
    }

    async fn count_pods(&self) -> Result<u64> {
        let call = Call::get(self.space.path("pods"));
        let list = self.space.target.connect().await?.fetch(&call).await?;
        Ok(memchr::memmem::find_iter(&list, "\"name\":\"pod-").count() as u64)
    }
}
