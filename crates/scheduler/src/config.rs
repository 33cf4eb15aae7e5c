//! What can be chosen: which plugins run and what their scores weigh.

use crate::plugins;

/// The scheduler's configuration.
#[derive(Debug, Clone)]
pub struct Config {
    /// One per `schedulerName` that this scheduler serves.
    pub profiles: Vec<Profile>,
    /// The most bindings on their way at once.
    pub binders: usize,
}

/// Plugins for one `schedulerName`.
#[derive(Debug, Clone)]
pub struct Profile {
    /// The pods' `spec.schedulerName`.
    pub name: String,
    /// Filters, by name, in the order they run.
    pub filters: Vec<String>,
    /// Scores by name, with weights.
    pub scores: Vec<(String, i64)>,
}

impl Default for Config {
    fn default() -> Self {
        Self { profiles: vec![Profile::default()], binders: 64 }
    }
}

impl Default for Profile {
    fn default() -> Self {
        let table = plugins::TABLE;
        Self {
            name: "default-scheduler".to_owned(),
            filters: table.iter().filter(|one| one.filter.is_some()).map(|one| one.name.to_owned()).collect(),
            scores: table
                .iter()
                .filter(|one| one.score.is_some() && one.weight > 0)
                .map(|one| (one.name.to_owned(), one.weight))
                .collect(),
        }
    }
}
