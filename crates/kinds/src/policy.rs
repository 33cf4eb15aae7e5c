//! Kinds of the group `policy`.

pub mod pod_disruption_budget;
