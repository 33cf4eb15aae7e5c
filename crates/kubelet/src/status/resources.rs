//! What pods and containers may use, as their statuses show it: what was promised, corrected by what cgroups were told.

use std::collections::BTreeMap;

use api::Quantity as Text;
use api::core::v1::{Container, PodStatus, ResourceRequirements};

use crate::pod::state::State;
use crate::resources::{self, Amounts};

/// Of a container that runs, or does not.
pub(super) fn of_container(state: &State, container: &Container, runs: bool) -> Option<ResourceRequirements> {
    let mut shown = container.resources.clone();
    let told = state.seen.actuated.containers.get(&container.name).filter(|_| runs);
    if let Some(told) = told {
        correct(&mut shown, told, &resources::effective(&state.pod, container));
    }
    shown
}

/// Of the whole pod, where it has resources of its own.
pub(super) fn put(status: &mut PodStatus, state: &State) {
    let own = state.pod.spec.as_ref().and_then(|spec| spec.resources.clone());
    let Some(own) = own.filter(|own| own.requests.is_some() || own.limits.is_some()) else { return };
    status.allocated_resources = own.requests.clone();
    let mut shown = Some(own);
    if let Some(told) = &state.seen.actuated.pod {
        correct(&mut shown, told, &resources::pod_amounts(&state.pod));
    }
    status.resources = shown;
}

/// Shows what was told wherever that is not what was promised.
fn correct(shown: &mut Option<ResourceRequirements>, told: &Amounts, promised: &Amounts) {
    if told == promised {
        return;
    }
    let shown = shown.get_or_insert_default();
    set(&mut shown.requests, "cpu", told.cpu_request, promised.cpu_request, cpu);
    set(&mut shown.requests, "memory", told.memory_request, promised.memory_request, bytes);
    set(&mut shown.limits, "cpu", told.cpu_limit, promised.cpu_limit, cpu);
    set(&mut shown.limits, "memory", told.memory_limit, promised.memory_limit, bytes);
}

fn set(
    list: &mut Option<BTreeMap<String, Text>>,
    name: &str,
    told: i64,
    promised: i64,
    text: fn(i64) -> String,
) {
    if told == promised {
        return;
    }
    if told == 0 {
        list.iter_mut().for_each(|list| drop(list.remove(name)));
    } else {
        list.get_or_insert_default().insert(name.to_owned(), Text(text(told)));
    }
}

/// Thousandths of processors.
fn cpu(milli: i64) -> String {
    if milli % 1000 == 0 { (milli / 1000).to_string() } else { format!("{milli}m") }
}

/// Bytes, by the largest unit that gives a whole number.
fn bytes(mut bytes: i64) -> String {
    let mut units = ["", "Ki", "Mi", "Gi", "Ti", "Pi"].into_iter();
    let mut unit = units.next().unwrap_or_default();
    while bytes > 0 && bytes % 1024 == 0 {
        let Some(next) = units.next() else { break };
        (bytes, unit) = (bytes / 1024, next);
    }
    format!("{bytes}{unit}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pod::state::State;
    use api::Typed as _;
    use api::core::v1::Pod;
    use serde_json::json;
    use std::sync::Arc;

    #[test]
    fn what_was_told_is_shown() {
        let promised = json!({"requests": {"cpu": "2", "memory": "20Mi"}, "limits": {"cpu": "2000m"}});
        let pod = json!({"spec": {"containers": [{"name": "a", "resources": promised}]}});
        let mut state = State::new(Arc::new(Pod::decode(&pod).unwrap()));
        let told = Amounts { cpu_request: 1500, cpu_limit: 2000, memory_request: 0, memory_limit: 3 << 30 };
        state.seen.actuated.containers.insert("a".into(), told);
        let container = state.pod.spec.as_ref().unwrap().containers[0].clone();
        let shown = |runs| {
            let shown = of_container(&state, &container, runs).unwrap();
            let list = |list: Option<BTreeMap<String, Text>>| {
                let all = list.unwrap_or_default().into_iter();
                all.map(|(name, text)| format!("{name}={}", text.0)).collect::<Vec<_>>().join(" ")
            };
            (list(shown.requests), list(shown.limits))
        };
        assert_eq!(shown(true), ("cpu=1500m".into(), "cpu=2000m memory=3Gi".into()));
        assert_eq!(shown(false), ("cpu=2 memory=20Mi".into(), "cpu=2000m".into()));
        assert_eq!([5, 1024, 1536 * 1024].map(bytes), ["5", "1Ki", "1536Ki"]);
        assert_eq!([1000, 1001].map(cpu), ["1", "1001m"]);
    }
}
