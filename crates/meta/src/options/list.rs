//! Options of get, list and watch.

use super::Query;
use crate::field::{BadValue, ErrorList, FieldError, Path};
use crate::go::NumError;
use crate::selector::{FieldSelector, ParseFieldSelectorError, ParseSelectorError, Selector};
use crate::status::StatusError;
use thiserror::Error;

/// What a get asks for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GetOptions {
    /// The least version to answer from; empty for the latest.
    pub resource_version: String,
}

impl GetOptions {
    /// Reads the options.
    pub fn from_query(query: &Query<'_>) -> Self {
        Self { resource_version: query.text("resourceVersion") }
    }
}

/// What a list or watch asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListOptions {
    /// Which labels.
    pub label_selector: Selector,
    /// Which fields.
    pub field_selector: FieldSelector,
    /// Whether to go on with changes.
    pub watch: bool,
    /// Whether bookmarks are welcome among them.
    pub allow_watch_bookmarks: bool,
    /// The version to answer from.
    pub resource_version: String,
    /// How the version is meant; text until [`ListOptions::validate`] has seen it.
    pub resource_version_match: String,
    /// After how long to end.
    pub timeout_seconds: Option<i64>,
    /// How many objects at most; 0 for all.
    pub limit: i64,
    /// Where an earlier chunk ended.
    pub continue_token: String,
    /// Whether a watch begins with the objects there are.
    pub send_initial_events: Option<bool>,
    /// Which shard of the collection.
    pub shard_selector: String,
}

impl Default for ListOptions {
    fn default() -> Self {
        Self {
            label_selector: Selector::everything(),
            field_selector: FieldSelector::everything(),
            watch: false,
            allow_watch_bookmarks: false,
            resource_version: String::new(),
            resource_version_match: String::new(),
            timeout_seconds: None,
            limit: 0,
            continue_token: String::new(),
            send_initial_events: None,
            shard_selector: String::new(),
        }
    }
}

/// How the version of a list is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ResourceVersionMatch {
    /// At least that version.
    NotOlderThan,
    /// That version.
    Exact,
}

impl ResourceVersionMatch {
    /// The name in a query.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NotOlderThan => "NotOlderThan",
            Self::Exact => "Exact",
        }
    }

    /// From the name in a query.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::NotOlderThan, Self::Exact].into_iter().find(|one| one.as_str() == name)
    }
}

/// Why options cannot be read; the API answers `400` with the text.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum ListOptionsError {
    /// A number that is none.
    #[error(transparent)]
    Number(#[from] NumError),
    /// A label selector that is none.
    #[error(transparent)]
    Labels(#[from] ParseSelectorError),
    /// A field selector that is none.
    #[error(transparent)]
    Fields(#[from] ParseFieldSelectorError),
}

impl From<ListOptionsError> for StatusError {
    fn from(error: ListOptionsError) -> Self {
        Self::bad_request(error.to_string())
    }
}

const MATCH: Path<'static> = Path::new("resourceVersionMatch");
const INITIAL: Path<'static> = Path::new("sendInitialEvents");

impl ListOptions {
    /// Reads the options.
    pub fn from_query(query: &Query<'_>) -> Result<Self, ListOptionsError> {
        // Numbers fail before selectors: upstream reads all parameters first and the selectors among them after.
        let timeout_seconds = query.integer("timeoutSeconds")?;
        let limit = query.integer("limit")?.unwrap_or(0);
        Ok(Self {
            label_selector: query.get("labelSelector").unwrap_or_default().parse()?,
            field_selector: query.get("fieldSelector").unwrap_or_default().parse()?,
            watch: query.flag("watch").unwrap_or(false),
            allow_watch_bookmarks: query.flag("allowWatchBookmarks").unwrap_or(false),
            resource_version: query.text("resourceVersion"),
            resource_version_match: query.text("resourceVersionMatch"),
            timeout_seconds,
            limit,
            continue_token: query.text("continue"),
            send_initial_events: query.flag("sendInitialEvents"),
            shard_selector: query.text("shardSelector"),
        })
    }

    /// How the version is meant, if the request says so in a known word.
    pub fn version_match(&self) -> Option<ResourceVersionMatch> {
        ResourceVersionMatch::from_name(&self.resource_version_match)
    }

    /// What does not go together.
    pub fn errors(&self) -> ErrorList {
        if self.watch { self.watch_errors() } else { self.list_errors() }
    }

    /// The `422` for options that do not go together.
    pub fn validate(&self) -> Result<(), StatusError> {
        super::invalid("ListOptions", &self.errors())
    }

    fn list_errors(&self) -> ErrorList {
        let mut errors = ErrorList::new();
        let mut forbid = |detail: &str| errors.push(FieldError::forbidden(&MATCH, detail));
        let name = self.resource_version_match.as_str();
        if !name.is_empty() {
            if self.resource_version.is_empty() {
                forbid("resourceVersionMatch is forbidden unless resourceVersion is provided");
            }
            if !self.continue_token.is_empty() {
                forbid("resourceVersionMatch is forbidden when continue is provided");
            }
            if self.version_match().is_none() {
                let value = BadValue::json(name);
                errors.push(FieldError::not_supported(&MATCH, value, &["Exact", "NotOlderThan", ""]));
            }
            if self.version_match() == Some(ResourceVersionMatch::Exact) && self.resource_version == "0" {
                let detail = "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\"";
                errors.push(FieldError::forbidden(&MATCH, detail));
            }
        }
        if self.send_initial_events.is_some() {
            errors.push(FieldError::forbidden(&INITIAL, "sendInitialEvents is forbidden for list"));
        }
        errors
    }

    fn watch_errors(&self) -> ErrorList {
        let mut errors = ErrorList::new();
        let name = self.resource_version_match.as_str();
        let not_older = self.version_match() == Some(ResourceVersionMatch::NotOlderThan);
        if self.send_initial_events.is_some() && !not_older {
            let detail = "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan";
            errors.push(FieldError::forbidden(&MATCH, detail));
        }
        if name.is_empty() {
            return errors;
        }
        if self.send_initial_events.is_none() {
            let detail = "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided";
            errors.push(FieldError::forbidden(&MATCH, detail));
        }
        if !not_older {
            errors.push(FieldError::not_supported(&MATCH, BadValue::json(name), &["NotOlderThan"]));
        }
        if !self.continue_token.is_empty() {
            let detail = "resourceVersionMatch is forbidden when continue is provided";
            errors.push(FieldError::forbidden(&MATCH, detail));
        }
        errors
    }
}
