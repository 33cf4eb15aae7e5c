//! Recorded steps whose answers are not the rules' to give, with the reason why.

/// Part of a case's name, the step (or any), and what else of a server the answer comes from.
const STEPS: &[(&str, Option<usize>, &str)] = &[];

/// Why a step needs a server, if it is known to.
pub fn reason(case: &str, step: usize) -> Option<&'static str> {
    let found = STEPS.iter().find(|(name, at, _)| case.contains(name) && at.is_none_or(|at| at == step))?;
    Some(found.2)
}
