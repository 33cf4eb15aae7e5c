//! Endpoints laid out in slices of at most so many, with as few writes as possible: what is in a slice stays there. `plan` is pure; `apply`
//! calls the API. For the loops that make slices from services and from hand-made `Endpoints`.

use std::collections::BTreeMap;
use std::sync::Arc;

use api::Resource as _;
use api::discovery::v1::{Endpoint, EndpointPort, EndpointSlice};
use api::meta::{ObjectMeta, OwnerReference};
use client::{Client, DeleteOptions, Error};
use informer::Key;

use crate::expectations::Expectations;

/// The label that names the loop a slice belongs to.
pub const MANAGED_BY: &str = "endpointslice.kubernetes.io/managed-by";
/// The index of `by_service`.
pub const BY_SERVICE: &str = "service";
/// So many endpoints are in a slice at most.
pub const MAX: usize = 100;

/// Endpoints with the same ports and family of addresses.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// `IPv4` or `IPv6`.
    pub family: String,
    pub ports: Vec<EndpointPort>,
    pub endpoints: Vec<Endpoint>,
}

/// What all slices of one owner have in common.
pub struct Base {
    pub namespace: String,
    /// What names begin with.
    pub name: String,
    pub labels: BTreeMap<String, String>,
    pub owner: OwnerReference,
}

/// What is to be done.
#[derive(Debug, PartialEq)]
pub enum Change {
    Create(EndpointSlice),
    Update(EndpointSlice),
    Delete(Arc<EndpointSlice>),
}

/// Slices by the namespace, name and managing loop of their service.
pub fn by_service(slice: &EndpointSlice) -> Vec<String> {
    let service = slice.label(api::well_known::label::SERVICE_NAME);
    vec![index_value(slice.namespace(), service, slice.label(MANAGED_BY))]
}

/// The value under which `by_service` has slices.
pub fn index_value(namespace: &str, service: &str, manager: &str) -> String {
    format!("{namespace}/{service}/{manager}")
}

/// The changes that make the existing slices hold exactly these groups. Each family in use keeps at least one slice, be it empty.
pub fn plan(
    base: &Base,
    groups: Vec<Group>,
    families: &[String],
    existing: Vec<Arc<EndpointSlice>>,
) -> Vec<Change> {
    let (mut changes, mut left) = (Vec::new(), existing);
    let mut served: Vec<String> = Vec::new();
    for group in groups {
        let fits = |slice: &Arc<EndpointSlice>| {
            slice.address_type == group.family
                && same_ports(slice.ports.as_deref().unwrap_or_default(), &group.ports)
        };
        let (own, others) = left.into_iter().partition(fits);
        left = others;
        served.push(group.family.clone());
        fill(base, group, own, &mut changes);
    }
    for family in families.iter().filter(|family| !served.contains(family)) {
        let spare = left.iter().position(|slice| slice.address_type == **family).map(|at| left.remove(at));
        let empty = Group { family: family.clone(), ports: Vec::new(), endpoints: Vec::new() };
        match spare {
            Some(slice) => changes.extend(updated(base, &slice, &empty.ports, Vec::new())),
            None => changes.push(Change::Create(slice(base, &empty, Vec::new()))),
        }
    }
    changes.extend(left.into_iter().map(Change::Delete));
    changes
}

