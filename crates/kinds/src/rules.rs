//! Rules that several kinds share, by the shape they judge.

pub mod object;
pub mod pod_spec;
pub mod pod_template;
