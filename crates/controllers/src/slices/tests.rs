//! What is in a slice stays there, and slices are few.

use super::*;

fn base() -> Base {
    Base {
        namespace: "default".to_owned(),
        name: "web".to_owned(),
        labels: [("a".to_owned(), "b".to_owned())].into(),
        owner: OwnerReference::default(),
    }
}

fn group(range: std::ops::Range<u32>, ready: bool) -> Group {
    let endpoint = |number: u32| Endpoint {
        addresses: vec![format!("10.0.{}.{}", number / 250, number % 250)],
        conditions: Some(api::discovery::v1::EndpointConditions { ready: Some(ready), ..Default::default() }),
        ..Endpoint::default()
    };
    let port = EndpointPort { port: Some(80), ..EndpointPort::default() };
    Group { family: "IPv4".to_owned(), ports: vec![port], endpoints: range.map(endpoint).collect() }
}

/// Applies changes to slices, as the server would.
fn next(existing: &[Arc<EndpointSlice>], changes: Vec<Change>) -> Vec<Arc<EndpointSlice>> {
    let mut slices = existing.to_vec();
    for (number, change) in changes.into_iter().enumerate() {
        match change {
            Change::Create(mut slice) => {
                slice.metadata.name = Some(format!("web-{}-{number}", slices.len()));
                slices.push(Arc::new(slice));
            }
            Change::Update(slice) => {
                let at = slices.iter().position(|one| one.name() == slice.name()).unwrap();
                slices[at] = Arc::new(slice);
            }
            Change::Delete(slice) => slices.retain(|one| one.name() != slice.name()),
        }
    }
    slices
}

fn sizes(slices: &[Arc<EndpointSlice>]) -> Vec<usize> {
    slices.iter().map(|slice| slice.endpoints.as_ref().unwrap().len()).collect()
}

#[test]
fn endpoints_fill_slices_and_stay_where_they_are() {
    let families = ["IPv4".to_owned()];
    let step = |slices: &[Arc<EndpointSlice>], groups: Vec<Group>| {
        let changes = plan(&base(), groups, &families, slices.to_vec());
        let count = changes.len();
        (next(slices, changes), count)
    };
    let (slices, _) = step(&[], Vec::new());
    assert_eq!(sizes(&slices), [0], "an empty service has an empty slice");
    let (slices, _) = step(&slices, vec![group(0..230, true)]);
    let mut filled = sizes(&slices);
    filled.sort_unstable();
    assert_eq!(filled, [30, 100, 100]);
    let (same, writes) = step(&slices, vec![group(0..230, true)]);
    assert_eq!((writes, &same), (0, &slices));
    let (slices, writes) = step(&slices, vec![group(0..231, true)]);
    assert_eq!((writes, sizes(&slices).iter().sum::<usize>()), (1, 231));
    let (slices, _) = step(&slices, vec![group(5..10, false)]);
    assert_eq!(sizes(&slices).iter().sum::<usize>(), 5);
    assert!(slices.len() < 3, "emptied slices go");
    let (slices, _) = step(&slices, Vec::new());
    assert_eq!(sizes(&slices), [0]);
}
