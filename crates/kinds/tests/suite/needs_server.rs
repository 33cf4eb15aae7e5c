//! Recorded steps whose answers are not the rules' to give, with the reason why.

/// Part of a case's name, the step (or any), and what else of a server the answer comes from.
const STEPS: &[(&str, Option<usize>, &str)] = &[
    ("validation: Service cluster ip out of range", None, ALLOCATOR),
    ("validation: Service ip family unavailable", None, ALLOCATOR),
    ("validation: Service node port out of range", None, ALLOCATOR),
    ("validation: Service require dual stack", None, ALLOCATOR),
    ("table: Service table of list and object", None, ALLOCATOR),
    ("table: services of every type", None, ALLOCATOR),
    ("validation: LimitRange no name", None, "a nameless limit range gets a random name"),
    ("subresource: binding collection", None, "a binding is written into its pod and answered by a status"),
    (
        "table: Event-events table of list and object",
        None,
        "ages since a fixed date depend on the day of recording",
    ),
    (
        "delete: ControllerRevision create and delete",
        Some(2),
        "a stock server compares the bytes of data, which a patch writes anew",
    ),
];

const ALLOCATOR: &str = "addresses and ports are checked and given by allocators";

/// Why a step needs a server, if it is known to.
pub fn reason(case: &str, step: usize) -> Option<&'static str> {
    let found = STEPS.iter().find(|(name, at, _)| case.contains(name) && at.is_none_or(|at| at == step))?;
    Some(found.2)
}
