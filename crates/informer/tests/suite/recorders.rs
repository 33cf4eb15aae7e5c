//! Events as people see them.

use api::core::v1::{Event, Namespace};
use client::Select;
use informer::{Recorder, Reference, Severity};
use runtime::Clock;
use testing::{ApiServer, eventually};

#[tokio::test]
async fn equal_events_are_one_object_with_a_count() {
    let server = ApiServer::start().await;
    let client = server.admin();
    let about = Reference::of(&client.all::<Namespace>().get("default").await.unwrap());
    let recorder = Recorder::new(client.clone(), "tester", "here", Clock::system());
    for _ in 0..3 {
        recorder.event(&about, Severity::Warning, "Tested", "it was tested");
    }
    recorder.event(&about, Severity::Normal, "Done", "all is done");
    let events = client.within::<Event>("default");
    let found = eventually("both events are written", || async {
        let found = events.list(&Select::default()).await.unwrap().items;
        let done = found.iter().any(|event| event.reason.as_deref() == Some("Done"));
        done.then_some(found)
    })
    .await;
    let tested = found.iter().find(|event| event.reason.as_deref() == Some("Tested")).unwrap();
    assert_eq!((found.len(), tested.count), (2, Some(3)));
    assert_eq!(
        (tested.type_.as_deref(), tested.message.as_deref()),
        (Some("Warning"), Some("it was tested"))
    );
    assert_eq!(tested.source.as_ref().unwrap().host.as_deref(), Some("here"));
    assert_eq!(tested.involved_object.kind.as_deref(), Some("Namespace"));
}
