//! The parameters of operations: which there are where, and what each is. Pure.

/// Of creations and updates.
pub(super) const WRITE: &[&str] = &["dryRun", "fieldManager", "fieldValidation"];
/// Of patches.
pub(super) const PATCH: &[&str] = &["dryRun", "fieldManager", "fieldValidation", "force"];
/// Of deletions.
pub(super) const DELETE: &[&str] = &[
    "dryRun",
    "gracePeriodSeconds",
    "ignoreStoreReadErrorWithClusterBreakingPotential",
    "orphanDependents",
    "propagationPolicy",
];
/// Of lists and watches.
pub(super) const LIST: &[&str] = &[
    "allowWatchBookmarks",
    "continue",
    "fieldSelector",
    "labelSelector",
    "limit",
    "resourceVersion",
    "resourceVersionMatch",
    "sendInitialEvents",
    "shardSelector",
    "timeoutSeconds",
    "watch",
];
/// Of deletions of collections.
pub(super) const DELETE_MANY: &[&str] = &[
    "continue",
    "dryRun",
    "fieldSelector",
    "gracePeriodSeconds",
    "ignoreStoreReadErrorWithClusterBreakingPotential",
    "labelSelector",
    "limit",
    "orphanDependents",
    "propagationPolicy",
    "resourceVersion",
    "resourceVersionMatch",
    "sendInitialEvents",
    "shardSelector",
    "timeoutSeconds",
];

/// What a parameter of the query is: its type and a word about it.
pub(super) fn parameter(name: &str) -> (&'static str, &'static str) {
    match name {
        "allowWatchBookmarks" => ("boolean", "Whether a watch may send bookmarks."),
        "continue" => ("string", "Where an earlier list broke off, as it said itself."),
        "dryRun" => ("string", "All: go through every stage but do not write."),
        "fieldManager" => ("string", "Who changes the fields."),
        "fieldSelector" => ("string", "Only objects with such fields."),
        "fieldValidation" => {
            ("string", "What to do about unknown and duplicate fields: Ignore, Warn or Strict.")
        }
        "force" => ("boolean", "Whether an apply takes fields from other managers."),
        "gracePeriodSeconds" => ("integer", "How long the object may take to go."),
        "ignoreStoreReadErrorWithClusterBreakingPotential" => (
            "boolean",
            "Whether to remove an object that cannot be read, without regard to what depends on it.",
        ),
        "labelSelector" => ("string", "Only objects with such labels."),
        "limit" => ("integer", "How many objects at most."),
        "orphanDependents" => ("boolean", "The old form of propagationPolicy."),
        "pretty" => ("string", "Whether to indent the answer."),
        "propagationPolicy" => ("string", "What becomes of dependents: Orphan, Background or Foreground."),
        "resourceVersion" => ("string", "The version to answer from."),
        "resourceVersionMatch" => ("string", "How resourceVersion is meant: Exact or NotOlderThan."),
        "sendInitialEvents" => ("boolean", "Whether a watch begins with the objects there are."),
        "shardSelector" => ("string", "Which shard of the collection."),
        "timeoutSeconds" => ("integer", "After how long to end."),
        "watch" => ("boolean", "Whether to go on with changes."),
        "name" => ("string", "name of the object"),
        "namespace" => ("string", "name of the namespace"),
        _ => ("string", "path below the object"),
    }
}