/// Lays one group out over the slices that have its ports.
fn fill(base: &Base, group: Group, own: Vec<Arc<EndpointSlice>>, changes: &mut Vec<Change>) {
    let mut wanted: BTreeMap<String, Endpoint> =
        group.endpoints.iter().map(|endpoint| (identity(endpoint), endpoint.clone())).collect();
    let mut contents: Vec<(Arc<EndpointSlice>, Vec<Endpoint>)> = own
        .into_iter()
        .map(|slice| {
            let present = slice.endpoints.iter().flatten();
            let kept = present.filter_map(|endpoint| wanted.remove(&identity(endpoint))).take(MAX).collect();
            (slice, kept)
        })
        .collect();
    // The fullest first, and those that must be written anyway before the others.
    contents.sort_by_key(|(slice, kept)| {
        let untouched = slice.endpoints.as_deref().unwrap_or_default() == kept.as_slice();
        (untouched, std::cmp::Reverse(kept.len()))
    });
    let mut new = wanted.into_values();
    for (_, kept) in &mut contents {
        let room = MAX - kept.len();
        kept.extend(new.by_ref().take(room));
    }
    let mut rest: Vec<Endpoint> = new.collect();
    for (slice, kept) in contents {
        match kept.is_empty() {
            true => changes.push(Change::Delete(slice)),
            false => changes.extend(updated(base, &slice, &group.ports, kept)),
        }
    }
    while !rest.is_empty() {
        let more = rest.split_off(rest.len().min(MAX));
        changes.push(Change::Create(slice(base, &group, rest)));
        rest = more;
    }
}

fn slice(base: &Base, group: &Group, endpoints: Vec<Endpoint>) -> EndpointSlice {
    EndpointSlice {
        address_type: group.family.clone(),
        metadata: ObjectMeta {
            namespace: Some(base.namespace.clone()),
            generate_name: Some(format!("{}-", base.name)),
            labels: Some(base.labels.clone()),
            owner_references: Some(vec![base.owner.clone()]),
            ..ObjectMeta::default()
        },
        endpoints: Some(endpoints),
        ports: Some(group.ports.clone()),
    }
}

/// The slice with this content, if that differs from what it has.
fn updated(
    base: &Base,
    slice: &EndpointSlice,
    ports: &[EndpointPort],
    endpoints: Vec<Endpoint>,
) -> Option<Change> {
    let same = slice.meta().labels.as_ref() == Some(&base.labels)
        && slice.endpoints.as_deref().unwrap_or_default() == endpoints.as_slice()
        && same_ports(slice.ports.as_deref().unwrap_or_default(), ports);
    if same {
        return None;
    }
    let mut slice = slice.clone();
    slice.metadata.labels = Some(base.labels.clone());
    (slice.endpoints, slice.ports) = (Some(endpoints), Some(ports.to_vec()));
    Some(Change::Update(slice))
}

/// What makes an endpoint the same though its state changes.
fn identity(endpoint: &Endpoint) -> String {
    let target = endpoint.target_ref.as_ref().and_then(|target| target.uid.as_deref()).unwrap_or_default();
    format!("{}/{target}", endpoint.addresses.join(","))
}

fn same_ports(a: &[EndpointPort], b: &[EndpointPort]) -> bool {
    let key = |port: &EndpointPort| {
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        (text(&port.name), port.port, text(&port.protocol), text(&port.app_protocol))
    };
    let sorted = |ports: &[EndpointPort]| {
        let mut keys: Vec<_> = ports.iter().map(key).collect();
        keys.sort();
        keys
    };
    sorted(a) == sorted(b)
}

/// Makes the changes.
pub async fn apply(
    client: &Client,
    key: &Key,
    changes: Vec<Change>,
    expectations: &Expectations<EndpointSlice>,
) -> Result<(), Error> {
    let slices = client.within::<EndpointSlice>(&key.namespace);
    for change in changes {
        match change {
            Change::Create(slice) => match slices.create(&slice).await {
                Ok(made) => expectations.wrote(key, &made),
                Err(error) if error.is_namespace_terminating() => {}
                Err(error) => return Err(error),
            },
            Change::Update(slice) => expectations.wrote(key, &slices.update(&slice).await?),
            Change::Delete(slice) => {
                match slices.delete(slice.name(), &DeleteOptions::of_uid(slice.uid())).await {
                    Ok(()) => expectations.deleted(key, &slice),
                    Err(error) if error.is_not_found() => {}
                    Err(error) => return Err(error),
                }
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
